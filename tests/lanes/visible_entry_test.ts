import { expect, test } from "bun:test";
import fc from "fast-check";
import { visibleEntry, visibleMarkdown } from "../../src/lanes/visible_entry.ts";
import { type CuratedEntry, parseCurated } from "../../src/workspace/curated.ts";
import { SEED } from "../support/any_text.ts";

/** The long way, which looks at every comment. */
function longWay({ raw, text }: Pick<CuratedEntry, "raw" | "text">): string {
  if (!raw.includes("<!--")) return text;
  return parseCurated(visibleMarkdown(raw)).entries.map((entry) => entry.text).join("\n");
}

test("the short way for entries that end in annotations gives what the long way does, whatever stands in them", () => {
  const marks = [
    "<!-- importance: 3 -->",
    "<!-- trigger: x, y -->",
    "<!-- secret -->",
    "<!--",
    "-->",
    "<!-- expires: never -->",
  ];
  const words = [
    "a",
    " b",
    "网关",
    "`",
    "``",
    "```",
    "\\",
    "[x] ",
    "\n  - child",
    "\n  more",
    "\n <!-- key: a -->",
    "|",
    "> ",
    "#",
  ];
  const piece = fc.oneof(fc.constantFrom(...words), fc.constantFrom(...marks, " ", "  "));
  const line = fc.tuple(fc.constantFrom("- ", "", "* "), fc.array(piece, { minLength: 1, maxLength: 8 }), fc.boolean())
    .map(([bullet, parts, isMarked]) =>
      `${bullet}${parts.join("")}${isMarked ? " <!-- importance: 3 --> <!-- key: a.b -->" : ""}\n`
    );
  fc.assert(
    fc.property(line, (text) => {
      for (const entry of parseCurated(text).entries) expect(visibleEntry(entry)).toBe(longWay(entry));
    }),
    { seed: SEED, numRuns: 3_000 },
  );
});
