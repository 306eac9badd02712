import { expect, test } from "bun:test";
import { jsonDocument } from "../../src/cmd/_json_document.ts";

test("no text moves a terminal, also not behind a program that prints it raw", async () => {
  const value = {
    text: "\u001b[31mred\u001b[0m \u009b2J网关\u007f\r\n\tindented \u001b]0;title\u0007end",
    list: [{ phrase: "a\u0000b\bc\fd" }],
    number: 1,
    nothing: null,
  };
  expect(JSON.parse(await jsonDocument(value))).toEqual({
    text: "red 网关\n\tindented end",
    list: [{ phrase: "abcd" }],
    number: 1,
    nothing: null,
  });
});

test("names of files stay exact, and nothing of them is raw", async () => {
  const value = { path: "memory/\u009b2J\u001b[31m.md", citation: "memory/\u009b.md#L3", text: "\u009b2Jx" };
  const printed = await jsonDocument(value, 2);
  expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
  expect(JSON.parse(printed)).toEqual({ ...value, text: "x" });
});

test("what has none is printed as it is", async () => {
  const value = { text: 'a \\ backslash \\u00e9, "quotes", 网关\n\t', path: "memory/a.md" };
  expect(await jsonDocument(value)).toBe(JSON.stringify(value));
});
