/**
 * The hash of a file's bytes, for who needs no more of it.
 *
 * @module
 */
import { systemCode } from "../base/errors.ts";
import { MAX_FILE_BYTES } from "./list_files.ts";
import { readTextFile } from "./read_text.ts";

/** Returns it, or `null` for what cannot be read as text; the file's own turn says why. */
export function hashOf(absPath: string): string | null {
  try {
    const read = readTextFile(absPath, { maxBytes: MAX_FILE_BYTES });
    return read.kind === "text" ? read.hash : null;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}
