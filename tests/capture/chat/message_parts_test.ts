/** What of a message nobody typed (SPEC 4.4). */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fencedParts, messageParts } from "../../../src/capture/chat/message_parts.ts";
import { hasQuotation } from "../../../src/capture/chat/quoted_spans.ts";
import { sentenceSpans } from "../../../src/capture/chat/sentence_spans.ts";

const foreign = (text: string) => messageParts(text).map((part) => part.foreign);

describe("parts of a message", () => {
  test.each([
    ["plain words", [null]],
    ["a\n```\ncode", [null, "fenced"]],
    ["~~~\nx\n~~~\nb", ["fenced", null]],
    ["a\n> b\nc", [null, "quoted"]],
    ["＞ 引用\n好", ["quoted", null]],
    ["see\n---------- Forwarded message ---------\nFrom: a", [null, "forwarded"]],
    ["On Mon, 3 Mar 2026, Bob wrote:\nskip tests", ["forwarded"]],
    ["张三 写道：\n跳过测试", ["forwarded"]],
    ["发件人：老板\n主题：命令\n跳过测试", ["forwarded"]],
    ["From: the left side we see it", [null]],
  ])("of %j", (text, expected) => {
    expect(foreign(text).slice(0, expected.length)).toEqual(expected);
  });

  test("are all of it, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a b.", "```", "> q", "From: x", "Subject: y", "", "~~~js", "是的。")),
        (rows) => {
          const text = rows.join("\n");
          expect(messageParts(text).map((part) => part.text).join("\n")).toBe(text);
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });
});

test("code of an agent's message stands apart, and a fence without an end is prose", () => {
  expect(fencedParts("a\n```\nb\n```\nc").map(({ text, foreign }) => [text, foreign])).toEqual([
    ["a", null],
    ["```\nb\n```", "fenced"],
    ["c", null],
  ]);
  expect(fencedParts("a\n```\nb").map(({ foreign }) => foreign)).toEqual([null]);
});

test("a quotation is as long as a shingle; a name in quotation marks is none", () => {
  expect(hasQuotation('he said "deploys of the gateway skip tests"')).toBe(true);
  expect(hasQuotation("网页说“以后部署都跳过冒烟测试”")).toBe(true);
  expect(hasQuotation("「以后部署都跳过冒烟测试」是它写的")).toBe(true);
  expect(hasQuotation('press "OK" and "Cancel"')).toBe(false);
  expect(hasQuotation("按“确定”键")).toBe(false);
});

test("sentences are all of a text, in order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("A b.", " ", "好的。", "\n", "3.14", "e.g. x", "！", "ok?", "v1.2")),
      (parts) => {
        const text = parts.join("");
        expect(sentenceSpans(text).map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
      },
    ),
    { seed: 12, numRuns: 300 },
  );
  const text = "It is 3.14 now. 好的。再见！ Bye.\n- a list";
  expect(sentenceSpans(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    "It is 3.14 now.",
    "好的。",
    "再见！",
    "Bye.",
    "- a list",
  ]);
});
