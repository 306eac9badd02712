import { selectDeps } from "../app/select_deps.ts";
import { distrust } from "../capture/trust/distrust.ts";
import type { LineOrigin } from "../provenance/origin.ts";
import { select } from "../select/select.ts";
import { defineCommand } from "./_declare.ts";
import { distrustText } from "./_text/trust_text.ts";

/** `memory distrust SELECTOR`. */
export const command = defineCommand({
  details:
    "Books lines as untrusted: they can still be found, but are neither promoted nor given to an agent unasked, and " +
    "what repeats them is untrusted too, wherever it stands. No file is changed. Anybody may lower what nobody vouched for; " +
    "what the owner typed or attested only the owner. memory trust takes it back.",
  arguments: [{
    name: "SELECTOR",
    description: "Lines, a file, a key or words: path:3-5, path, c:0123456789ab, e:0123456789ab, k:name",
    isRequired: true,
    isVariadic: true,
    completion: "selector",
  }],
  flags: {},
  examples: [
    { command: "memory distrust memory/topics.md:12", about: "one line" },
    { command: "memory distrust memory/2026-08-19-call.md", about: "a whole file" },
  ],
  output: "answer",
  async run({ arguments: words, app }) {
    const opened = await app();
    const { state, clock, originsOf, notices } = opened;
    const range = select(selectDeps(opened), words.join(" "));
    const { path } = range.file;
    const caller = opened.caller();
    const lines = distrust({ state, clock, originsOf, caller }, range);
    // An agent is given such a text by a read only (SPEC 4.5).
    const isWithheld = (was: LineOrigin) => caller.client !== null && was.origin === "untrusted";
    const told = lines.map(({ startLine, endLine, raw, was }) => ({
      startLine,
      endLine,
      ...isWithheld(was) ? { text: "", withheld: true } : { text: raw.trimEnd() },
      was: was.origin,
      state: was.state,
    }));
    return {
      json: { path, distrusted: lines.length, lines: told, notices },
      text: (style) => distrustText(path, lines, style),
      notices,
    };
  },
});
