/**
 * The folder that the conversion leaves: what has to be in it, and putting it there in one step.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { sha256Hex } from "../src/base/hash.ts";
import type { FolderContent } from "./convert.ts";

/** SHA-256 of every file, by name; committed as `expected.json`, so that a build can tell that it made the same model. */
export type ExpectedHashes = Readonly<Record<string, string>>;

/** Returns whether a folder holds exactly the expected files. */
export function isComplete(folder: string, expected: ExpectedHashes): boolean {
  return Object.entries(expected).every(([name, hash]) => {
    const path = `${folder}/${name}`;
    return existsSync(path) && sha256Hex(new Uint8Array(readFileSync(path))) === hash;
  });
}

/** Returns the hashes of some content. */
export function hashesOf(content: FolderContent): ExpectedHashes {
  return Object.fromEntries([...content].map(([name, bytes]) => [name, sha256Hex(bytes)]));
}

/**
 * Checks content that was just made against what is expected.
 *
 * @throws {Error} naming the first file that differs, and both hashes
 */
export function checkContent(content: FolderContent, expected: ExpectedHashes): void {
  const actual = hashesOf(content);
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (actual[name] === expected[name]) continue;
    throw new Error(
      `The converted file "${name}" has the SHA-256 ${actual[name] ?? "(none)"}, expected ${
        expected[name] ?? "(none)"
      }`,
    );
  }
}

/** Writes content as a folder. Killed at any moment, it leaves the folder as it was, absent, or complete. */
export function writeFolder(folder: string, content: FolderContent): void {
  const temp = `${folder}.${process.pid}.tmp`;
  rmSync(temp, { recursive: true, force: true });
  mkdirSync(temp, { recursive: true });
  for (const [name, bytes] of content) writeFileSync(`${temp}/${name}`, bytes);
  rmSync(folder, { recursive: true, force: true });
  renameSync(temp, folder);
}
