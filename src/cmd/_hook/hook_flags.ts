import type { FlagDeclarations } from "../_declare.ts";

/** What `memory hook` does beside answering a client. */
export const HOOK_ACTIONS = ["install", "uninstall", "status", "print"] as const;

/** The clients whose settings are edited. */
const CLIENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"] as const;
/** Our names of what happens in a client (SPEC 11.6). */
const EVENTS = ["start", "prompt", "tool", "reply", "precompact", "end"] as const;

/** What stands behind each first word. */
export const HOOK_WORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...HOOK_ACTIONS.map((action) => [action, CLIENTS] as const),
  ...CLIENTS.map((client) => [client, EVENTS] as const),
]);

/** The flags of these; a client that calls uses none. */
export const HOOK_FLAGS = {
  client: {
    type: "string",
    value: "NAME",
    choices: CLIENTS,
    description: "Whose settings; for status all of them if left out",
  },
  scope: {
    type: "string",
    value: "SCOPE",
    choices: ["user", "project"],
    description: "Settings of yours, or of the current project",
    default: "user; for status both",
  },
  mcp: { type: "boolean", description: "For install, print: enter the MCP server as well" },
  schedule: {
    type: "boolean",
    description:
      "For install: have a sweep started every night, which may write once seven nights have shown what they would",
  },
  dryRun: { type: "boolean", description: "For install, uninstall: change nothing and show the difference" },
} as const satisfies FlagDeclarations;
