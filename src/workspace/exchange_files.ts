/**
 * Exchanging the names of two files in one step, which the runtime's own file system functions do not offer.
 *
 * @module
 */

/** Exchanges two files of one folder; `false` if the system or the file system cannot, or one of them is gone. */
export type ExchangeFiles = (a: string, b: string) => boolean;

/** See {@linkcode ExchangeFiles}. */
export const exchangeFiles: ExchangeFiles = (a, b) => {
  exchange ??= { call: load() };
  return exchange.call?.(a, b) ?? false;
};

let exchange: { readonly call: ExchangeFiles | null } | undefined;

/** Where the C library has it: the same arguments under another name. */
const CALLS: Readonly<Record<string, { readonly library: string; readonly name: string; readonly here: number }>> = {
  linux: { library: "libc.so.6", name: "renameat2", here: -100 },
  darwin: { library: "libSystem.B.dylib", name: "renameatx_np", here: -2 },
};

/** `RENAME_EXCHANGE` of Linux, and `RENAME_SWAP` of macOS. */
const EXCHANGE = 2;

/** The part of `bun:ffi` that is used. */
interface ForeignFunctions {
  dlopen(
    library: string,
    symbols: object,
  ): { readonly symbols: Readonly<Record<string, (...values: unknown[]) => number>> };
  ptr(bytes: Uint8Array): unknown;
}

/** Loaded when the first file is exchanged; another C library, or a system that allows no such calls, has none. */
function load(): ExchangeFiles | null {
  const call = CALLS[process.platform];
  if (call === undefined) return null;
  const { library, name, here } = call;
  try {
    const { dlopen, ptr } = process.getBuiltinModule("bun:ffi") as unknown as ForeignFunctions;
    const shape = { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" };
    const rename = dlopen(library, { [name]: shape }).symbols[name];
    if (rename === undefined) return null;
    return (a, b) => {
      const [from, to] = [Buffer.from(`${a}\0`), Buffer.from(`${b}\0`)];
      return rename(here, ptr(from), here, ptr(to), EXCHANGE) === 0;
    };
  } catch {
    return null;
  }
}
