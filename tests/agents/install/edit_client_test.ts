/** Settings of clients: what is put in, what stays, and what is given back. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse, type ParseError, parseTree } from "jsonc-parser";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { errorOf } from "../../support/error_of.ts";
import { type InstallWorld, openInstallWorld } from "../../support/install_world.ts";
import { anySettings } from "../../support/settings_text.ts";

let world: InstallWorld;

beforeEach(() => {
  world = openInstallWorld();
});
afterEach(() => world.remove());

/** Clients whose hooks stand in a file of JSON. */
const JSON_CLIENTS = ["claude-code", "codex", "gemini", "cursor"];

/** Keys of the settings that an installation adds to. */
const OURS: ReadonlySet<string> = new Set(["hooks", "mcpServers", "version", "mine"]);

describe("any settings file", () => {
  for (const client of JSON_CLIENTS) {
    test(`of ${client} gets ours once, says what it said, and tells what it was made of`, () => {
      const { events, pieces: [piece] } = world.plan(client);
      fc.assert(
        fc.property(anySettings(events), (whole) => {
          const text = whole.replace("\uFEFF", "");
          const after = piece?.add(text) ?? "";
          const [was, is] = [parse(text), parse(after)];
          for (const key of Object.keys(was).filter((each) => !OURS.has(each))) expect(is[key]).toEqual(was[key]);
          for (const event of Object.keys(was.hooks ?? {})) {
            expect(is.hooks[event].slice(0, was.hooks[event].length)).toEqual(was.hooks[event]);
          }
          for (const event of events) expect(JSON.stringify(is.hooks[event])).toContain(`hook ${client}`);
          expect(piece?.add(after)).toBe(after);
          expect(piece?.found(after)?.addAgain(text)).toBe(after);
        }),
        { seed: 20_261_130, numRuns: 150 },
      );
    }, 240_000);

    test(`of ${client} that somebody changed since loses ours alone`, () => {
      const { events, pieces: [piece] } = world.plan(client);
      fc.assert(
        fc.property(anySettings(events), (whole) => {
          const text = whole.replace("\uFEFF", "");
          const after = piece?.add(text) ?? "";
          const open = (parseTree(after)?.offset ?? 0) + 1;
          const isEmpty = parse(after).hooks === undefined;
          const changed = `${after.slice(0, open)}"mine": [1, 2]${isEmpty ? "" : ","} // mine\n${after.slice(open)}`;
          const left = piece?.found(changed)?.removed() ?? "";
          const errors: ParseError[] = [];
          const is = parse(left, errors, { allowTrailingComma: true });
          expect(errors).toEqual([]);
          expect(left).not.toContain(`hook ${client}`);
          expect(left).toContain("// mine\n");
          const was = parse(text);
          expect(is.mine).toEqual([1, 2]);
          for (const key of Object.keys(was).filter((each) => !OURS.has(each))) expect(is[key]).toEqual(was[key]);
          for (const [event, list] of Object.entries(was.hooks ?? {})) expect(is.hooks?.[event] ?? []).toEqual(list);
          for (const comment of after.match(/\/\* \S+ \*\//g) ?? []) expect(left).toContain(comment);
        }),
        { seed: 20_261_130, numRuns: 100 },
      );
    }, 240_000);
  }

  test("that somebody changed since keeps a remark beside what was ours alone", () => {
    const { pieces: [piece] } = world.plan("claude-code");
    const text = '{\n  // first\n  "hooks": {\n    // nothing yet\n  }\n}\n';
    const changed = (piece?.add(text) ?? "").replace("{\n", '{\n  "mine": 1,\n');
    const left = piece?.found(changed)?.removed() ?? "";
    expect(left).toContain("// nothing yet\n");
    expect(parse(left)).toEqual({ mine: 1, hooks: {} });
  });

  test("is given back on disk byte for byte, and twice is once", () => {
    const { events } = world.plan("gemini");
    fc.assert(
      fc.property(anySettings(events), (text) => {
        world.write(".gemini/settings.json", text);
        const before = world.read(".gemini/settings.json");
        expect(world.install("gemini")).toHaveLength(1);
        expect(world.install("gemini")).toEqual([]);
        world.uninstall("gemini");
        expect(world.read(".gemini/settings.json")).toBe(before);
        expect(world.uninstall("gemini")).toEqual([]);
        expect(readdirSync(join(world.home, ".gemini"))).toEqual(["settings.json"]);
      }),
      { seed: 20_261_130, numRuns: 25 },
    );
  }, 240_000);
});

describe("a file of TOML", () => {
  const CONFIG = ".codex/config.toml";

  test("gets a table at its end, keeps every other byte, and gets all of them back", () => {
    for (
      const text of [
        "",
        "# mine",
        'model = "o4"\r\n[features]\r\nhooks = true # on\r\n',
        '[mcp_servers.files]\ncommand = "files" # 文件\n\n\n',
        "[[list]]\na = 1\n[[list]]\na = 1979-05-27\n",
      ]
    ) {
      world.write(CONFIG, text);
      const before = world.read(CONFIG) ?? "";
      world.install("codex");
      const after = world.read(CONFIG) ?? "";
      expect(after.startsWith(before)).toBe(true);
      expect(Bun.TOML.parse(after)).toMatchObject({
        mcp_servers: { memory: { command: "/opt/memory/bin/memory", args: ["mcp"] } },
      });
      expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
      expect(world.install("codex")).toEqual([]);
      world.install("codex", { program: "/elsewhere/memory" });
      expect(world.read(CONFIG)).toContain("/elsewhere/memory");
      world.uninstall("codex");
      expect(world.read(CONFIG)).toBe(before);
    }
  });

  test("in which the client put more below our table is kept, and given back once that is gone", () => {
    const mine = "[features]\nhooks = true\n";
    const more = '\n[mcp_servers.memory.env]\nTZ = "UTC"\n\n[mcp_servers.memory.tools.memory_add]\napproval = "auto"\n';
    world.write(CONFIG, mine);
    world.install("codex");
    const before = world.read(CONFIG) ?? "";
    world.write(CONFIG, before + more);
    expect(world.install("codex")).toEqual([]);
    world.install("codex", { program: "/elsewhere/memory" });
    expect(world.read(CONFIG)).toBe(before.replace("/opt/memory/bin/memory", "/elsewhere/memory") + more);
    expect(errorOf(() => world.uninstall("codex")).message).toMatch(/"mcp_servers\.memory\.env, tools" would stay$/);
    expect(world.read(".codex/hooks.json")).not.toBeNull();
    world.write(CONFIG, before.replace('args = ["mcp"]', 'args = ["mcp"]\nenv = { TZ = "UTC" }'));
    world.uninstall("codex");
    expect(world.read(CONFIG)).toBe(mine);
  });

  test("in which ours cannot stand is refused, and the hooks are not installed either", () => {
    for (
      const [text, message] of [
        [
          '[mcp_servers]\nmemory = { command = "x" }\n',
          /^Cannot enter the server: .* has another one under "mcp_servers.memory"/,
        ],
        [
          'mcp_servers = { files = { command = "x" } }\n',
          /^Cannot change .*: what was put in would change the meaning of the rest/,
        ],
        ["a = \n", /^Cannot read ".*config\.toml": it is no valid TOML \(.* at line 1, column 5\)/],
        [
          "[features]\nhooks = false\n",
          /^Cannot install hooks: Codex calls none, since ".*" says "features.hooks: false"/,
        ],
      ] as const
    ) {
      world.write(CONFIG, text);
      expect(errorOf(() => world.install("codex")).message).toMatch(message);
      expect(world.read(CONFIG)).toBe(text);
      expect(readdirSync(join(world.home, ".codex"))).toEqual(["config.toml"]);
    }
  });
});

describe("a file that is not as it should be", () => {
  const SETTINGS = ".claude/settings.json";

  test("is refused with the place, and nothing is changed", () => {
    for (
      const [text, message] of [
        ['{\n  "a": 1\n  "b": 2\n}', /it is no valid JSON \(CommaExpected at line 3, column 3\)/],
        ["[1]", /should hold an object and holds an array/],
        ['{"hooks": []}', /"hooks" should hold an object and holds an array/],
        ['{"hooks": {"Stop": {}}}', /"hooks.Stop" should hold an array and holds an object/],
        ['{"hooks": {}, "hooks": {}}', /"hooks" stands twice in one object/],
        ['{"disableAllHooks": true}', /^Cannot install hooks: Claude Code calls none, since/],
        [
          '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"memory hook claude-code"}]}]}}',
          /"Stop" in .* calls the memory already, by "memory hook claude-code"/,
        ],
        [
          '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x && /bin/memory hook claude-code"}]}]}}',
          /calls the memory already/,
        ],
      ] as const
    ) {
      world.write(SETTINGS, text);
      expect(errorOf(() => world.install("claude-code")).message).toMatch(message);
      expect(world.read(SETTINGS)).toBe(text);
      expect(readdirSync(join(world.home, ".claude"))).toEqual(["settings.json"]);
    }
    world.write(SETTINGS, new Uint8Array([0x7b, 0xff, 0x7d]));
    expect(errorOf(() => world.install("claude-code")).message).toMatch(/it is not UTF-8/);
  });

  test("since it is a folder, or a link to nothing, is refused, and no other file is changed", () => {
    mkdirSync(join(world.home, ".claude.json"));
    expect(errorOf(() => world.install("claude-code")).message).toMatch(/claude\.json": it is not a regular file/);
    expect(world.read(SETTINGS)).toBeNull();
    mkdirSync(join(world.home, ".cursor"));
    symlinkSync("nowhere.json", join(world.home, ".cursor/mcp.json"));
    expect(errorOf(() => world.install("cursor")).message).toMatch(
      /mcp\.json": the folder or the target of the link is missing/,
    );
    expect(readdirSync(join(world.home, ".cursor"))).toEqual(["mcp.json"]);
  });
});

describe("a file in its folder", () => {
  test("keeps its mode, and a link to it stays one", () => {
    const target = world.write("dotfiles/claude.json", "{}\n");
    chmodSync(target, 0o640);
    mkdirSync(join(world.home, ".claude"));
    const link = join(world.home, ".claude/settings.json");
    symlinkSync(target, link);
    world.install("claude-code");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(world.read("dotfiles/claude.json")).toContain("hook claude-code");
    expect(statSync(`${link}.memory-backup`).mode & 0o777).toBe(0o640);
    expect(world.read(".claude/settings.json.memory-backup")).toBe("{}\n");
    world.uninstall("claude-code");
    expect(world.read("dotfiles/claude.json")).toBe("{}\n");
    expect(readdirSync(join(world.home, ".claude"))).toEqual(["settings.json"]);
  });

  test("is not written by a dry run", () => {
    for (const client of ["claude-code", "codex", "gemini", "cursor", "opencode"]) {
      expect(world.install(client, { isDryRun: true }).length).toBeGreaterThan(0);
    }
    expect(readdirSync(world.home)).toEqual([]);
  });

  test("that was not there is gone again", () => {
    for (const client of ["claude-code", "codex", "gemini", "cursor", "opencode"]) {
      for (const scope of ["user", "project"] as const) {
        const made = world.install(client, { scope }).map(({ path, before }) => [path, before]);
        expect(made.length).toBeGreaterThan(0);
        expect(made.every(([, before]) => before === null)).toBe(true);
        world.uninstall(client, { scope });
      }
    }
    const files = readdirSync(world.home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.map(({ name }) => name)).toEqual([]);
  });
});
