/**
 * Exchanging the names of two files in one step, which the runtime's own file system functions do not offer.
 *
 * @module
 */
import type * as Foreign from "bun:ffi";
import { lazily } from "../base/lazily.ts";
import { isRecord } from "../base/record.ts";

/** Exchanges two files of one folder; `false` if the system or the file system cannot, or one of them is gone. */
export type ExchangeFiles = (a: string, b: string) => boolean;

/** Does what {@linkcode ExchangeFiles} says. */
export function exchangeFiles(a: string, b: string): boolean {
  return exchange()?.(a, b) ?? false;
}

/** Loaded when the first file is exchanged. */
const exchange = lazily(load);

/** Where the C library has it: the same arguments under another name. */
const CALLS: Readonly<Record<string, { readonly library: string; readonly name: string; readonly here: number }>> = {
  linux: { library: "libc.so.6", name: "renameat2", here: -100 },
  darwin: { library: "libSystem.B.dylib", name: "renameatx_np", here: -2 },
};

/** `RENAME_EXCHANGE` of Linux, and `RENAME_SWAP` of macOS. */
const EXCHANGE = 2;

const SHAPE = { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" } as const;

/** Another C library, or a system that allows no such calls, has none. */
function load(): ExchangeFiles | null {
  const call = CALLS[process.platform];
  const foreign: unknown = process.getBuiltinModule("bun:ffi");
  if (call === undefined || !isForeign(foreign)) return null;
  const { dlopen, ptr } = foreign;
  try {
    const rename = dlopen(call.library, { [call.name]: SHAPE }).symbols[call.name];
    if (rename === undefined) return null;
    return (a, b) => {
      const [from, to] = [Buffer.from(`${a}\0`), Buffer.from(`${b}\0`)];
      return rename(call.here, ptr(from), call.here, ptr(to), EXCHANGE) === 0;
    };
  } catch {
    return null;
  }
}

function isForeign(value: unknown): value is typeof Foreign {
  return isRecord(value) && typeof value["dlopen"] === "function" && typeof value["ptr"] === "function";
}
