import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sha256Hex } from "../hash.ts";
import type { AssetFile } from "./manifest.ts";
import type { Obstacle, PartName } from "./native_part.ts";
import { partSource } from "./part_source.ts";
import { partFolderName } from "./unpack.ts";

/** A file of a part as it lies in the cache folder. */
export interface InspectedFile extends AssetFile {
  /** Whether it has the size and hash that the executable carries. */
  readonly state: "intact" | "altered" | "absent";
}

/** What the files of a part are like. */
export type Inspection =
  /** Unpacked from this executable; every file was hashed. */
  | { readonly kind: "packed"; readonly folder: string; readonly files: readonly InspectedFile[] }
  /** Run from source: the files are used where the build put them, and there is no list to compare them with. */
  | { readonly kind: "source"; readonly folder: string }
  | ({ readonly kind: "missing" } & Obstacle);

/**
 * Returns what the unpacked files of a part are like. Unlike `verify`, it hashes every file whatever an earlier check
 * noted, and it changes nothing: neither unpacks nor repairs.
 *
 * @throws {Error} if a file is there and cannot be read
 */
export function inspectPart(name: PartName, cacheDir: string): Inspection {
  const source = partSource(name);
  if (source.kind === "missing") return source;
  if (source.kind === "folder") return { kind: "source", folder: source.path };
  const folder = `${resolve(cacheDir)}/${partFolderName(source.part)}`;
  return { kind: "packed", folder, files: inspectFiles(folder, source.part.files) };
}

/** Returns what files in a folder are like; see {@linkcode inspectPart}. */
export function inspectFiles(folder: string, files: readonly AssetFile[]): InspectedFile[] {
  return files.map((file) => ({ ...file, state: stateOf(`${folder}/${file.name}`, file) }));
}

/** A link counts as altered even if its target is right: the target can be changed unseen. */
function stateOf(path: string, { size, sha256 }: AssetFile): InspectedFile["state"] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  const isRight = stats.isFile() && stats.size === size && sha256Hex(new Uint8Array(readFileSync(path))) === sha256;
  return isRight ? "intact" : "altered";
}
