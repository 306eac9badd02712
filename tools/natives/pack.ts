/**
 * Compresses the native files of one target into `build/<target>/natives/` and writes the manifest that is embedded
 * with them.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  ASSET_FOLDER,
  type AssetFile,
  type AssetManifest,
  type AssetPart,
  BLOCK_BYTES,
  contentText,
  MANIFEST_NAME,
  packedPaths,
} from "../../src/base/assets/manifest.ts";
import { type NativeFiles, nativeFiles, PART_NAMES, VERSION_FILES } from "../../src/base/assets/native_files.ts";
import type { PartName } from "../../src/base/assets/native_part.ts";
import { sha256Hex } from "../../src/base/hash.ts";
import { fileType, HEADER_BYTES } from "./file_type.ts";
import type { Target } from "./targets.ts";

/** Level of zstd: 45.8 MB of ONNX Runtime become 15.2 MB in 2 s; level 19 saves another 1.6 MB in 20 times as long. */
const ZSTD_LEVEL = 9;

/** What was packed for a target. */
export interface Packed {
  /** Folder to embed. */
  readonly folder: string;
  /** Content of the manifest in it. */
  readonly manifest: AssetManifest;
  /** Parts that no package carries for the target, or that were not made. */
  readonly missing: readonly PartName[];
}

/** Folders in which the parts of each origin are searched, in this order. */
export type PartHomes = Readonly<Record<NativeFiles["origin"], readonly string[]>>;

/**
 * Packs the parts of a target and returns what is in the folder. Files that are already packed from the same content
 * are left as they are.
 *
 * @throws {Error} if a package or a file is missing, or is for another machine
 */
export function pack(target: Target, homes: PartHomes): Packed {
  const folder = `build/${target.name}/${ASSET_FOLDER}`;
  const known = readManifest(folder);
  const parts: AssetPart[] = [];
  const missing: PartName[] = [];
  for (const name of PART_NAMES) {
    const native = nativeFiles(name, target.platform, target.arch);
    const root = native === null ? null : rootOf(native, homes);
    if (native === null || root === null) missing.push(name);
    else parts.push(packPart({ name, native, target, folder, root, known }));
  }
  removeOthers(folder, parts);
  const manifest: AssetManifest = { target: target.name, parts };
  writeFileSync(`${folder}/${MANIFEST_NAME}`, `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, manifest, missing };
}

interface PackJob {
  readonly name: PartName;
  readonly native: NativeFiles;
  readonly target: Target;
  readonly folder: string;
  readonly root: string;
  readonly known: AssetManifest | null;
}

function packPart(job: PackJob): AssetPart {
  const old = job.known?.parts.find((part) => part.name === job.name);
  const files = job.native.files.map((name): AssetFile => {
    const path = `${job.root}/${job.native.folder}/${name}`;
    const bytes = new Uint8Array(readFileSync(path));
    const type = fileType(bytes.subarray(0, HEADER_BYTES));
    if (job.native.origin === "package" && type !== job.target.name) {
      throw new Error(`"${path}" is for ${type ?? "an unknown machine"}, not for ${job.target.name}`);
    }
    const file = { name, size: bytes.length, sha256: sha256Hex(bytes) };
    const isPacked = old?.files.some((each) => each.name === name && each.sha256 === file.sha256) ?? false;
    for (const [nth, path] of packedPaths(job.name, file).entries()) {
      const packed = `${job.folder}/${path}`;
      if (isPacked && existsSync(packed)) continue;
      const block = bytes.subarray(nth * BLOCK_BYTES, (nth + 1) * BLOCK_BYTES);
      mkdirSync(dirname(packed), { recursive: true });
      writeFileSync(packed, Bun.zstdCompressSync(block, { level: ZSTD_LEVEL }));
    }
    return file;
  });
  const { version }: { version: string } = JSON.parse(
    readFileSync(`${job.root}/${VERSION_FILES[job.native.origin]}`, "utf8"),
  );
  return { name: job.name, version, hash: sha256Hex(contentText(files)).slice(0, 16), files };
}

/** Removes what an earlier build packed and this one does not have: the whole folder is embedded. */
function removeOthers(folder: string, parts: readonly AssetPart[]): void {
  const packed = new Set(parts.flatMap((part) => part.files.flatMap((file) => packedPaths(part.name, file))));
  const files = [...new Bun.Glob("*/**").scanSync({ cwd: folder, dot: true })].map((path) =>
    path.replaceAll("\\", "/")
  );
  for (const path of files) if (!packed.has(path)) rmSync(`${folder}/${path}`);
}

/** Returns the folder of a part, or `null` for one that was not made, which a build may go on without. */
function rootOf(native: NativeFiles, homes: PartHomes): string | null {
  const folders = homes[native.origin];
  // Told by the file that names its version: an empty folder is none.
  const isThere = (path: string) => existsSync(`${path}/${VERSION_FILES[native.origin]}`);
  const found = folders.map((home) => `${home}/${native.packageName}`).find(isThere) ?? null;
  if (found === null && native.origin === "package") {
    throw new Error(`The package "${native.packageName}" is not in ${folders.join(" or ")}`);
  }
  return found;
}

function readManifest(folder: string): AssetManifest | null {
  const path = `${folder}/${MANIFEST_NAME}`;
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // A build that was interrupted while writing it: pack everything anew.
    rmSync(folder, { recursive: true });
    return null;
  }
}
