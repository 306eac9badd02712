import type { CommandEntry } from "./_declare.ts";

/** Every command in the order of help. A module is loaded when its command is chosen, never before. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "init", summary: "Make a folder a workspace", load: () => import("./init.ts") },
  { name: "note", summary: "Append a line to today's diary", load: () => import("./note.ts") },
  {
    name: "remember",
    summary: "Write a directive or a fact at once, on your order",
    load: () => import("./remember.ts"),
  },
  { name: "ingest", summary: "Take up transcripts of agents", load: () => import("./ingest.ts") },
  { name: "flush", summary: "Save notes before a context is compacted", load: () => import("./flush.ts") },
  { name: "import", summary: "Copy in what other assistants remember", load: () => import("./import.ts") },
  { name: "search", summary: "Search the memory", load: () => import("./search.ts") },
  { name: "get", summary: "Read lines of a file", load: () => import("./get.ts") },
  { name: "recall", summary: "Print what an agent should know at a message", load: () => import("./recall.ts") },
  {
    name: "bootstrap",
    summary: "Print what an agent gets at the start of a session",
    load: () => import("./bootstrap.ts"),
  },
  { name: "project", summary: "Show and change the active projects", load: () => import("./project.ts") },
  { name: "dream", summary: "Decide what deserves to be kept for good", load: () => import("./dream.ts") },
  { name: "cron", summary: "Have a sweep started every night", load: () => import("./cron.ts") },
  { name: "daemon", summary: "Watch and dream in the foreground", load: () => import("./daemon.ts") },
  { name: "trust", summary: "Vouch for lines that are not trusted", load: () => import("./trust.ts") },
  { name: "distrust", summary: "Hold lines as untrusted", load: () => import("./distrust.ts") },
  {
    name: "forget",
    summary: "Make lines, and all that was made from them, gone for good",
    load: () => import("./forget.ts"),
  },
  { name: "blame", summary: "Tell where a line came from and what became of it", load: () => import("./blame.ts") },
  { name: "index", summary: "Bring the index up to date", load: () => import("./index.ts") },
  { name: "status", summary: "Show the state of everything", load: () => import("./status.ts") },
  { name: "model", summary: "Show, choose and check the embedding model", load: () => import("./model.ts") },
  { name: "config", summary: "Show and change settings", load: () => import("./config.ts") },
  { name: "eval", summary: "Measure the search by questions with known answers", load: () => import("./eval.ts") },
  { name: "hook", summary: "Answer a hook of an agent", load: () => import("./hook.ts") },
  { name: "completions", summary: "Print the completion script of a shell", load: () => import("./completions.ts") },
  { name: "help", summary: "Show help for a command", load: () => import("./help.ts") },
  { name: "version", summary: "Show the version", load: () => import("./version.ts") },
];
