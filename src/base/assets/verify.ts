/**
 * Whether an unpacked folder holds exactly the embedded files. Hashing 46 MB costs about 30 ms, so after one full check
 * a stamp notes size, times and inode of every file; as long as those are the same, nobody wrote to the files.
 *
 * @module
 */
import { type BigIntStats, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { errorCode } from "../errors.ts";
import { sha256Hex } from "../hash.ts";
import type { AssetPart } from "./manifest.ts";

/** Outcome of a check: `absent` also stands for a folder in which a file is missing. */
export type Verdict =
  | { readonly kind: "intact" }
  | { readonly kind: "absent" }
  | { readonly kind: "altered"; readonly file: string };

/** Name of the stamp beside the files. */
export const STAMP_NAME = "verified.json";

/**
 * Returns whether the files of a part are in a folder, unchanged. Trusts the stamp if it fits, else hashes every file
 * and writes a new stamp where it can.
 *
 * @throws {Error} when a file exists and cannot be read
 */
export function verify(folder: string, part: AssetPart): Verdict {
  const now = stampOf(folder, part);
  if (now === null) return { kind: "absent" };
  if (now === readStamp(folder)) return { kind: "intact" };
  for (const file of part.files) {
    const path = `${folder}/${file.name}`;
    // A link is refused even if its target is right: the target could be changed without leaving a trace in the stamp.
    const isRight = lstatSync(path).isFile() && sha256Hex(new Uint8Array(readFileSync(path))) === file.sha256;
    if (!isRight) return { kind: "altered", file: file.name };
  }
  try {
    writeStamp(folder, part);
  } catch {
    // A folder that became read-only is still right; it is only hashed again the next time.
  }
  return { kind: "intact" };
}

/** Notes that the files in the folder have just been verified. */
export function writeStamp(folder: string, part: AssetPart): void {
  const stamp = stampOf(folder, part);
  if (stamp !== null) writeFileSync(`${folder}/${STAMP_NAME}`, stamp, { mode: 0o600 });
}

function readStamp(folder: string): string | null {
  try {
    return readFileSync(`${folder}/${STAMP_NAME}`, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function stampOf(folder: string, part: AssetPart): string | null {
  const rows: string[] = [];
  for (const file of part.files) {
    const stats = lstatOrNull(`${folder}/${file.name}`);
    if (stats === null) return null;
    // The change time cannot be set back by a program, so an edit shows even if it restores size and modification time.
    rows.push(`${file.name} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino} ${file.sha256}`);
  }
  return `${JSON.stringify(rows, null, 1)}\n`;
}

function lstatOrNull(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}
