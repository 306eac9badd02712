import { expect, test } from "bun:test";
import { textStyle } from "../../src/cmd/_style.ts";
import { trustRows } from "../../src/cmd/_text/trust_page.ts";
import type { LineOrigin } from "../../src/provenance/origin.ts";

const ORIGIN: LineOrigin = {
  origin: "untrusted",
  sessionKind: "unknown",
  state: "unbooked",
  observedAt: null,
  session: null,
  isImport: false,
  why: "marked untrusted in the file",
};

function rowsOf(raw: string): string {
  return trustRows({ lines: [{ startLine: 1, endLine: 1, raw, origin: ORIGIN, alsoAt: [] }] }, textStyle(false)).join(
    "\n",
  );
}

test("a word of mixed letters is named, also of scripts that few know", () => {
  expect(rowsOf("pаypal is fine")).toContain('"pаypal" mixes letters');
  expect(rowsOf("is Ꭺpple fine")).toContain('"Ꭺpple" mixes letters');
  expect(rowsOf("привет world")).not.toContain("mixes");
});

test("a selector of emoji is written out like every other character that is not seen", () => {
  expect(rowsOf("a\ufe0fb\u{e0041}c\u202e")).toContain("a‹U+FE0F›b‹U+E0041›c‹U+202E›");
});

test("one word as long as a file takes time in line with its length", () => {
  expect(rowsOf("ж".repeat(300_000))).not.toContain("mixes");
});
