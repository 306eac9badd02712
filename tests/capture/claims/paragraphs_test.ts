import { describe, expect, test } from "bun:test";
import { paragraphs } from "../../../src/capture/claims/paragraphs.ts";

function parts(text: string): string[] {
  return paragraphs(text).map(({ start, end }) => text.slice(start, end));
}

const LONG = "The nightly backup of the customer database goes to the second bucket in";

describe("paragraphs", () => {
  test("are lines, and items of lists without their markers", () => {
    expect(parts("One.\nTwo.\n\n- three\n* four\n1. five\n2) six\n- [x] seven\n① eight\n（1）nine")).toEqual([
      "One.",
      "Two.",
      "three",
      "four",
      "five",
      "six",
      "seven",
      "eight",
      "nine",
    ]);
  });

  test("hold together what a margin cut, and not what a person ended", () => {
    expect(parts(`${LONG}\nFrankfurt.`)).toEqual([`${LONG}\nFrankfurt.`]);
    expect(parts(`- ${LONG}\n  Frankfurt.`)).toEqual([`${LONG}\n  Frankfurt.`]);
    expect(parts(`${LONG}.\nFrankfurt.`)).toEqual([`${LONG}.`, "Frankfurt."]);
    expect(parts(`${LONG}\n\nFrankfurt.`)).toEqual([LONG, "Frankfurt."]);
    expect(parts(`${LONG}\n- Frankfurt`)).toEqual([LONG, "Frankfurt"]);
    expect(parts("short line\nanother line")).toEqual(["short line", "another line"]);
  });

  test("hold together what goes on in small letters, however long its line is", () => {
    const wide = `${LONG} Frankfurt, together with the audit log of the gateway and the list of 12`;
    expect(wide.length).toBeGreaterThan(120);
    expect(parts(`${wide}\nregions`)).toEqual([`${wide}\nregions`]);
    expect(parts(`${wide}\nRegions`)).toEqual([wide, "Regions"]);
  });

  test("leave out blocks: fences of any length, tags, patches, keys, comments", () => {
    expect(parts("a\n```ts\nx\n```\nb")).toEqual(["a", "b"]);
    expect(parts("a\n````\n```\nx\n```\n````\nb")).toEqual(["a", "b"]);
    expect(parts("a\n~~~\n```\nx\n~~~\nb")).toEqual(["a", "b"]);
    expect(parts("a\n<system-reminder>\nx\n</system-reminder>\nb")).toEqual(["a", "b"]);
    expect(parts("a\n<analysis>x</analysis>\nb")).toEqual(["a", "b"]);
    expect(parts("a\n*** Begin Patch\n+x\n*** End Patch\nb")).toEqual(["a", "b"]);
    expect(parts("a\n<!-- x\ny -->\nb")).toEqual(["a", "b"]);
  });

  test("end at a fence or at scaffolding that is never closed, not at a stray tag", () => {
    expect(parts("a\n```\nb\nc")).toEqual(["a"]);
    expect(parts("a\n<thinking>\nb\nc")).toEqual(["a"]);
    expect(parts("a\n<div>\nb\nc")).toEqual(["a", "b", "c"]);
  });

  test("are none in source that was pasted without a fence", () => {
    const source = [
      "/**",
      " * Takes a lock and returns what gives it back.",
      " */",
      "export function take(name: string): Lock {",
      "  const lock = open(name);",
      "  return lock;",
      "}",
    ].join("\n");
    expect(parts(source)).toEqual([]);
    const message = `${"Our locks are files.\n".repeat(30)}const a = 1;`;
    expect(parts(message).length).toBe(30);
  });

  test("end before a line that no person writes", () => {
    expect(parts(`a\n${"x ".repeat(15_000)}\nb`)).toEqual(["a", "b"]);
  });
});

describe("lines that are no prose", () => {
  const lines: readonly string[] = [
    "# A heading",
    "> quoted",
    "| a | b |",
    "---",
    "![logo](a.png)",
    "$ make test",
    "% make test",
    ">>> import os",
    "PS C:\\Users\\anna> dir",
    "anna@web1:~$ ls",
    "git commit -m x",
    "npm run build",
    "docker compose up -d",
    "2026-08-19T10:30:00Z started",
    "10:30:00 started",
    "[INFO] started",
    "ERROR: connection refused",
    "npm ERR! code 1",
    "error: could not compile",
    "    at Object.<anonymous> (/srv/app/index.js:12:3)",
    '  File "main.py", line 3, in <module>',
    "Traceback (most recent call last):",
    "java.lang.NullPointerException: x",
    "ok 12 - adds two numbers",
    "312 passed in 4.1s",
    "Tests: 3 failed, 12 passed",
    "diff --git a/x b/x",
    "@@ -1,3 +1,4 @@",
    "+const a = 1;",
    '{"a": 1}',
    '"name": "app",',
    "version: |",
    "import x from 'y';",
    "const a = 1;",
    "SELECT a FROM b",
    "// a comment",
    "User: hello",
    "**Assistant:** hello",
    "用户：你好",
    "HEARTBEAT_OK",
    "[cron:daily] run",
    "[[reply_to_current]]",
    "/home/anna/project/a.ts",
    "https://example.com/a",
    "`make test`",
    "src/a.ts:12:3",
    "On branch main",
    "nothing to commit, working tree clean",
  ];
  for (const line of lines) test(`as ${JSON.stringify(line)}`, () => expect(parts(line)).toEqual([]));
});
