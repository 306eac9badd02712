import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { leafKeys, mergeTrees, treeOf, valueAt, withoutKey } from "../../src/app/config_tree.ts";

const KEY = fc.constantFrom("a", "b", "c");
const { tree } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, fc.integer(), fc.constant(null), fc.constant([1, 2]), tie("tree")),
  tree: fc.dictionary(KEY, tie("value"), { maxKeys: 3, noNullPrototype: true }),
}));
const SEED = { seed: 20260819 };

describe("trees of settings", () => {
  test("have a value at each of their leaf keys", () => {
    fc.assert(fc.property(tree, (t) => leafKeys(t).every((key) => valueAt(t, key) !== undefined)), SEED);
  });

  test("merged hold every value of the upper one, and of the lower one what the upper one does not hide", () => {
    fc.assert(
      fc.property(tree, tree, (under, over) => {
        const both = mergeTrees(under, over);
        for (const key of leafKeys(over)) expect(valueAt(both, key)).toEqual(valueAt(over, key));
        for (const key of leafKeys(under)) {
          const isHidden = key.split(".").some((_, at, parts) =>
            valueAt(over, parts.slice(0, at + 1).join(".")) !== undefined
          );
          if (!isHidden) expect(valueAt(both, key)).toEqual(valueAt(under, key));
        }
      }),
      SEED,
    );
  });

  test("merged with nothing stay as they are", () => {
    fc.assert(
      fc.property(tree, (t) => {
        expect(mergeTrees(t, {})).toEqual(t);
        expect(mergeTrees({}, t)).toEqual(t);
      }),
      SEED,
    );
  });

  test("without a key have no value there and keep all others", () => {
    fc.assert(
      fc.property(tree, (t) => {
        for (const key of leafKeys(t)) {
          const rest = withoutKey(t, key);
          expect(valueAt(rest, key)).toBeUndefined();
          expect(leafKeys(rest)).toEqual(leafKeys(t).filter((other) => other !== key));
        }
      }),
      SEED,
    );
  });

  test("of one value hold just that", () => {
    expect(treeOf("a.b.c", 1)).toEqual({ a: { b: { c: 1 } } });
    expect(treeOf("a", null)).toEqual({ a: null });
  });

  test("answer nothing for names that every object inherits", () => {
    expect(valueAt({}, "constructor")).toBeUndefined();
    expect(valueAt({ a: {} }, "a.toString.name")).toBeUndefined();
  });
});
