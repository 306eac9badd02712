import type { FlagValues } from "./_declare.ts";

/** Flags that every command takes, before or after its name (SPEC 3.1, 11.4). */
export const GLOBAL_FLAGS = {
  workspace: {
    type: "string",
    value: "FOLDER",
    description: "Use this workspace instead of looking for one",
    completion: "folder",
  },
  dataDir: {
    type: "string",
    value: "FOLDER",
    description: "Use this data folder instead of the one beside the workspace",
    completion: "folder",
  },
  json: { type: "boolean", description: "Print one JSON document, as in a pipe" },
  text: { type: "boolean", description: "Print text, as at a terminal" },
  quiet: { type: "boolean", short: "q", description: "Print no progress and no notices on stderr" },
  verbose: { type: "boolean", description: "Print the whole chain of causes of an error" },
  help: { type: "boolean", short: "h", description: "Print help" },
  version: { type: "boolean", short: "V", description: "Print the version" },
} as const;

/** The values of {@linkcode GLOBAL_FLAGS}. */
export type GlobalFlagValues = FlagValues<typeof GLOBAL_FLAGS>;
