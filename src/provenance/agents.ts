/**
 * How known agents and schedulers show themselves: exact environment markers and exact process names (SPEC 4.4).
 *
 * @module
 */

/** A variable that a client sets for the commands it runs. */
export interface EnvironmentMarker {
  readonly variable: string;
  readonly client: string;
}

/** Variables set for commands that an agent runs; never variables by which a person configures a client. */
export const AGENT_MARKERS: readonly EnvironmentMarker[] = [
  { variable: "CLAUDECODE", client: "claude-code" },
  { variable: "CLAUDE_CODE_SESSION_ID", client: "claude-code" },
  { variable: "GEMINI_CLI", client: "gemini" },
  { variable: "OPENCODE", client: "opencode" },
  { variable: "CURSOR_AGENT", client: "cursor" },
];

/** Base names of the clients' executables or launched scripts. */
export const AGENT_PROCESSES: Readonly<Record<string, string>> = {
  claude: "claude-code",
  codex: "codex",
  gemini: "gemini",
  opencode: "opencode",
  "cursor-agent": "cursor",
  openclaw: "openclaw",
};

/** Base names of programs that start jobs by the clock. */
export const SCHEDULER_PROCESSES: ReadonlySet<string> = new Set(["cron", "crond", "anacron", "atd", "fcron"]);
