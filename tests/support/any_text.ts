/**
 * Texts for property tests: what a diary may hold, in all scripts, broken and hostile.
 *
 * @module
 */
import fc from "fast-check";

/** One seed for all property tests, so that a failure comes again. */
export const SEED = 20260819;

const BITS = [
  "gateway",
  "Gateway's",
  "don’t",
  "SQLite",
  "getUserName",
  "max_retry_count",
  "2026.4.10",
  "C++",
  "C#",
  ".NET",
  "@scope/pkg",
  "#tag",
  "https://example.com/a?b=c",
  "v1.2.3",
  "数据库",
  "猫",
  "カタカナ",
  "ｶﾞｷﾞ",
  "한국어",
  "𠮷野家",
  "Ａ１",
  "ﬁne",
  "e\u0301te\u0301",
  "İstanbul",
  "ΟΔΟΣ",
  "привет",
  "مرحبا",
  "สวัสดี",
  "😀",
  "👩‍👩‍👧",
  "1️⃣",
  "㍿",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\ud800",
  "\udc00",
  "\ufffd",
  "\u0000",
  "'",
  '"',
  "“",
  "”",
  "AND",
  "NEAR(",
  "*",
  "-",
  "--",
  "..",
  "://",
  " ",
  "  ",
  "\t",
  "\n",
  "。",
  "，",
  "…",
] as const;

/** Words, signs and raw characters in any order. */
export function anyText(): fc.Arbitrary<string> {
  const bit = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...BITS) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  );
  return fc.array(bit, { maxLength: 24 }).map((bits) => bits.join(""));
}

const ROWS = [
  "",
  "  ",
  "# 2026-08-19",
  "## Gateway",
  "##标题",
  "- The gateway listens on port 18789",
  "- 我们决定把数据库换成 SQLite <!-- importance: 7 -->",
  "  wrapped <!-- project: example.com/a/b -->",
  "\t- nested",
  "1. first",
  "• dot",
  "plain prose",
  "```",
  "```bash",
  "~~~~",
  "- ```js",
  "> quoted",
  "> ```",
  "<!--",
  "-->",
  "<!-- importance: 3 -->",
  "text <!-- open",
  "<!-- openclaw:dreaming:light:start -->",
  "<!-- openclaw:dreaming:light:end -->",
  "<memory-data>",
  "</memory-data>",
  "| a | b |",
  "--- | ---",
  "---",
  "* * *",
  "title: x",
  "<<<<<<< HEAD",
  "=======",
  ">>>>>>> theirs",
  "`code",
  "#NoBlank",
  "+++",
  "...",
  "1) first",
  "* star",
  "    indented code <!-- importance: 9 -->",
  "- ``` <!-- key: x --> ```",
  "- use `` <!-- importance: 9 --> ` `` here",
  "````",
  "> - quoted bullet",
  "- [ ] box <!-- trigger: a, b; c -->",
  "\ufeff# marked",
  "a\rb",
  "\u202eمرحبا بالعالم",
  "👩‍👩‍👧‍👦 🏳️‍🌈",
  "\u0301\u0301 marks",
  "<details><summary>x</summary>",
  "        - eight blanks <!-- expires: 2026-12-31 -->",
  "<!-- observed: 2026-08-19 | status: active -->",
  "- <!-- source: memory/a.md#L3-L5 --> <!-- key: a.b -->",
] as const;

/** Files of such rows, some of them wild, with `\n` between them. */
export function anyNote(): fc.Arbitrary<string> {
  const row = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ROWS) },
    { weight: 1, arbitrary: anyText().map((text) => text.replaceAll("\n", " ")) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 300, max: 4000 }).map((length) => "字。word ".repeat(length).slice(0, length)),
    },
  );
  return fc.array(row, { maxLength: 60 }).map((rows) => rows.join("\n"));
}
