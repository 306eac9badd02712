import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTempName, removeStaleTemps, tempName } from "../../src/workspace/temp_files.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memory-temps-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("removeStaleTemps", () => {
  test("removes what a killed writer left, and only that", () => {
    const now = 1_800_000_000_000;
    const make = (name: string, ageMs: number) => {
      writeFileSync(join(root, name), "x");
      utimesSync(join(root, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
    };
    make(".memory-0011223344556677.tmp", 3_600_000);
    make(".memory-8899aabbccddeeff.tmp", 1_000);
    make("MEMORY.md", 3_600_000);
    make(".memory-notes.md", 3_600_000);
    expect(removeStaleTemps(root, now)).toEqual([".memory-0011223344556677.tmp"]);
    expect(readdirSync(root).sort()).toEqual([".memory-8899aabbccddeeff.tmp", ".memory-notes.md", "MEMORY.md"]);
  });

  test("knows the names that it uses itself", () => {
    expect(isTempName(tempName())).toBe(true);
    expect([".memory-0011223344556677.tmp", "MEMORY.md", ".memory.tmp", "memory-1.tmp"].map(isTempName)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
