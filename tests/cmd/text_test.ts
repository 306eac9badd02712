import { describe, expect, test } from "bun:test";
import { queryTerms } from "../../src/base/text/query_terms.ts";
import { textStyle, wantsColour } from "../../src/cmd/_style.ts";
import { alignRows } from "../../src/cmd/_text/align.ts";
import { count } from "../../src/cmd/_text/count.ts";
import { failureNotices, leftOutNotices } from "../../src/cmd/_text/failure_notices.ts";
import { highlight } from "../../src/cmd/_text/highlight.ts";

describe("alignRows", () => {
  test("puts columns under each other, wide characters counting two and colour none", () => {
    const red = textStyle(true).red("ab");
    expect(alignRows([["ab", "x"], ["网关", "x"], [red, "x"]])).toEqual(["ab    x", "网关  x", `${red}    x`]);
  });

  test("leaves no blanks at the end of a line", () => {
    expect(alignRows([["a", ""], ["bb", "c"]])).toEqual(["a", "bb  c"]);
  });

  test("puts numbers at the right", () => {
    expect(alignRows([["n", "1"], ["n", "10"]], [1])).toEqual(["n   1", "n  10"]);
  });

  test("takes rows of different lengths", () => {
    expect(alignRows([["a"], ["b", "c", "d"]])).toEqual(["a", "b  c  d"]);
    expect(alignRows([])).toEqual([]);
  });
});

describe("highlight", () => {
  const paint = (word: string) => `[${word}]`;
  const shown = (text: string, query: string) => highlight(text, queryTerms(query).terms, paint);

  test("paints every word that answers a term, in whatever form it stands there", () => {
    expect(shown("Gateways of the gateway", "gateway")).toBe("[Gateways] of the [gateway]");
  });

  test("paints Chinese words, overlapping pairs as one", () => {
    expect(shown("默认网关端口是 18789", "网关端口")).toBe("默认[网关端口]是 18789");
  });

  test("changes nothing else", () => {
    expect(shown("nothing to see: <&> 😀", "gateway")).toBe("nothing to see: <&> 😀");
    expect(shown("", "gateway")).toBe("");
    expect(shown("a gateway", "")).toBe("a gateway");
  });
});

describe("colour", () => {
  test("is wanted at a terminal that can show it, unless NO_COLOR says otherwise", () => {
    expect(wantsColour(true, { TERM: "xterm" })).toBe(true);
    expect(wantsColour(true, {})).toBe(true);
    expect(wantsColour(false, { TERM: "xterm" })).toBe(false);
    expect(wantsColour(true, { NO_COLOR: "1" })).toBe(false);
    expect(wantsColour(true, { NO_COLOR: "" })).toBe(true);
    expect(wantsColour(true, { TERM: "dumb" })).toBe(false);
  });

  test("leaves text unchanged when it is off, and empty text always", () => {
    expect(textStyle(false).red("x")).toBe("x");
    expect(textStyle(true).red("")).toBe("");
    expect(textStyle(true).red("x")).toBe("\x1b[31mx\x1b[39m");
  });
});

test("counts agree with their nouns", () => {
  expect([count(0, "file"), count(1, "file"), count(2, "file"), count(2, "entry", "entries")]).toEqual([
    "0 files",
    "1 file",
    "2 files",
    "2 entries",
  ]);
});

test("files that cannot be read are named, the first three one by one", () => {
  const failures = ["a", "b", "c", "d", "e"].map((path) => ({ path, reason: "shut" }));
  expect(failureNotices({ failures: failures.slice(0, 1) })).toEqual(['Cannot read "a": shut']);
  expect(failureNotices({ failures })).toEqual([
    'Cannot read "a": shut',
    'Cannot read "b": shut',
    'Cannot read "c": shut',
    '2 more files cannot be read; "memory index" names them all',
  ]);
  expect(failureNotices({ failures: [] })).toEqual([]);
});

test("files that are left out are counted, for an answer without results", () => {
  const skipped = ["a", "b"].map((path) => ({ path, reason: "binary" }));
  expect(leftOutNotices({ skipped })).toEqual([
    'Nothing was found, but 2 files are left out of the index; "memory status" says why',
  ]);
  expect(leftOutNotices({ skipped: skipped.slice(1) })).toEqual([
    'Nothing was found, but 1 file is left out of the index; "memory status" says why',
  ]);
  expect(leftOutNotices({ skipped: [] })).toEqual([]);
});
