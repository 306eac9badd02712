import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../src/base/text/measure.ts";
import { noteText } from "../../src/capture/note_text.ts";
import { NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "../../src/workspace/annotation.ts";
import { formatDiaryLine } from "../../src/workspace/diary.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { errorOf } from "../support/error_of.ts";

const LIMIT = 2000;

describe("noteText", () => {
  test.each([
    ["The port is 18789", "The port is 18789"],
    ["  The port  is 18789\n", "The port  is 18789"],
    ["one\ntwo", "one two"],
    ["one  \r\n\r\n  two", "one two"],
    ["one\rtwo\u2028three\u0085four\vfive", "one two three four five"],
    ["a\tb", "a b"],
    ["- a bullet", "a bullet"],
    ["* a star", "a star"],
    ["-5 degrees", "-5 degrees"],
    ["# a heading", "# a heading"],
    ["网关端口是 18789\n第二行", "网关端口是 18789 第二行"],
    ["red \u001b[31mtext\u001b[0m", "red text"],
    ["bell\u0007 null\u0000", "bell null"],
    ["x <!-- importance: 10 -->", "x <! -- importance: 10 -->"],
    ["x <!\u0000-- importance: 10 -->", "x <! -- importance: 10 -->"],
    ["x <!-\u0008- importance: 10 -->", "x <! -- importance: 10 -->"],
    ["shows <memory-data> to ducks", "shows < memory-data> to ducks"],
    ['a </Memory-Data > and <memory-data source="x">', 'a < /Memory-Data > and < memory-data source="x">'],
    ["x <mem\u0000ory-data>", "x < memory-data>"],
    ["```js", "\\```js"],
    ["~~~", null],
    ["~~~ not code", "\\~~~ not code"],
    ["\u{1F389}", "\u{1F389}"],
  ])("makes %j one line: %j", (text, expected) => {
    if (expected === null) expect(errorOf(() => noteText(text, LIMIT)).kind).toBe("usage");
    else expect(noteText(text, LIMIT)).toBe(expected);
  });

  test.each(["", " \n\t", "- ", "---", "* * *", "\u001b[31m", "!?"])("refuses %j, which has no word", (text) => {
    expect(errorOf(() => noteText(text, LIMIT))).toMatchObject({
      kind: "usage",
      message: "Cannot note a text without a word",
    });
  });

  test("counts chars, not units, and names the length", () => {
    expect(codePoints(noteText("\u{1F600}".repeat(12), 12))).toBe(12);
    expect(errorOf(() => noteText("端".repeat(13), 12))).toMatchObject({
      kind: "usage",
      message: "Cannot note a text of 13 chars: a note is one claim of at most 12",
    });
  });

  test("gives one bullet without annotations, whatever it is given", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "<!--",
        "-->",
        "<!",
        "<",
        "/",
        "memory-data",
        ">",
        "--",
        "-",
        "importance: 10",
        "\u0000",
        "\n",
        "```",
        "#",
        "|",
        " ",
        "a",
        "\u2028",
        "项",
      ),
      { maxLength: 20 },
    ).map((parts) => parts.join(""));
    const law = fc.property(fc.oneof(pieces, fc.string({ unit: "binary" })), (text) => {
      let line: string;
      try {
        line = formatDiaryLine(noteText(text, LIMIT), {});
      } catch {
        // Without a word, or too long: nothing is written at all.
        return;
      }
      expect(parseAnnotations(line)).toEqual(NO_ANNOTATIONS);
      expect(stripAnnotations(line)).toBe(line);
      const scanned = scanMarkdown(`# 2026-08-19\n\n${line}\n- next\n`);
      expect(scanned.map(({ kind }) => kind)).toEqual(["heading", "blank", "bullet", "bullet"]);
    });
    fc.assert(law, { seed: 20260819, numRuns: 1000 });
  });
});
