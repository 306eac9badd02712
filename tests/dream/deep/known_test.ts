import { expect, test } from "bun:test";
import { knownEntries } from "../../../src/dream/deep/known.ts";
import { parseCurated } from "../../../src/workspace/curated.ts";
import { aCandidate } from "../../support/candidate.ts";
import { plainOrigins } from "../../support/plain_origins.ts";

const CLAIM = aCandidate({
  text: "The gateway listens on port 18790 behind the office router, and all are glad of it",
});

/** Returns the keys of candidates that are known to stand in a file with one entry. */
function known(text: string, source = "memory/2026-08-12.md#L3-L3"): string[] {
  const [line] = plainOrigins("MEMORY.md", [""]);
  if (line === undefined) throw new Error("one line has one origin");
  const { entries } = parseCurated(`- ${text} <!-- source: ${source} -->\n`);
  const standing = entries.map((entry) => ({ entry, origin: { ...line, origin: "agent" as const } }));
  return [...knownEntries([CLAIM], standing, 0.88).keys()];
}

test("an entry that names the claim's lines is the claim's, also with words left out", () => {
  expect(known(CLAIM.text)).toEqual([CLAIM.key]);
  expect(known("The gateway listens on port 18790 behind the office router, and all are glad")).toEqual([CLAIM.key]);
  expect(known("The gateway listens on port 18790 behind the office router")).toEqual([CLAIM.key]);
});

test("an entry with another number, with words of its own, or of other lines is not", () => {
  expect(known("The gateway listens on port 18791 behind the office router")).toEqual([]);
  expect(known("The gateway listens on port 18790 behind the old office router")).toEqual([]);
  expect(known("The gateway listens on port 18790 behind the office router", "memory/2026-08-12.md#L9-L9")).toEqual([]);
});
