/**
 * An entry that comes back to where it stood.
 *
 * @module
 */
import { appendToSection, type CuratedFile, formatCurated } from "../workspace/curated.ts";

/**
 * Returns the file's text with a raw entry added at the end of its section. A heading that is gone is opened again; an
 * entry without one goes behind the last that has none, or to the top.
 *
 * @param raw without final line end
 * @param heading title of the heading, or `null`
 * @throws {MemoryError} failed, as `appendToSection`
 */
export function putBack(file: CuratedFile, raw: string, heading: string | null): string {
  if (heading !== null) return appendToSection(file, heading, [raw]);
  const block = raw.replace(/\r?\n/g, file.eol) + file.eol;
  const { pieces } = file;
  const firstHeading = pieces.findIndex(({ kind }) => kind === "heading");
  const before = pieces.slice(0, firstHeading < 0 ? pieces.length : firstHeading);
  const last = before.findLastIndex(({ entry }) => entry !== null);
  // Front matter and a byte order mark stay on top.
  const at = last >= 0 ? last + 1 : before.findLastIndex(({ raw }) => raw.trim() !== "") + 1;
  const head = formatCurated({ pieces: pieces.slice(0, at) });
  const tail = formatCurated({ pieces: pieces.slice(at) });
  const end = head === "" || head.endsWith("\n") || head === "\uFEFF" ? "" : file.eol;
  const gap = last >= 0 && pieces[last]?.entry?.kind === "item" ? "" : head.trim() === "" ? "" : file.eol;
  const below = tail === "" || /^\s*\n/.test(tail) || last >= 0 ? "" : file.eol;
  return head + end + gap + block + below + tail;
}
