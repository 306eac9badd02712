import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findSets } from "../../../src/lanes/eval/find_sets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-sets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function lay(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
}

/** Sets as `name: workspace`, relative to the folder. */
function found(below = ""): string[] {
  return findSets(join(folder, below)).map(({ set, root }) => `${set}: ${root.slice(folder.length + 1)}`);
}

test("workspaces are found one and two levels deep, by the name of their set", () => {
  lay("b/two/queries.jsonl", "b/one/queries.jsonl", "a/queries.jsonl", "README.md", "c/memory/2026-08-19.md");
  expect(found()).toEqual(["a: a", "b: b/one", "b: b/two"]);
  expect(found("b")).toEqual(["one: b/one", "two: b/two"]);
  expect(found("a")).toEqual(["a: a"]);
});

test("deeper ones, hidden folders and what lies in a workspace are none", () => {
  lay("a/b/c/queries.jsonl", ".git/queries.jsonl", "x/queries.jsonl", "x/memory/queries.jsonl");
  expect(found()).toEqual(["x: x"]);
});

test("a folder of that name is no file of questions", () => {
  mkdirSync(join(folder, "a/queries.jsonl"), { recursive: true });
  expect(found()).toEqual([]);
});
