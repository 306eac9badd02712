/**
 * How each client is set up: events, time limits and places as in the clients' references of August 2026.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClientPlan, ClientSetup } from "./client_setup.ts";
import { type CommandParts, hookWords, serverWords, shellLine } from "./hook_command.ts";
import { type InstallPlace, userFolder } from "./install_place.ts";
import { jsonPiece, type WantedHook } from "./json_piece.ts";
import { OPENCODE_EVENTS, pluginPiece } from "./opencode_plugin.ts";
import { firstSwitch, type OffSwitch } from "./switches.ts";
import { tomlPiece } from "./toml_piece.ts";

/** What a client gives a hook before it is ended: a cold start after an update takes some of it. In seconds. */
const LIMIT_SECONDS = 10;
/** Gemini CLI counts in milliseconds. */
const LIMIT_MS = LIMIT_SECONDS * 1_000;

/** Events of tools have a pattern of their names; this one means all. */
const EVERY_TOOL = "*";

function planClaudeCode(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan {
  const folder = userFolder(place, ".claude", "CLAUDE_CONFIG_DIR");
  const project = join(place.projectDir, ".claude");
  const isProject = place.scope === "project";
  // A path of this machine is nobody else's business: the project's own file is shared, the local one is not.
  const path = isProject ? join(project, "settings.local.json") : join(folder, "settings.json");
  const servers = isProject
    ? join(place.projectDir, ".mcp.json")
    : join(folder === join(place.homeDir, ".claude") ? place.homeDir : folder, ".claude.json");
  const line = lineOf(place, command, "claude-code");
  const events = [
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "StopFailure",
    "PreCompact",
    "SessionEnd",
  ];
  const managed = join(managedFolder(place.platform), "managed-settings.json");
  const own = [join(folder, "settings.json"), ...isProject ? [join(project, "settings.json"), path] : []];
  return {
    pieces: [
      jsonPiece({
        ...bare(path, "claude-code", line),
        hooks: events.map((event) => grouped(event, { command: line, timeout: LIMIT_SECONDS })),
      }),
      serverPiece(servers, "claude-code", { command, keys: ["mcpServers"], withServer }),
    ],
    events,
    command: line,
    remarks: ["Claude Code reads its settings when a session starts: /hooks shows them"],
    switchedOff: () =>
      firstSwitch([
        { path: managed, keys: ["allowManagedHooksOnly"], value: true },
        ...[managed, ...own].map((each) => ({ path: each, keys: ["disableAllHooks"], value: true })),
      ]),
  };
}

function planCodex(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan {
  const user = userFolder(place, ".codex", "CODEX_HOME");
  const folder = place.scope === "project" ? join(place.projectDir, ".codex") : user;
  const line = lineOf(place, command, "codex");
  const events = ["SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "Stop"];
  const config = join(folder, "config.toml");
  const [program = "", ...args] = serverWords(command);
  const switches: OffSwitch[] = [join(user, "config.toml"), config].flatMap((path) =>
    ["hooks", "codex_hooks"].map((feature) => ({ path, keys: ["features", feature], value: false }))
  );
  return {
    pieces: [
      jsonPiece({
        ...bare(join(folder, "hooks.json"), "codex", line),
        hooks: events.map((event) => grouped(event, { command: line, timeout: LIMIT_SECONDS })),
      }),
      tomlPiece({
        path: config,
        keys: ["mcp_servers", "memory"],
        values: { command: program, args },
        isWanted: withServer,
      }),
    ],
    events,
    command: line,
    remarks: [
      "Codex runs new hooks only once you have looked at them: /hooks",
      "What you say in a window of Codex that its background server serves counts as the agent's: codex --no-daemon, or features.daemon_auto_start = false",
    ],
    switchedOff: () =>
      firstSwitch([
        { path: "/etc/codex/requirements.toml", keys: ["allow_managed_hooks_only"], value: true },
        ...switches,
      ]),
  };
}

function planGemini(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan {
  const user = join(userFolder(place, "", "GEMINI_CLI_HOME"), ".gemini");
  const folder = place.scope === "project" ? join(place.projectDir, ".gemini") : user;
  const path = join(folder, "settings.json");
  const line = lineOf(place, command, "gemini");
  const events = ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "PreCompress", "SessionEnd"];
  const files = [
    join(managedFolder(place.platform, "gemini-cli"), "settings.json"),
    join(user, "settings.json"),
    path,
  ];
  return {
    pieces: [jsonPiece({
      ...bare(path, "gemini", line),
      hooks: events.map((event) =>
        grouped(
          event,
          { command: line, name: "memory", timeout: LIMIT_MS },
          // Before each call of the model it tells of a compression that hardly ever comes; what came is seen afterwards.
          event === "PreCompress" ? "manual" : undefined,
        )
      ),
      server: { path: ["mcpServers", "memory"], value: serverOf(command), isWanted: withServer },
    })],
    events,
    command: line,
    remarks: ["Gemini CLI reads its settings when a session starts: /hooks list shows them"],
    switchedOff: () =>
      firstSwitch(files.map((each) => ({ path: each, keys: ["hooksConfig", "enabled"], value: false }))),
  };
}

function planCursor(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan {
  const folder = join(place.scope === "project" ? place.projectDir : place.homeDir, ".cursor");
  const line = lineOf(place, command, "cursor");
  const events = [
    "sessionStart",
    "beforeSubmitPrompt",
    "postToolUse",
    // Versions without the event above tell of these two kinds of tools alone.
    "afterShellExecution",
    "afterMCPExecution",
    "afterAgentResponse",
    "stop",
    "preCompact",
    "sessionEnd",
  ];
  return {
    pieces: [
      jsonPiece({
        ...bare(join(folder, "hooks.json"), "cursor", line),
        hooks: events.map((event) => ({ event, element: { command: line } })),
        needed: { version: 1 },
      }),
      serverPiece(join(folder, "mcp.json"), "cursor", { command, keys: ["mcpServers"], withServer }),
    ],
    events,
    command: line,
    remarks: ["Cursor gives an agent the memory at the start of a session only: --mcp lets it ask later"],
    switchedOff: () => null,
  };
}

function planOpencode(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan {
  const user = join(userFolder(place, ".config", "XDG_CONFIG_HOME"), "opencode");
  const isProject = place.scope === "project";
  const words = hookWords(command, "opencode");
  const settings = isProject ? place.projectDir : user;
  const config = ["opencode.jsonc", "opencode.json"].map((name) => join(settings, name));
  return {
    pieces: [
      pluginPiece(isProject ? join(place.projectDir, ".opencode") : user, words),
      jsonPiece({
        ...bare(config.find((path) => existsSync(path)) ?? join(settings, "opencode.json"), "opencode", ""),
        server: {
          path: ["mcp", "memory"],
          value: { type: "local", command: serverWords(command) },
          isWanted: withServer,
        },
      }),
    ],
    events: OPENCODE_EVENTS,
    command: shellLine(words, "linux"),
    remarks: ["OpenCode loads the plugin when it starts"],
    switchedOff: () => null,
  };
}

/** The clients whose settings are edited, by the name on the command line. */
export const CLIENT_SETUPS: ReadonlyMap<string, ClientSetup> = new Map(
  [
    { name: "claude-code", title: "Claude Code", plan: planClaudeCode },
    { name: "codex", title: "Codex", plan: planCodex },
    { name: "gemini", title: "Gemini CLI", plan: planGemini },
    { name: "cursor", title: "Cursor", plan: planCursor },
    { name: "opencode", title: "OpenCode", plan: planOpencode },
  ].map((setup) => [setup.name, setup]),
);

function lineOf({ platform }: InstallPlace, command: CommandParts, client: string): ClientPlan["command"] {
  return shellLine(hookWords(command, client), platform);
}

function grouped(
  event: string,
  handler: object,
  pattern: string | undefined = /Tool/.test(event) ? EVERY_TOOL : undefined,
): WantedHook {
  const matcher = pattern === undefined ? {} : { matcher: pattern };
  return { event, element: { ...matcher, hooks: [{ type: "command", ...handler }] } };
}

function bare(path: string, client: string, command: string) {
  return { path, client, command, hooks: [], needed: {}, server: null };
}

function serverOf(command: CommandParts): object {
  const [program = "", ...args] = serverWords(command);
  return { command: program, args };
}

interface ServerEntry {
  readonly command: CommandParts;
  readonly keys: readonly string[];
  readonly withServer: boolean;
}

function serverPiece(path: string, client: string, { command, keys, withServer }: ServerEntry) {
  const server = { path: [...keys, "memory"], value: serverOf(command), isWanted: withServer };
  return jsonPiece({ ...bare(path, client, ""), server });
}

/** Where an administrator settles what users may do. */
function managedFolder(platform: string, linux = "claude-code"): string {
  const mac = linux === "claude-code" ? "ClaudeCode" : "GeminiCli";
  if (platform === "darwin") return `/Library/Application Support/${mac}`;
  if (platform === "win32") {
    return linux === "claude-code" ? `C:\\Program Files\\${mac}` : "C:\\ProgramData\\gemini-cli";
  }
  return `/etc/${linux}`;
}
