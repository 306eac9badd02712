import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { mergeTrees, treeOf } from "../../src/app/config_tree.ts";
import { setInText } from "../../src/app/set_in_text.ts";

const read = (text: string) => parse(text, [], { allowTrailingComma: true }) ?? {};

describe("setInText", () => {
  test("replaces a value in its place", () => {
    expect(setInText('{"a":{"b": 1 /* one */}}', ["a", "b"], 22)).toBe('{"a":{"b": 22 /* one */}}');
  });

  test("puts a property behind the others, in the style of its object", () => {
    expect(setInText('{ "a": 1 }', ["b"], 2)).toBe('{ "a": 1, "b": 2 }');
    expect(setInText('{\n\t"a": 1\n}\n', ["b"], 2)).toBe('{\n\t"a": 1,\n\t"b": 2\n}\n');
    expect(setInText('{\r\n  "a": { "c": 1 }\r\n}\r\n', ["a", "d"], 2)).toBe('{\r\n  "a": { "c": 1, "d": 2 }\r\n}\r\n');
  });

  test("leaves a comment with the property that it stands behind", () => {
    expect(setInText('{\n  "a": 1 // one\n}\n', ["b"], 2)).toBe('{\n  "a": 1, // one\n  "b": 2\n}\n');
    expect(setInText('{\n  "a": 1, // one\n  // end\n}\n', ["b"], 2)).toBe(
      '{\n  "a": 1, // one\n  "b": 2\n  // end\n}\n',
    );
  });

  test("builds the objects on the way", () => {
    expect(setInText("{\n}\n", ["a", "b", "c"], 1)).toBe('{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}\n');
  });

  test("keeps comments where there is no object yet", () => {
    expect(setInText("// only words", ["a"], 1)).toBe('// only words\n{\n  "a": 1\n}\n');
    expect(setInText("{ // words\n  // more\n}", ["a"], 1)).toBe('{ // words\n  "a": 1\n  // more\n}');
  });

  test("sets the value, keeps all others, and takes away no byte but those of the old value", () => {
    const blank = fc.constantFrom("", " ", "\n", "\r\n  ", " // words }{,\n", "/* , */", "\t");
    const key = fc.constantFrom("a", "b", "c");
    const object: fc.Arbitrary<string> = fc.letrec<{ object: string; value: string }>((tie) => ({
      value: fc.oneof({ depthSize: "small" }, fc.constantFrom("1", '"x"', "[1,2]", "null"), tie("object")),
      object: fc.tuple(
        fc.uniqueArray(fc.tuple(key, tie("value"), blank, blank), { maxLength: 3, selector: ([k]) => k }),
        blank,
        fc.boolean(),
      )
        .map(([rows, end, hasComma]) =>
          `{${rows.map(([k, v, a, b]) => `${a}"${k}":${b}${v}`).join(",")}${
            hasComma && rows.length > 0 ? "," : ""
          }${end}}`
        ),
    })).object;
    const path = fc.array(key, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(object, path, (text, keys) => {
        const before = read(text);
        // Settings are checked before: no path leads through a plain value.
        fc.pre(keys.slice(0, -1).every((_, at) => isObjectOrAbsent(keys.slice(0, at + 1), before)));
        const after = setInText(text, keys, 42);
        expect(read(after)).toEqual(mergeTrees(before, treeOf(keys.join("."), 42)));
        if (!hasPath(keys, before)) expect(isSubsequence(text, after)).toBe(true);
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });
});

function at(keys: readonly string[], tree: unknown): unknown {
  return keys.reduce<unknown>(
    (node, key) => typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined,
    tree,
  );
}

function hasPath(keys: readonly string[], tree: unknown): boolean {
  return at(keys, tree) !== undefined;
}

function isObjectOrAbsent(keys: readonly string[], tree: unknown): boolean {
  const node = at(keys, tree);
  return node === undefined || (typeof node === "object" && node !== null && !Array.isArray(node));
}

function isSubsequence(part: string, whole: string): boolean {
  let from = 0;
  for (const character of whole) if (part[from] === character) from++;
  return from === part.length;
}
