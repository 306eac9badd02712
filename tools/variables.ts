/** One environment variable that the program reads. */
export interface VariableDeclaration {
  /** As the shell knows it. */
  readonly name: string;
  /** One line, imperative, no final stop. */
  readonly description: string;
}

/** Every environment variable that the program itself reads, for the documents. */
export const VARIABLES: readonly VariableDeclaration[] = [
  { name: "MEMORY_WORKSPACE", description: "Use this workspace, unless --workspace names one" },
  { name: "MEMORY_DATA_DIR", description: "Use this data folder, unless --data-dir names one" },
  { name: "MEMORY_SESSION_KIND", description: "Declare the kind of session; it can lower trust, never raise it" },
  { name: "MEMORY_CHAT", description: "Declare who can read the conversation: direct, group or channel" },
  { name: "MEMORY_NOW", description: "Freeze the time, ISO 8601 with offset; only in a simulated workspace" },
  { name: "MEMORY_CALLER", description: "Stand for owner, agent or none; only in a simulated workspace" },
  { name: "MEMORY_TIMING", description: "Print the time of each phase on stderr if it is 1" },
  { name: "MEMORY_INSIDE", description: "Set by the program for what it starts itself: hooks called there do nothing" },
  { name: "NO_COLOR", description: "Print no colour if it is set and not empty; TERM=dumb does the same" },
  { name: "XDG_CONFIG_HOME", description: "Look for the user's settings in memory/ below this folder (~/.config)" },
  {
    name: "XDG_DATA_HOME",
    description: "Look for the folders of shells' completions below this folder (~/.local/share)",
  },
  {
    name: "XDG_STATE_HOME",
    description: "Keep the registry of workspaces in memory/ below this folder (~/.local/state)",
  },
  { name: "XDG_CACHE_HOME", description: "Unpack native libraries into memory/ below this folder (~/.cache)" },
  { name: "MEMORY_CACHE_DIR", description: "Unpack native libraries into this folder itself" },
];
