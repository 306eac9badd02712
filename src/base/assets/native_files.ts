/**
 * Which files make up each native part on each platform, and where they come from: an npm package, or `make model`. The
 * build embeds exactly these; a run from source uses them in place.
 *
 * @module
 */
import type { PartName } from "./native_part.ts";

/** Where the files of a part come from. */
export interface NativeFiles {
  /** An npm package for one machine, or made by `make model`, for every machine, where the build could. */
  readonly origin: "package" | "made";
  /** Name of the package, as installed under `node_modules`; for what is made, of the folder in {@linkcode MODEL_CACHE}. */
  readonly packageName: string;
  /** Folder inside the package; empty for its root. */
  readonly folder: string;
  /** File names; the first one is what gets loaded, the others must lie beside it. */
  readonly files: readonly [string, ...string[]];
}

/** Every part, in the order in which `memory status` shows them. */
export const PART_NAMES: readonly PartName[] = ["sqlite-vec", "onnxruntime", "embedding-model"];

/** Folder of the repository where `make model` leaves what it makes; ignored by git. */
export const MODEL_CACHE = "models/cache";

/** Name of the model's folder in {@linkcode MODEL_CACHE}. */
export const MODEL_FOLDER = "multilingual-e5-small-q4";

/** File in a package, or in the folder of what is made, whose `version` is that of the part. */
export const VERSION_FILES: Readonly<Record<NativeFiles["origin"], string>> = {
  package: "package.json",
  made: "model.json",
};

/**
 * Package that brings ONNX Runtime for macOS on Intel: later versions than 1.23.2 no longer carry it (SPEC 11.1). It is
 * installed by `make dist` only.
 */
export const ONNX_PACKAGE_DARWIN_X64 = "onnxruntime-node-1.23.2";

/**
 * Returns the files of a part, or `null` where no package carries it for that platform.
 *
 * @param platform as `process.platform` says: `linux`, `darwin`, `win32`
 * @param arch as `process.arch` says: `x64`, `arm64`
 */
export function nativeFiles(name: PartName, platform: string, arch: string): NativeFiles | null {
  return name === "embedding-model" ? MODEL_FILES : TABLE[name][`${platform}-${arch}`] ?? null;
}

/** The model: weights are the same numbers everywhere. ONNX Runtime loads the first file and maps the second;
 * a single question is computed from both without it. */
const MODEL_FILES: NativeFiles = {
  origin: "made",
  packageName: MODEL_FOLDER,
  folder: "",
  files: [
    "model.onnx",
    "model.onnx_data",
    "tokenizer.bin",
    "tensors.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "config.json",
    "model.json",
    "LICENSE.txt",
  ],
};

const BINDING = "onnxruntime_binding.node";

const TABLE: Readonly<Record<Exclude<PartName, "embedding-model">, Readonly<Record<string, NativeFiles>>>> = {
  "sqlite-vec": {
    "linux-x64": sqliteVec("linux-x64", "vec0.so"),
    "linux-arm64": sqliteVec("linux-arm64", "vec0.so"),
    "darwin-x64": sqliteVec("darwin-x64", "vec0.dylib"),
    "darwin-arm64": sqliteVec("darwin-arm64", "vec0.dylib"),
    "win32-x64": sqliteVec("windows-x64", "vec0.dll"),
  },
  // Left out: the libraries of the DirectML and WebGPU back ends (38 MB on Windows), since only the CPU one is used;
  // and the second copy of the macOS library, which differs in its name only.
  onnxruntime: {
    "linux-x64": onnx("linux/x64", "libonnxruntime.so.1"),
    "linux-arm64": onnx("linux/arm64", "libonnxruntime.so.1"),
    "darwin-x64": { ...onnx("darwin/x64", "libonnxruntime.1.23.2.dylib"), packageName: ONNX_PACKAGE_DARWIN_X64 },
    "darwin-arm64": onnx("darwin/arm64", "libonnxruntime.1.dylib"),
    "win32-x64": onnx("win32/x64", "onnxruntime.dll"),
  },
};

function sqliteVec(machine: string, library: string): NativeFiles {
  return { origin: "package", packageName: `sqlite-vec-${machine}`, folder: "", files: [library] };
}

function onnx(folder: string, library: string): NativeFiles {
  return {
    origin: "package",
    packageName: "onnxruntime-node",
    folder: `bin/napi-v6/${folder}`,
    files: [BINDING, library],
  };
}
