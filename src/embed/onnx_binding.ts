/**
 * ONNX Runtime's binding for Node, used directly: the package around it loads modules that a command has no time for, and
 * finds its library by paths that do not exist inside an executable.
 *
 * @module
 */
import type { Obstacle } from "../base/assets/native_part.ts";
import { loadObstacle, type OpenPart, openPart } from "../base/assets/open_part.ts";
import { repairPart } from "../base/assets/repair_part.ts";
import { causeChain } from "../base/errors.ts";
import { OnnxTensor } from "./onnx_tensor.ts";
import { trialLoad } from "./trial_load.ts";

/** What the binding exports, as far as it is used here. */
export interface OnnxBinding {
  /** Makes an empty session. */
  readonly InferenceSession: new () => OnnxSession;
  /** Prepares the runtime; results are made with the given class. Later calls only change that class. */
  initOrtOnce(logLevel: number, tensor: typeof OnnxTensor, isMainThread: boolean): void;
  /** Returns the ways of computing that this build knows. */
  listSupportedBackends(): readonly { readonly name: string }[];
}

/** Named tensors. */
export type OnnxValues = Readonly<Record<string, OnnxTensor>>;

/** A loaded model. Every call blocks the thread. */
export interface OnnxSession {
  /** Reads a model; external data beside it is mapped, not read. @throws {Error} if it cannot be used */
  loadModel(path: string, options: Readonly<Record<string, unknown>>): void;
  /** The same for a model that lies in memory. */
  loadModel(buffer: ArrayBufferLike, offset: number, length: number, options: Readonly<Record<string, unknown>>): void;
  /** Computes the outputs that `fetches` has as keys. @throws {Error} if the inputs do not fit */
  run(feeds: OnnxValues, fetches: Readonly<Record<string, null>>, options: object): OnnxValues;
  /** Frees the model. @throws {Error} the second time */
  dispose(): void;
  /** What goes in. */
  readonly inputMetadata: readonly { readonly name: string }[];
  /** What comes out. */
  readonly outputMetadata: readonly { readonly name: string }[];
}

/** The binding with the part it came from, or why it cannot be had. */
export type BindingOutcome =
  | { readonly binding: OnnxBinding; readonly part: OpenPart }
  | { readonly binding: null; readonly version: string | null; readonly obstacle: Obstacle };

/** Log level `fatal`: the runtime would write to standard error, and what it says there it also throws. */
const LOG_FATAL = 4;

/**
 * Loads the binding into the process, about 15 ms the first time. What stands in the way is told by the value; nothing
 * is thrown for it.
 *
 * @param cacheDir the per-user cache folder, as `cacheDirOf` returns it
 */
export function openBinding(cacheDir: string): BindingOutcome {
  const outcome = openOnce(cacheDir);
  // A file that is not what its stamp says is noticed by the system's loader; then it is unpacked once more.
  return outcome.binding === null && repairPart("onnxruntime", cacheDir) ? openOnce(cacheDir) : outcome;
}

function openOnce(cacheDir: string): BindingOutcome {
  const opened = openPart("onnxruntime", cacheDir);
  if (opened.part === null) return { binding: null, version: opened.version, obstacle: opened.obstacle };
  const { part } = opened;
  const obstacle = trialLoad(part);
  if (obstacle !== null) return { binding: null, version: part.version, obstacle };
  try {
    return { binding: loadBinding(part), part };
  } catch (error) {
    return { binding: null, version: part.version, obstacle: loadObstacle(part, causeChain(error).join(": ")) };
  }
}

function loadBinding(part: OpenPart): OnnxBinding {
  // The binding finds its library beside itself (RUNPATH $ORIGIN, @loader_path, or the folder of the loaded file).
  const holder: { exports: Partial<OnnxBinding> } = { exports: {} };
  process.dlopen(holder, part.main);
  const { InferenceSession, initOrtOnce, listSupportedBackends } = holder.exports;
  const hasCpu = listSupportedBackends?.().some((backend) => backend.name === "cpu") ?? false;
  if (InferenceSession === undefined || initOrtOnce === undefined || listSupportedBackends === undefined || !hasCpu) {
    throw new Error("it offers no CPU back end");
  }
  initOrtOnce(LOG_FATAL, OnnxTensor, true);
  return { InferenceSession, initOrtOnce, listSupportedBackends };
}
