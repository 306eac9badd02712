import { expect, test } from "bun:test";
import { codePoints } from "../../../src/base/text/measure.ts";
import { fence } from "../../../src/lanes/fence.ts";
import { lookedAt } from "../../../src/lanes/trigger/looked_at.ts";

test("a short message is looked at as it is", () => {
  expect(lookedAt("  How do we deploy?\n")).toBe("How do we deploy?");
});

test("of a long one the beginning and the end are looked at, and no character is cut in two", () => {
  const looked = lookedAt(`deploy ${"😀".repeat(500_000)} gateway`);
  expect(codePoints(looked)).toBe(4_000);
  expect([looked.startsWith("deploy"), looked.endsWith("gateway"), looked.isWellFormed()]).toEqual([true, true, true]);
});

test("what the memory put into it is left out", () => {
  expect(lookedAt(`${fence("The gateway listens on 18789", "MEMORY.md")}\nGo on`)).toBe("Go on");
});
