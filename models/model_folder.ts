/**
 * The folder that the conversion leaves: what has to be in it, and putting it there in one step.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "../src/base/errors.ts";
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

/** Returns a name beside `path` for what is not complete yet, and belongs to this process. */
export function tempBeside(path: string): string {
  return `${path}.${process.pid}${TEMP_SUFFIX}`;
}

/** Removes from a folder what killed processes left incomplete. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(TEMP_SUFFIX))) {
    if (!isAlive(Number(name.split(".").at(-2)))) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

/** Writes content as a folder. Killed at any moment, it leaves the folder as it was, absent, or complete. */
export function writeFolder(folder: string, content: FolderContent): void {
  const temp = tempBeside(folder);
  rmSync(temp, { recursive: true, force: true });
  mkdirSync(temp, { recursive: true });
  for (const [name, bytes] of content) writeFileSync(`${temp}/${name}`, bytes);
  rmSync(folder, { recursive: true, force: true });
  renameSync(temp, folder);
}

/** Ending of a name that {@linkcode tempBeside} returned. */
const TEMP_SUFFIX = ".tmp";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
