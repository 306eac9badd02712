/**
 * Golden output: text kept in files, compared as a whole, written anew by `UPDATE_GOLDEN=1` (`make snapshots`).
 *
 * @module
 */
import { expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDER = join(import.meta.dir, "..", "cli", "golden");

/** Compares a text with the golden file of a name such as `help/search.txt`; a missing file is a failure. */
export function expectGolden(name: string, text: string): void {
  const path = join(FOLDER, name);
  if (Bun.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  if (!existsSync(path)) throw new Error(`There is no golden file "${path}": run \`make snapshots\` and read it`);
  expect(text).toBe(readFileSync(path, "utf8"));
}
