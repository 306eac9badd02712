/**
 * Checks a built executable without running it, so that it works for foreign targets too.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { ASSET_FOLDER, MANIFEST_NAME, packedPaths } from "../../src/base/assets/manifest.ts";
import { fileType, HEADER_BYTES } from "./file_type.ts";
import type { Packed } from "./pack.ts";
import type { Target } from "./targets.ts";

/**
 * Verifies that a file is a program for the target and holds, byte for byte and under their names, every packed file
 * and the manifest. Returns its size in bytes.
 *
 * @throws {Error} naming the first thing that is missing
 */
export function checkExecutable(path: string, target: Target, packed: Packed): number {
  const bytes = readFileSync(path);
  const type = fileType(new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(HEADER_BYTES, bytes.length)));
  if (type !== target.name) throw new Error(`"${path}" is for ${type ?? "an unknown machine"}, not for ${target.name}`);
  const names = packed.manifest.parts.flatMap((part) => part.files.flatMap((file) => packedPaths(part.name, file)));
  for (const name of [MANIFEST_NAME, ...names]) {
    if (!bytes.includes(`${ASSET_FOLDER}/${name}`)) {
      throw new Error(`"${path}" does not list "${ASSET_FOLDER}/${name}"`);
    }
    if (!bytes.includes(readFileSync(`${packed.folder}/${name}`))) {
      throw new Error(`"${path}" does not hold the content of "${packed.folder}/${name}"`);
    }
  }
  return bytes.length;
}
