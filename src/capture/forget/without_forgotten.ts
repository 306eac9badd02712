/**
 * Earlier versions of files without what is forgotten (SPEC 7.6).
 *
 * @module
 */
import { decodeText } from "../../workspace/read_text.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { withoutLines } from "./without_lines.ts";

/** Returns the bytes of a file, as it was once, without some passages; the same bytes if it holds none of them. */
export function withoutForgotten(path: string, bytes: Uint8Array, goes: (it: Passage) => boolean): Uint8Array {
  const read = decodeText(bytes);
  if (read.kind !== "text") return bytes;
  const gone = passagesOf(path, read.text).filter(goes);
  if (gone.length === 0) return bytes;
  const numbers = new Set<number>();
  for (const { startLine, endLine } of gone) for (let line = startLine; line <= endLine; line++) numbers.add(line);
  const rest = withoutLines(read.text, numbers);
  return Buffer.from(read.hadBom ? `\uFEFF${rest}` : rest);
}
