/**
 * Settings as a tree of plain objects, addressed by dotted keys such as `dream.deep.minScore`.
 *
 * @module
 */

/** One nested object of settings. */
export type ConfigTree = { readonly [key: string]: unknown };

/** Returns whether a value is an object with keys; arrays and `null` are values. */
export function isTree(value: unknown): value is ConfigTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the dotted keys of all values, in order. */
export function leafKeys(tree: ConfigTree, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isTree(value) ? leafKeys(value, `${prefix}${key}.`) : [prefix + key]
  );
}

/** Returns the value, or the part of the tree, at a dotted key; `undefined` if there is none. */
export function valueAt(tree: ConfigTree, key: string): unknown {
  return key.split(".").reduce<unknown>(
    (at, part) => isTree(at) && Object.hasOwn(at, part) ? at[part] : undefined,
    tree,
  );
}

/** Returns a tree that holds one value at a dotted key. */
export function treeOf(key: string, value: unknown): ConfigTree {
  return key.split(".").reverse().reduce<ConfigTree>((inner, part, at) => ({ [part]: at === 0 ? value : inner }), {});
}

/** Returns both trees as one; values of `over` win. */
export function mergeTrees(under: ConfigTree, over: ConfigTree): ConfigTree {
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = isTree(below) && isTree(value) ? mergeTrees(below, value) : value;
  }
  return result;
}

/** Returns the tree without the value at a dotted key. */
export function withoutKey(tree: ConfigTree, key: string): ConfigTree {
  const [first, ...rest] = key.split(".");
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
      if (name !== first) return [[name, value]];
      if (rest.length === 0) return [];
      return [[name, isTree(value) ? withoutKey(value, rest.join(".")) : value]];
    }),
  );
}
