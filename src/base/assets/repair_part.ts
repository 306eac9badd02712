/**
 * Taking a damaged part away, so that it is unpacked again.
 *
 * @module
 */
import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { inspectFiles } from "./inspect_part.ts";
import type { PartName } from "./native_part.ts";
import { partSource } from "./part_source.ts";
import { removeFolder } from "./sweep_cache.ts";
import { partFolderName } from "./unpack.ts";

/**
 * Hashes every unpacked file of a part, whatever an earlier check noted, and takes the folder away if one is not what the
 * executable carries: for who could not load a part that seemed intact. Returns whether it did; the next
 * {@linkcode openPart} unpacks it again. Some 30 ms for ONNX Runtime.
 */
export function repairPart(name: PartName, cacheDir: string): boolean {
  const source = partSource(name);
  if (source.kind !== "packed") return false;
  const root = resolve(cacheDir);
  const folder = partFolderName(source.part);
  try {
    if (inspectFiles(`${root}/${folder}`, source.part.files).every(({ state }) => state === "intact")) return false;
  } catch {
    // A file that cannot be read is as good as a damaged one: what is wrong with the folder, unpacking says.
  }
  removeFolder(root, folder, name);
  return lstatSync(`${root}/${folder}`, { throwIfNoEntry: false }) === undefined;
}
