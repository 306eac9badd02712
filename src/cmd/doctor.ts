import { type Examination, examine, findingsOf } from "../app/doctor/examine.ts";
import { mend } from "../app/doctor/mend.ts";
import { EXIT_CODES } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";
import { doctorJson } from "./_doctor/doctor_json.ts";
import { MEND_WAYS, soundness } from "./_doctor/mend_ways.ts";
import { doctorText } from "./_text/doctor_text.ts";

/** `memory doctor`. */
export const command = defineCommand({
  details:
    "Looks at everything and says what is wrong, where, and which command mends it: settings, folders, disk, native parts, both " +
    "databases, the index against the disk, each lane of search with a real question, files, grammar, budgets, lines, nights, " +
    "schedule, hooks, intents, models, and what killed processes left. It goes on where other commands fail, and changes " +
    "nothing; its question is no recall. With --fix it mends what follows from files and state: never Markdown, never what " +
    "only the state knows. The exit code is 0 if nothing is wrong (notes do not count), 5 with warnings, 1 if something is " +
    "broken.",
  arguments: [],
  flags: {
    fix: {
      type: "boolean",
      description: "Build the index anew where it needs it, take away leftovers, complete forgets that began",
    },
  },
  examples: [
    { command: "memory doctor", about: "what is wrong, and what to type" },
    { command: "memory doctor --fix", about: "mend what can be derived, and look again" },
    { command: "memory doctor --json | jq -r '.findings[].command'", about: "for a script" },
  ],
  output: "answer",
  async run({ flags, request, program }) {
    program.progress("Looking at everything …");
    const before = await examine(request());
    const repairs = flags.fix
      ? await mend(request(), { findings: findingsOf(before), ...soundness(before) }, MEND_WAYS)
      : [];
    const after = repairs.length === 0 ? before : await examine(request());
    return {
      json: doctorJson(after, repairs),
      text: (style) => doctorText(after, repairs, style),
      exitCode: CODES[after.verdict],
    };
  },
});

const CODES: Readonly<Record<Examination["verdict"], number>> = {
  healthy: 0,
  warning: EXIT_CODES.partial,
  broken: EXIT_CODES.failed,
};
