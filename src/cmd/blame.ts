import { withheldFrom } from "../app/withheld.ts";
import { blame } from "../dream/blame/blame.ts";
import type { Story } from "../dream/blame/story.ts";
import { sync } from "../pipeline/sync.ts";
import { defineCommand } from "./_declare.ts";
import { handedTo } from "./_handed_to.ts";
import type { TextStyle } from "./_style.ts";
import { UNTRUSTED_LINES } from "./_untrusted_notice.ts";
import { blameText } from "./_text/blame_text.ts";

/** `memory blame SELECTOR`. */
export const command = defineCommand({
  details:
    "Tells the whole story of a line or of an entry of MEMORY.md: who wrote it and when, what it was needed for, what each " +
    "sweep said of it, how it was promoted, what it replaced and what replaced it, and when it was given to agents. Also of " +
    "what has left the files; of what was forgotten only that. Something unknown is no error.",
  arguments: [{
    name: "SELECTOR",
    description: "A line, an entry, a key or words: path:3, MEMORY.md:5, c:0123456789ab, e:0123456789ab, k:name",
    isRequired: true,
    isVariadic: true,
    completion: "selector",
  }],
  flags: {},
  examples: [
    { command: "memory blame MEMORY.md:5", about: "why this entry is there" },
    { command: 'memory blame "port 18789"', about: "the same by its words" },
  ],
  output: "answer",
  async run({ arguments: words, app, program }) {
    const opened = await app();
    program.progress("Reading the memory …");
    const report = sync(opened);
    const { layout, state, index, clock, originsOf, config } = opened;
    const { dream, remember: { keepSupersededDays } } = config;
    const deps = {
      layout,
      state,
      index,
      clock,
      originsOf,
      config: dream,
      keepSupersededDays,
      withheld: withheldFrom(opened),
    };
    const story = blame(deps, words.join(" "));
    // Before it is printed, as for a read.
    const caller = opened.caller();
    if (tellsUntrusted(story) && caller.client !== null) opened.taintWriter(UNTRUSTED_LINES);
    const notices = [...opened.notices, ...report.notices];
    const answer = { json: { ...story, notices }, text: (style: TextStyle) => blameText(story, style), notices };
    return handedTo(opened, { client: caller.client, source: "blame" }, answer);
  },
});

/** Of what stands nowhere any more and never became an entry nobody can say that it was trusted. */
function tellsUntrusted({ text, lines, entries, promotions }: Story): boolean {
  if ([...lines, ...entries].some(({ origin }) => origin === "untrusted")) return true;
  return text !== null && lines.length + entries.length + promotions.length === 0;
}
