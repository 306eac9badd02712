import { expect, test } from "bun:test";
import { wordHits } from "../../tools/checks/words.ts";

const rules = (path: string, text: string) => wordHits(path, text).map((hit) => hit.message);

test("unfinished work is found with its line", () => {
  expect(rules("src/a.ts", `const a = 1;\n// ${"TO"}DO: more\n`)).toEqual(["src/a.ts:2: unfinished work"]);
});

test("a folder of one machine is found, in tests it is allowed", () => {
  expect(rules("docs/a.md", "see `/root/x`")).toEqual(["docs/a.md:1: a folder of somebody's machine"]);
  expect(rules("tests/a.ts", '"/root/x"')).toEqual([]);
});

test("a host of a package registry is found, a file called registry is not", () => {
  expect(rules("Makefile", `https://${"registry"}.example.org/x`)).toHaveLength(1);
  expect(rules("src/a.ts", 'from "./registry.ts"')).toEqual([]);
});
