import { describe, expect, test } from "bun:test";
import { annotate, mergeAnnotations } from "../../src/pipeline/annotate.ts";
import { type Annotations, NO_ANNOTATIONS } from "../../src/workspace/annotation.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";

function merged(text: string): Annotations {
  return mergeAnnotations(annotate(scanMarkdown(text)));
}

describe("annotate", () => {
  test("takes annotations out of lines, but not out of code", () => {
    const lines = annotate(scanMarkdown("- a <!-- importance: 3 -->\n```\nb <!-- importance: 9 -->\n```"));
    expect(lines.map((line) => line.text)).toEqual(["- a", "```", "b <!-- importance: 9 -->", "```"]);
    expect(lines.map((line) => line.annotations.importance)).toEqual([3, null, null, null]);
  });
});

describe("mergeAnnotations", () => {
  test.each<[string, string, Annotations["projects"]]>([
    ["the keys that all lines share", "- a <!-- project: x; y -->\n- b <!-- project: y; z -->", ["y"]],
    ["none where a line has no key", "- a <!-- project: x -->\n- b", null],
    ["none where lines share none", "- a <!-- project: x -->\n- b <!-- project: y -->", null],
    ["invalid where one is", "- a <!-- project: x -->\n- b <!-- project: * -->\n- c", "invalid"],
    ["those of an item for the lines wrapped below it", "- a\n  b <!-- project: x -->", ["x"]],
    ["those of the items, whatever headings and code say", "# h\n- a <!-- project: x -->\n\n```\ncode\n```", ["x"]],
    ["none where a nested item has no key", "- a <!-- project: x -->\n  - b", null],
  ])("has for projects %s", (_, text, expected) => {
    expect(merged(text).projects).toEqual(expected);
  });

  test.each<[string, string, string | null]>([
    [
      "the latest end if all lines end",
      "- a <!-- expires: 2026-09-01 -->\n- b <!-- expires: 2026-10-01 -->",
      "2026-10-01",
    ],
    ["none if a line stays", "- a <!-- expires: 2026-09-01 -->\n- b", null],
    [
      "the earliest within a statement",
      "- a <!-- expires: 2026-09-01 -->\n  b <!-- expires: 2026-10-01 -->",
      "2026-09-01",
    ],
  ])("has for expiry %s", (_, text, expected) => {
    expect(merged(text).expires).toBe(expected);
  });

  test("takes the largest importance, the newest day, all triggers, and a key only if it is the only one", () => {
    const first = "- a <!-- importance: 3 --> <!-- trigger: p, q --> <!-- observed: 2026-08-01 --> <!-- key: k -->";
    const second = "- b <!-- importance: 5 --> <!-- trigger: q, r --> <!-- observed: 2026-08-19 --> <!-- key: K -->";
    expect(merged(`${first}\n${second}`)).toMatchObject({
      importance: 5,
      triggers: ["p", "q", "r"],
      observed: "2026-08-19",
      key: null,
    });
    expect(merged(`${first}\n- b`).key).toBe("k");
  });

  test("has none for lines without", () => {
    expect(merged("- a\n- b")).toBe(NO_ANNOTATIONS);
  });
});
