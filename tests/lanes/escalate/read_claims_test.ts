import { expect, test } from "bun:test";
import fc from "fast-check";
import { liveFiles } from "../../../src/lanes/live_files.ts";
import { ClaimReader } from "../../../src/lanes/escalate/read_claims.ts";
import { anyNote, SEED } from "../../support/any_text.ts";
import { memoryAt } from "../../support/memory_at.ts";

const LONG = "This line of prose is as wide as the margin at which editors wrap their";

test("the statements around a line are the same whether the whole file is looked at or a part of it", () => {
  const memory = memoryAt("2026-08-19T09:00:00+08:00");
  const path = "memory/2026-08-18.md";
  const read = (text: string, first: number, last: number) => {
    memory.write({ [path]: text });
    const context = {
      mayUse: () => ({ passes: true, reason: null }),
      today: "2026-08-19",
      activeProjects: new Set<string>(),
    };
    return new ClaimReader({ files: liveFiles(memory), ...context }).read(path, { first, last });
  };
  const line = fc.constantFrom(
    "- an item of some words",
    "  and what belongs to it",
    LONG,
    "lines of it",
    "",
    "Then:",
    "```",
  );
  const long = fc.array(line, { minLength: 20, maxLength: 60 }).map((lines) => lines.join("\n"));
  try {
    fc.assert(
      fc.property(fc.oneof(long, anyNote()), fc.integer({ min: 1, max: 60 }), fc.nat(6), (text, first, more) => {
        const body = text.replaceAll("<!--", "");
        // A comment anywhere makes it look at all of the file.
        const whole = read(`${body}\n\n# End\n\n<!-- nothing -->\n`, first, first + more);
        expect(read(`${body}\n\n# End\n`, first, first + more)).toEqual(whole);
      }),
      { seed: SEED, numRuns: 150 },
    );
  } finally {
    memory.close();
  }
});
