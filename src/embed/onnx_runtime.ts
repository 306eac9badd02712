/**
 * Loads ONNX Runtime: Node's own binding, and beside it the shared library that it links to by name.
 *
 * @module
 */
import type { Pointer } from "bun:ffi";
import { loadedPart, type NativePart, unloadedPart } from "../base/assets/native_part.ts";
import { loadObstacle, type OpenPart, openPart } from "../base/assets/open_part.ts";
import { causeChain } from "../base/errors.ts";
import { trialLoad } from "./trial_load.ts";

/**
 * Loads ONNX Runtime into the process (about 15 ms) and asks the library itself for its version. What stands in the way
 * is told by the value; nothing is thrown for it.
 *
 * @param cacheDir the per-user cache folder, as `cacheDirOf` returns it
 */
export async function loadOnnxRuntime(cacheDir: string): Promise<NativePart> {
  const opened = openPart("onnxruntime", cacheDir);
  if (opened.part === null) return unloadedPart("onnxruntime", opened.version, opened.obstacle);
  const { part } = opened;
  const obstacle = trialLoad(part);
  if (obstacle !== null) return unloadedPart("onnxruntime", part.version, obstacle);
  try {
    loadBinding(part);
    return loadedPart("onnxruntime", await runtimeVersion(part));
  } catch (error) {
    return unloadedPart("onnxruntime", part.version, loadObstacle(part, causeChain(error).join(": ")));
  }
}

/** What the binding exports that is used here. */
interface OnnxBinding {
  listSupportedBackends(): readonly { readonly name: string }[];
}

/** Offset in bytes of `GetVersionString` in the C structure `OrtApiBase`: the second of its two function pointers. */
const VERSION_POINTER_OFFSET = 8;

function loadBinding(part: OpenPart): OnnxBinding {
  // The binding finds its library beside itself (RUNPATH $ORIGIN, @loader_path, or the folder of the loaded file).
  const holder: { exports: Partial<OnnxBinding> } = { exports: {} };
  process.dlopen(holder, part.main);
  const { listSupportedBackends } = holder.exports;
  const hasCpu = listSupportedBackends?.().some((backend) => backend.name === "cpu") ?? false;
  if (listSupportedBackends === undefined || !hasCpu) throw new Error("it offers no CPU back end");
  return { listSupportedBackends };
}

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
