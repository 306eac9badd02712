import { describe, expect, test } from "bun:test";
import { diaryHeader, diaryPath, formatDiaryLine, isDayHeading, isDiaryPath } from "../../src/workspace/diary.ts";
import { absolute, layoutOf } from "../../src/workspace/layout.ts";
import { lineEndOf } from "../../src/workspace/line_end.ts";

describe("the diary of a day", () => {
  test("has its path, header and lines", () => {
    expect(diaryPath("2026-08-19")).toBe("memory/2026-08-19.md");
    expect(diaryHeader("2026-08-19")).toBe("# 2026-08-19\n\n");
    expect(formatDiaryLine("端口是 18789", {})).toBe("- 端口是 18789");
    expect(formatDiaryLine("x", { importance: 3, isUntrusted: true })).toBe(
      "- x <!-- importance: 3 --> <!-- origin: untrusted -->",
    );
  });

  test.each([
    ["memory/2026-08-19.md", true],
    ["memory/work/2026-08-19-gateway.md", true],
    ["memory/topics.md", false],
    ["memory/imports/x/2026-08-19.md", false],
    ["memory/dreaming/light/2026-08-19.md", false],
    ["2026-08-19.md", false],
  ])("is %s: %p", (path, expected) => {
    expect(isDiaryPath(path)).toBe(expected);
  });
});

describe("a layout", () => {
  const layout = layoutOf("/home/me/notes", "/home/me/notes.memory");

  test("keeps what is derived, what is not, and what is locked in the data folder", () => {
    const { root: _, dataDir, memoryDir, ...rest } = layout;
    expect(memoryDir).toBe("/home/me/notes/memory");
    expect(Object.values(rest).every((path) => path.startsWith(`${dataDir}/`))).toBe(true);
  });

  test("makes paths of the workspace absolute and leaves others", () => {
    expect(absolute(layout, "memory/2026-08-19.md")).toBe("/home/me/notes/memory/2026-08-19.md");
    expect(absolute(layout, "/srv/extra.md")).toBe("/srv/extra.md");
  });
});

describe("the line end of a text", () => {
  test.each([["", "\n"], ["x", "\n"], ["a\nb", "\n"], ["a\r\nb", "\r\n"], ["a\r\nb\nc", "\n"], [
    "a\r\nb\r\nc\n",
    "\r\n",
  ], ["a\rb", "\n"]])(
    "of %j is %j",
    (text, expected) => {
      expect(lineEndOf(text)).toBe(expected as "\n");
    },
  );
});

describe("isDayHeading", () => {
  test("knows a heading that is a day and nothing more", () => {
    for (const line of ["# 2026-08-19", "## 2026-08-19  ", "#2026-08-19"]) expect(isDayHeading(line)).toBe(true);
  });

  test("takes every other line for a statement", () => {
    for (const line of ["# 2026-08-19 always deploy", "2026-08-19", "- 2026-08-19", "# 2026-08-19 <!-- x -->", "#"]) {
      expect(isDayHeading(line)).toBe(false);
    }
  });
});
