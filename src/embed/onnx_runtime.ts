/**
 * Whether ONNX Runtime can be used, for `memory status`: loads it and asks the library itself for its version.
 *
 * @module
 */
import type { Pointer } from "bun:ffi";
import { loadedPart, type NativePart, unloadedPart } from "../base/assets/native_part.ts";
import { loadObstacle, type OpenPart } from "../base/assets/open_part.ts";
import { causeChain } from "../base/errors.ts";
import { openBinding } from "./onnx_binding.ts";

/**
 * Loads ONNX Runtime into the process and returns its version. What stands in the way is told by the value; nothing is
 * thrown for it.
 *
 * @param cacheDir the per-user cache folder, as `cacheDirOf` returns it
 */
export async function loadOnnxRuntime(cacheDir: string): Promise<NativePart> {
  const opened = openBinding(cacheDir);
  if (opened.binding === null) return unloadedPart("onnxruntime", opened.version, opened.obstacle);
  const { part } = opened;
  try {
    return loadedPart("onnxruntime", await runtimeVersion(part));
  } catch (error) {
    return unloadedPart("onnxruntime", part.version, loadObstacle(part, causeChain(error).join(": ")));
  }
}

/** Offset in bytes of `GetVersionString` in the C structure `OrtApiBase`: the second of its two function pointers. */
const VERSION_POINTER_OFFSET = 8;

async function runtimeVersion(part: OpenPart): Promise<string> {
  // The binding does not tell the version, the library does. Loading it a second time only yields the same handle.
  const { CFunction, dlopen, FFIType, read } = await import("bun:ffi");
  const library = dlopen(`${part.folder}/${part.files[1] ?? ""}`, {
    OrtGetApiBase: { args: [], returns: FFIType.ptr },
  });
  const base = library.symbols.OrtGetApiBase();
  if (base === null) throw new Error("it does not tell its interface");
  const pointer = read.ptr(base, VERSION_POINTER_OFFSET) as Pointer;
  const getVersion = CFunction({ ptr: pointer, args: [], returns: FFIType.cstring });
  return String(getVersion());
}
