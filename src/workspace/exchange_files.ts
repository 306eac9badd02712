/**
 * Exchanging the names of two files in one step, which the runtime's own file system functions do not offer.
 *
 * @module
 */
import { cFunction, cString } from "../base/c_function.ts";
import { lazily } from "../base/lazily.ts";

/** Exchanges two files of one folder; `false` if the system or the file system cannot, or one of them is gone. */
export type ExchangeFiles = (a: string, b: string) => boolean;

/** Does what {@linkcode ExchangeFiles} says. */
export function exchangeFiles(a: string, b: string): boolean {
  return exchange()?.(a, b) ?? false;
}

/** Loaded when the first file is exchanged. */
const exchange = lazily(load);

/** The folder that the program is in, by which paths are found that begin nowhere else. */
const HERE: Partial<Readonly<Record<NodeJS.Platform, number>>> = { linux: -100, darwin: -2 };

const NAMES = { linux: "renameat2", darwin: "renameatx_np" };

/** `RENAME_EXCHANGE` of Linux, and `RENAME_SWAP` of macOS. */
const EXCHANGE = 2;

type RenameWords = [fromFolder: number, from: Buffer, toFolder: number, to: Buffer, how: number];

function load(): ExchangeFiles | null {
  const rename = cFunction<RenameWords>(NAMES, { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" });
  const here = HERE[process.platform];
  if (rename === null || here === undefined) return null;
  return (a, b) => {
    const [from, to] = [cString(a), cString(b)];
    return rename(here, from, here, to, EXCHANGE) === 0;
  };
}
