/** Values in the text of a JSON file: where they are put, and what stays around them. */
import { describe, expect, test } from "bun:test";
import type { Node } from "jsonc-parser";
import {
  insertLast,
  parseObject,
  removeChild,
  replaceValue,
  valueAt,
  withObject,
} from "../../../src/agents/install/json_text.ts";

/** Puts `"k": [1]` into the outermost object. */
function put(text: string): string {
  const root = parseObject(text, "x.json");
  return root === null ? put(withObject(text)) : insertLast(text, root, { key: "k", value: [1] });
}

/** Takes `"k"` out of the outermost object. */
function take(text: string): string {
  const root = parseObject(text, "x.json");
  const child = root?.children?.find(({ children }) => children?.[0]?.value === "k");
  return root === null || child === undefined ? text : removeChild(text, root, child);
}

const CASES: readonly (readonly [name: string, before: string, after: string])[] = [
  ["nothing", "", '{\n  "k": [\n    1\n  ]\n}\n'],
  ["a comment alone", "// mine", '// mine\n{\n  "k": [\n    1\n  ]\n}\n'],
  ["an empty object", "{}", '{\n  "k": [\n    1\n  ]\n}'],
  ["an empty object with a comment", "{ // mine\n}", '{ // mine\n  "k": [\n    1\n  ]\n}'],
  ["one line", '{"a": 1}', '{"a": 1, "k": [1]}'],
  ["one line with a trailing comma", '{"a": 1,}', '{"a": 1, "k": [1],}'],
  ["two blanks", '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "k": [\n    1\n  ]\n}\n'],
  ["tabs", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": [\n\t\t1\n\t]\n}'],
  ["line ends of Windows", '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "k": [\r\n    1\r\n  ]\r\n}'],
  ["a comment behind the last", '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "k": [\n    1\n  ]\n}'],
  ["a comma and a comment", '{\n  "a": 1, /* one */\n}', '{\n  "a": 1, /* one */\n  "k": [\n    1\n  ]\n}'],
  ["a comment before the comma", '{\n  "a": 1 /* one */ ,\n}', '{\n  "a": 1 /* one */ ,\n  "k": [\n    1\n  ]\n}'],
  ["a comma on a line of its own", '{\n  "a": 1\n  ,\n}', '{\n  "a": 1\n  ,\n  "k": [\n    1\n  ]\n}'],
  ["a comment below", '{\n  "a": 1\n  // end\n}', '{\n  "a": 1,\n  "k": [\n    1\n  ]\n  // end\n}'],
  ["brackets in texts", '{"a": "}]\\"{"}', '{"a": "}]\\"{", "k": [1]}'],
];

describe("a value put in last", () => {
  for (const [name, before, after] of CASES) {
    test(`stands behind ${name}`, () => {
      expect(put(before)).toBe(after);
      expect(valueAt(parseObject(after, "x.json") as Node, "k", "x.json")?.type).toBe("array");
    });
  }
});

describe("a value taken out", () => {
  test("leaves what it was put into, where a comma does not tell otherwise", () => {
    const changed: Readonly<Record<string, string>> = {
      // A comma that was there before is not told from the one that was put in.
      "a comma and a comment": '{\n  "a": 1 /* one */\n}',
      "a comment before the comma": '{\n  "a": 1 /* one */ \n}',
      "a comma on a line of its own": '{\n  "a": 1\n  \n}',
      "nothing": "{}\n",
      "a comment alone": "// mine\n{}\n",
    };
    for (const [name, before, after] of CASES) expect([name, take(after)]).toEqual([name, changed[name] ?? before]);
  });

  test("leaves comments that others wrote around it", () => {
    expect(take('{\n  "a": 1, // one\n  // about k\n  "k": 2, // two\n  "b": 3\n}')).toBe(
      '{\n  "a": 1, // one\n  // about k // two\n  "b": 3\n}'.replace(" // two", "\n   // two"),
    );
    expect(take('{"k": 1 /* mine */, "a": 2}')).toBe('{ /* mine */ "a": 2}');
    expect(take('{"a": 1 /* x */, "k": 2}')).toBe('{"a": 1 /* x */}');
  });

  test("is replaced in its place", () => {
    const text = '{ "k": "a", // b\n}';
    const root = parseObject(text, "x.json");
    const node = root === null ? undefined : valueAt(root, "k", "x.json");
    expect(node === undefined ? "" : replaceValue(text, node, 'x"y')).toBe('{ "k": "x\\"y", // b\n}');
  });
});
