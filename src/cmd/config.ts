import { editConfig, requireKnown } from "../app/edit_config.ts";
import { configEntries, shownSetting } from "../app/config_entries.ts";
import type { App } from "../app/app.ts";
import type { ConfigScope } from "../app/config_files.ts";
import { requireOwnersOrder } from "../app/require_owner.ts";
import { writeConfig } from "../app/write_config.ts";
import { MemoryError } from "../base/errors.ts";
import { type Answer, defineCommand } from "./_declare.ts";
import { configListText, configValueText } from "./_text/config_text.ts";

/** `memory config [list|get|set|path]`. */
export const command = defineCommand({
  details:
    "Settings stand in two files, both JSON with comments. The workspace's override the user's, but for the keys " +
    "that count only there. Changing one needs the owner at a terminal.",
  arguments: [
    { name: "ACTION", description: "What to do; list if left out", choices: ["list", "get", "set", "path"] },
    { name: "KEY", description: "A setting, such as search.limit", completion: "setting" },
    { name: "VALUE", description: "Its new value", completion: "setting-value" },
  ],
  flags: { user: { type: "boolean", description: "Change the user's own settings instead of the workspace's" } },
  examples: [
    { command: "memory config", about: "every setting, its value and where it came from" },
    { command: "memory config get search.limit", about: "one value" },
    { command: "memory config set search.limit 10", about: "change one for this workspace; comments are kept" },
    { command: "memory config path", about: "where the files are" },
  ],
  output: "answer",
  async run({ arguments: [action = "list", key, value], flags, app, program }) {
    const opened = await app();
    switch (action) {
      case "get":
        return get(opened, required(key, "KEY", "get"));
      case "set":
        await requireOwnersOrder(opened, "change the settings", program.progress);
        return set(opened, [required(key, "KEY", "set"), required(value, "VALUE", "set")], flags.user);
      case "path":
        return paths(opened);
      default:
        return list(opened);
    }
  },
});

function list(app: App): Answer {
  const settings = configEntries(app);
  return {
    json: { settings, files: fileRows(app), notices: app.notices },
    text: (style) => configListText(settings, style),
    notices: app.notices,
  };
}

function get(app: App, key: string): Answer {
  requireKnown(key);
  const setting = configEntries(app).find((each) => each.key === key);
  return { json: { ...setting }, text: () => configValueText(setting?.value) };
}

function set(app: App, [key, value]: readonly [string, string], isUser: boolean): Answer {
  const scope: ConfigScope = isUser ? "user" : "workspace";
  const file = app.configFiles.find((each) => each.scope === scope);
  // Without a workspace there is no second file; asking for the layout says so with the right hint.
  if (file === undefined) throw new MemoryError(`Cannot change the settings of "${app.layout.root}"`);
  const edited = editConfig(file, key, value);
  writeConfig(file, edited.text);
  const shown = shownSetting(key, edited.value);
  return {
    json: { key, value: shown, source: scope, path: file.path },
    text: (style) => `${key} = ${configValueText(shown)} ${style.dim(`(${scope}: ${file.path})`)}`,
  };
}

function paths(app: App): Answer {
  const files = fileRows(app);
  return { json: { files }, text: () => files.map(({ path }) => path).join("\n") };
}

function fileRows(app: App): { scope: string; path: string; exists: boolean }[] {
  return app.configFiles.map(({ scope, path, hash }) => ({ scope, path, exists: hash !== null }));
}

function required(word: string | undefined, name: string, action: string): string {
  if (word !== undefined) return word;
  throw new MemoryError(`Missing argument ${name} of "memory config ${action}"`, {
    kind: "usage",
    hint: '"memory help config" shows how it is used',
  });
}
