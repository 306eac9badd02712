import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendHeard, dropHeard, heardPath, pruneHeard } from "../../src/workspace/heard_words.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "memory-heard-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const SESSION = { client: "cursor", session: "s1", startedAt: "2026-08-19T09:00:00+08:00", folder: "/work/app" };
const AT = "2026-08-19T09:01:00+08:00";

function hear(...texts: string[]): string {
  appendHeard({ dataDir }, SESSION, texts.map((text) => ({ role: "user" as const, id: text, at: AT, text })));
  return heardPath({ dataDir }, SESSION);
}

test("a message that goes is taken out of the file, and all others stay in their order", () => {
  const path = hear("The gateway listens on 18789", "网关在码头", "The pier opens at nine");
  dropHeard({ dataDir }, (text) => text.includes("网关"));
  const left = readFileSync(path, "utf8");
  expect(left).not.toContain("网关");
  const lines = left.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  expect(lines.map(({ type, text }) => text ?? type)).toEqual([
    "session",
    "The gateway listens on 18789",
    "The pier opens at nine",
  ]);
  expect(existsSync(`${path}.cut`)).toBe(false);
});

test("a line that a process left torn goes with the words that are in it", () => {
  const path = hear("one");
  appendHeard({ dataDir }, SESSION, []);
  const torn = '{"type":"message","text":"网关在';
  appendFileSync(path, torn);
  dropHeard({ dataDir }, (text) => text.includes("网关"));
  expect(readFileSync(path, "utf8")).not.toContain("网关");
  expect(readFileSync(path, "utf8")).toContain('"one"');
});

test("a file in which nothing goes is not touched, and none need be there", () => {
  dropHeard({ dataDir }, () => true);
  const path = hear("one");
  const before = readFileSync(path, "utf8");
  dropHeard({ dataDir }, () => false);
  expect(readFileSync(path, "utf8")).toBe(before);
  pruneHeard({ dataDir }, Infinity);
  expect(existsSync(path)).toBe(false);
});
