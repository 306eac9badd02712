/**
 * The list of what is embedded in the executable, written by `build.ts` and embedded beside the files. Every file has
 * its size and hash, so that what is unpacked can be verified.
 *
 * @module
 */
import type { PartName } from "./native_part.ts";

/** One embedded file. */
export interface AssetFile {
  /** File name once unpacked. */
  readonly name: string;
  /** Size once unpacked, in bytes. */
  readonly size: number;
  /** SHA-256 once unpacked, 64 hex digits. */
  readonly sha256: string;
}

/** The files of one part. */
export interface AssetPart {
  /** Which part. */
  readonly name: PartName;
  /** Version of the package that the files come from. */
  readonly version: string;
  /** First 16 hex digits of the SHA-256 over names, sizes and hashes of the files: names the folder in the cache. */
  readonly hash: string;
  /** The files; the first one is what gets loaded. */
  readonly files: readonly AssetFile[];
}

/** Content of `natives/manifest.json` in the executable. */
export interface AssetManifest {
  /** Platform and architecture that the executable was built for, such as `linux-x64`. */
  readonly target: string;
  /** The parts that are embedded; one that no package carries for the target is missing. */
  readonly parts: readonly AssetPart[];
}

/** Folder of the embedded files inside the executable. */
export const ASSET_FOLDER = "natives";

/** Name of the manifest inside {@linkcode ASSET_FOLDER}. */
export const MANIFEST_NAME = "manifest.json";

/**
 * Bytes of a file that are compressed together, 4 MB. To unpack the model as one piece would take three times its size in
 * memory, more than all else that a command does.
 */
export const BLOCK_BYTES = 4_000_000;

/**
 * Returns where the blocks of a file lie inside {@linkcode ASSET_FOLDER}, in their order: compressed, in a folder named after
 * its part. An empty file has one block.
 */
export function packedPaths(part: PartName, { name, size }: Pick<AssetFile, "name" | "size">): string[] {
  const blocks = Math.max(1, Math.ceil(size / BLOCK_BYTES));
  return Array.from({ length: blocks }, (_, block) => `${part}/${name}.${block}.zst`);
}

/** Returns the text whose hash is {@linkcode AssetPart.hash}. */
export function contentText(files: readonly AssetFile[]): string {
  return files.map((file) => `${file.name} ${file.size} ${file.sha256}\n`).join("");
}
