import type { CommandEntry } from "./_declare.ts";

/** Every command in the order of help. A module is loaded when its command is chosen, never before. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "init", summary: "Make a folder a workspace", load: () => import("./init.ts") },
  { name: "config", summary: "Show and change settings", load: () => import("./config.ts") },
  { name: "completions", summary: "Print the completion script of a shell", load: () => import("./completions.ts") },
  { name: "help", summary: "Show help for a command", load: () => import("./help.ts") },
  { name: "version", summary: "Show the version", load: () => import("./version.ts") },
];
