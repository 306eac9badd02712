/**
 * Names of files that are no UTF-8. The system lists them, but a path of text cannot lead to them.
 *
 * @module
 */
import { readdirSync, statSync } from "node:fs";

/** The names in a folder. */
export interface FolderNames {
  /** Names that are UTF-8. */
  readonly readable: ReadonlySet<string>;
  /** Notes and folders whose names are not, in a form to print: each byte that is no character as `\xff`. */
  readonly unreadable: readonly string[];
}

/** What stands in a name for bytes that are no character, or was written there. */
export const REPLACEMENT = "\ufffd";

/**
 * Returns the names in a folder as their bytes have it. Needed only where a name holds {@linkcode REPLACEMENT}.
 *
 * @throws the system's error, if the folder cannot be read
 */
export function folderNames(folder: string): FolderNames {
  const readable = new Set<string>();
  const unreadable: string[] = [];
  for (const raw of readdirSync(folder, { encoding: "buffer" })) {
    const name = raw.toString();
    if (raw.equals(Buffer.from(name))) readable.add(name);
    else if (!name.startsWith(".") && (name.endsWith(".md") || isFolder(folder, raw))) unreadable.push(printable(raw));
  }
  return { readable, unreadable: unreadable.sort() };
}

/** Bytes of the longest UTF-8 character. */
const MAX_CHAR_BYTES = 4;

function isFolder(folder: string, name: Uint8Array): boolean {
  const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function printable(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const char = charAt(bytes, at);
    text += char ?? `\\x${(bytes[at] ?? 0).toString(16).padStart(2, "0")}`;
    at += char === null ? 1 : Buffer.byteLength(char);
  }
  return text;
}

/** Returns the character whose bytes begin at `at`, or `null`. */
function charAt(bytes: Buffer, at: number): string | null {
  for (let length = 1; length <= MAX_CHAR_BYTES && at + length <= bytes.length; length++) {
    const part = bytes.subarray(at, at + length);
    const text = part.toString();
    if (part.equals(Buffer.from(text))) return text;
  }
  return null;
}
