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

/** Returns where a file lies inside {@linkcode ASSET_FOLDER}: compressed, in a folder named after its part. */
export function packedPath(part: PartName, file: string): string {
  return `${part}/${file}.zst`;
}

/** Returns the text whose hash is {@linkcode AssetPart.hash}. */
export function contentText(files: readonly AssetFile[]): string {
  return files.map((file) => `${file.name} ${file.size} ${file.sha256}\n`).join("");
}
