/**
 * Which files make up each native part on each platform, and which npm package brings them. The build embeds exactly
 * these; a run from source takes them from `node_modules`.
 *
 * @module
 */
import type { PartName } from "./native_part.ts";

/** Where the files of a part come from. */
export interface NativeFiles {
  /** npm package, as installed under `node_modules`. */
  readonly packageName: string;
  /** Folder inside the package; empty for its root. */
  readonly folder: string;
  /** File names; the first one is what gets loaded, the others must lie beside it. */
  readonly files: readonly [string, ...string[]];
}

/** Every part, in the order in which `memory status` shows them. */
export const PART_NAMES: readonly PartName[] = ["sqlite-vec", "onnxruntime"];

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
  return TABLE[name][`${platform}-${arch}`] ?? null;
}

const BINDING = "onnxruntime_binding.node";

const TABLE: Readonly<Record<PartName, Readonly<Record<string, NativeFiles>>>> = {
  "sqlite-vec": {
    "linux-x64": { packageName: "sqlite-vec-linux-x64", folder: "", files: ["vec0.so"] },
    "linux-arm64": { packageName: "sqlite-vec-linux-arm64", folder: "", files: ["vec0.so"] },
    "darwin-x64": { packageName: "sqlite-vec-darwin-x64", folder: "", files: ["vec0.dylib"] },
    "darwin-arm64": { packageName: "sqlite-vec-darwin-arm64", folder: "", files: ["vec0.dylib"] },
    "win32-x64": { packageName: "sqlite-vec-windows-x64", folder: "", files: ["vec0.dll"] },
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

function onnx(folder: string, library: string): NativeFiles {
  return { packageName: "onnxruntime-node", folder: `bin/napi-v6/${folder}`, files: [BINDING, library] };
}
