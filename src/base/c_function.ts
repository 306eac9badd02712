/**
 * Functions of the C library that the runtime's own modules do not offer.
 *
 * @module
 */
import { isRecord } from "./record.ts";

/** Where the library has it: the same arguments under another name. Platforms that are left out have none. */
export type CFunctionNames = Partial<Readonly<Record<NodeJS.Platform, string>>>;

/** What it takes and returns, in the words of `bun:ffi`. */
export interface CFunctionShape {
  /** Such as `i32` and `ptr`; a pointer is given as a `Buffer`, of which the caller keeps hold until the call is done. */
  readonly args: readonly string[];
  /** Such as `i32` and `void`. */
  readonly returns: string;
}

/**
 * Returns a function of the C library, or `null`: another library than those below has none, and a system may allow no such
 * calls. Takes half a millisecond the first time, so ask for it when it is needed.
 *
 * @typeParam Words what it is called with; has to fit the shape
 */
export function cFunction<Words extends readonly unknown[]>(
  names: CFunctionNames,
  shape: CFunctionShape,
): ((...words: Words) => unknown) | null {
  const [name, library] = [names[process.platform], LIBRARIES[process.platform]];
  const foreign: unknown = process.getBuiltinModule("bun:ffi");
  if (name === undefined || library === undefined || !isForeign<Words>(foreign)) return null;
  try {
    return foreign.dlopen(library, { [name]: shape }).symbols[name] ?? null;
  } catch {
    return null;
  }
}

/** Returns a text as the library takes it. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

const LIBRARIES: CFunctionNames = { linux: "libc.so.6", darwin: "libSystem.B.dylib" };

/** What is used of `bun:ffi`. */
interface Foreign<Words extends readonly unknown[]> {
  dlopen(
    library: string,
    shapes: Readonly<Record<string, CFunctionShape>>,
  ): { readonly symbols: Readonly<Record<string, (...words: Words) => unknown>> };
}

function isForeign<Words extends readonly unknown[]>(value: unknown): value is Foreign<Words> {
  return isRecord(value) && typeof value["dlopen"] === "function";
}
