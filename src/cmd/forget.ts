import { defineCommand } from "./_declare.ts";
import { runForget } from "./_forget/run_forget.ts";

/** `memory forget SELECTOR`. */
export const command = defineCommand({
  details:
    "Shows the exact lines that would go, the same text elsewhere, and what was made from it. At a terminal it then asks; " +
    "elsewhere --apply does it, with --query only together with the --token of the preview. Gone are the lines, entries, pages of the dream, transcripts, index, vectors, candidates, " +
    "earlier versions of files and what the databases keep of deleted rows. A keyed hash stays, so that the text does not come back " +
    "by itself. An agent may have forgotten only what its own session wrote; anything else it asks the owner for. Without " +
    "arguments a forget that was interrupted is completed.",
  arguments: [{
    name: "SELECTOR",
    description:
      "Lines, a file, a key or words: path:3-5, path, c:0123456789ab, e:0123456789ab, i:0123456789ab, k:name",
    isVariadic: true,
    completion: "selector",
  }],
  flags: {
    query: { type: "string", value: "WORDS", description: "Every line that holds all these words" },
    session: {
      type: "string",
      value: "ID",
      description: "What a session wrote, and its transcript",
      completion: "session",
    },
    since: { type: "string", value: "DAY", description: "Lines of this day or later" },
    until: { type: "string", value: "DAY", description: "Lines of this day or earlier" },
    apply: { type: "boolean", description: "Do it, where nobody can be asked" },
    token: { type: "string", value: "TOKEN", description: "Only if exactly the lines of that preview would go" },
  },
  examples: [
    { command: "memory forget memory/2026-08-19.md:3", about: "one line; asks at a terminal" },
    { command: 'memory forget "port 18789"', about: "by its words" },
    { command: "memory forget --query 'gateway 18789'", about: "whatever holds both words" },
    { command: "memory forget --session 4f1c --apply", about: "what a session wrote" },
    { command: "memory forget", about: "complete one that was interrupted" },
  ],
  output: "answer",
  run: ({ arguments: words, flags, app, request, program }) =>
    runForget({ words, flags, request, program, opened: app() }),
});
