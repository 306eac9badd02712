/**
 * How known agents and schedulers show themselves (SPEC 4.4): exact environment markers, exact process and package
 * names. This file is the whole list; a client is added here and nowhere else.
 *
 * A marker is a variable that a client sets for the commands it runs. Variables by which a person configures a client
 * (`CODEX_HOME`, `GEMINI_API_KEY`) or that an editor sets in a person's own terminal (`CURSOR_TRACE_ID`,
 * `TERM_PROGRAM`) prove nothing and are not here.
 *
 * @module
 */

/** A variable that a client sets for the commands it runs. */
export interface EnvironmentMarker {
  /** Its exact name. */
  readonly variable: string;
  /** The value it must have; any value that is not empty if `null`. */
  readonly value: string | null;
  /** Short name of the client, as in `claude-code`. */
  readonly client: string;
}

/** Markers of agents. More specific clients come first: Amp sets Claude Code's marker as well as its own. */
export const AGENT_MARKERS: readonly EnvironmentMarker[] = [
  // Amp: thread of the running agent, and its value of the shared variable AGENT.
  { variable: "AMP_CURRENT_THREAD_ID", value: null, client: "amp" },
  { variable: "AGENT", value: "amp", client: "amp" },
  // Claude Code: documented for its shell tool; the other two for hooks, MCP servers and child sessions.
  { variable: "CLAUDECODE", value: null, client: "claude-code" },
  { variable: "CLAUDE_CODE_SESSION_ID", value: null, client: "claude-code" },
  { variable: "CLAUDE_CODE_CHILD_SESSION", value: null, client: "claude-code" },
  // Codex: the shell tool's environment in its source (thread, sandbox type, network off, unified exec).
  { variable: "CODEX_THREAD_ID", value: null, client: "codex" },
  { variable: "CODEX_SANDBOX", value: null, client: "codex" },
  { variable: "CODEX_SANDBOX_NETWORK_DISABLED", value: null, client: "codex" },
  { variable: "CODEX_CI", value: null, client: "codex" },
  // Gemini CLI: documented for run_shell_command; Qwen Code is a fork with its own.
  { variable: "GEMINI_CLI", value: null, client: "gemini" },
  { variable: "QWEN_CODE", value: null, client: "qwen-code" },
  // Cursor's agent, in the terminal and in the editor. Its terminal for people has other variables.
  { variable: "CURSOR_AGENT", value: null, client: "cursor" },
  // OpenCode: set in its entry file for everything it starts; forks keep the name.
  { variable: "OPENCODE", value: null, client: "opencode" },
  // OpenClaw: documented for its exec tool (`exec`) and for lines typed with `!` in its chat (`tui-local`).
  { variable: "OPENCLAW_SHELL", value: null, client: "openclaw" },
  // GitHub Copilot CLI, for hooks and commands.
  { variable: "COPILOT_CLI", value: null, client: "copilot" },
  // Goose: terminal tool, and its value of AGENT.
  { variable: "GOOSE_TERMINAL", value: null, client: "goose" },
  { variable: "AGENT", value: "goose", client: "goose" },
  // Crush: shell tool.
  { variable: "CRUSH", value: null, client: "crush" },
  { variable: "AGENT", value: "crush", client: "crush" },
  // Editor extensions that set a marker in the terminals they drive.
  { variable: "CLINE_ACTIVE", value: null, client: "cline" },
  { variable: "ROO_ACTIVE", value: null, client: "roo-code" },
  { variable: "AUGMENT_AGENT", value: null, client: "augment" },
  // pi: session of the running agent.
  { variable: "PI_SESSION_ID", value: null, client: "pi" },
  { variable: "PI_CODING_AGENT", value: null, client: "pi" },
  // The shared convention of several smaller agents.
  { variable: "AI_AGENT", value: null, client: "other" },
];

/** Variables that hold the id of the session in which a command runs, best first. */
export const SESSION_VARIABLES: readonly string[] = [
  "AMP_CURRENT_THREAD_ID",
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "PI_SESSION_ID",
];

/**
 * Base names of executables and of the scripts their packages install, lower case, without extension. Editors with an
 * agent inside are not here: a person types in their terminals too.
 */
export const AGENT_PROCESSES: Readonly<Record<string, string>> = {
  aider: "aider",
  amp: "amp",
  auggie: "augment",
  claude: "claude-code",
  codex: "codex",
  copilot: "copilot",
  crush: "crush",
  "cursor-agent": "cursor",
  // What OpenCode's package starts.
  ".opencode": "opencode",
  gemini: "gemini",
  goose: "goose",
  openclaw: "openclaw",
  "openclaw-gateway": "openclaw",
  opencode: "opencode",
  pi: "pi",
  qwen: "qwen-code",
};

/** Packages whose script has a name of no use (`cli.js`, `index.js`), as they stand under `node_modules/`. */
export const AGENT_PACKAGES: Readonly<Record<string, string>> = {
  "@anthropic-ai/claude-code": "claude-code",
  "@augmentcode/auggie": "augment",
  "@github/copilot": "copilot",
  "@google/gemini-cli": "gemini",
  "@mariozechner/pi-coding-agent": "pi",
  "@openai/codex": "codex",
  "@qwen-code/qwen-code": "qwen-code",
  "@sourcegraph/amp": "amp",
  "opencode-ai": "opencode",
  openclaw: "openclaw",
};

/** Words on a client's command line with which it gives one answer and ends: nobody sits before it (SPEC 4.4). */
export const AGENT_BATCH_WORDS: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["-p", "--print", "--input-format", "--output-format"],
  codex: ["exec", "e", "mcp-server", "app-server"],
  cursor: ["-p", "--print", "--output-format", "acp"],
  gemini: ["-p", "--prompt", "-o", "--output-format", "--acp", "--experimental-acp"],
  opencode: ["run", "serve", "web", "acp", "github"],
};

/**
 * Base names of programs that start jobs by the clock, lower case (vixie-cron upper-cases the name of its children).
 * `systemd` and `launchd` are ancestors of everything and prove nothing; see {@linkcode SCHEDULER_MARKERS}.
 */
export const SCHEDULER_PROCESSES: ReadonlySet<string> = new Set([
  "anacron",
  "atd",
  "atrun",
  "bcron-exec",
  "bcron-sched",
  "cron",
  "crond",
  "fcron",
  "mcron",
  "supercronic",
]);

/** Variables that systemd (252 and later) sets for a service that a timer started; see systemd.exec(5). */
export const SCHEDULER_MARKERS: readonly string[] = ["TRIGGER_TIMER_REALTIME_USEC", "TRIGGER_TIMER_MONOTONIC_USEC"];
