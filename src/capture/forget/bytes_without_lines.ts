/**
 * A file without some of its lines, every other byte as it was, whatever it is written in.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import type { SelectedFile } from "../../select/selected_file.ts";
import { decodeText } from "../../workspace/decode_text.ts";
import { withoutLines } from "./without_lines.ts";

/**
 * Returns the bytes of a file without the lines of the given 1-based numbers. Lines of `instead` are replaced.
 *
 * @param instead by the number of the line, without line end
 * @throws the system's error, if a file that is no plain UTF-8 cannot be read once more
 */
export function bytesWithoutLines(
  { absPath, text, hadBom, unwritable }: SelectedFile,
  numbers: ReadonlySet<number>,
  instead: ReadonlyMap<number, string>,
): Uint8Array {
  if (unwritable === null) {
    const rest = withoutLines(text, numbers, instead);
    return Buffer.from(hadBom ? `\uFEFF${rest}` : rest);
  }
  // The text does not say what the bytes were: lines are cut out of these.
  const bytes = readFileSync(absPath);
  const decoded = decodeText(bytes);
  const isWide = decoded.kind === "text" && decoded.encoding !== "utf-8";
  const code = isWide ? wideCode(decoded.encoding) : NARROW;
  const marks = decoded.kind === "text" && decoded.hadBom ? (isWide ? WIDE_MARK : NARROW_MARK) : 0;
  const coded = new Map([...instead].map(([number, line]) => [number, code.textOf(code.bytesOfNew(line))]));
  const rest = withoutLines(code.textOf(bytes.subarray(marks)), numbers, coded);
  return Buffer.concat([bytes.subarray(0, marks), code.bytesOf(rest)]);
}

/** Length of the byte order marks, in bytes. */
const NARROW_MARK = 3;
const WIDE_MARK = 2;

/** A way to see bytes as a text whose line feeds are those of the file, and back, without any loss. */
interface Code {
  textOf(bytes: Uint8Array): string;
  bytesOf(text: string): Uint8Array;
  /** Returns how a new line is written in such a file. */
  bytesOfNew(line: string): Uint8Array;
}

/** Each byte a character: what is no UTF-8 stays what it is. */
const NARROW: Code = {
  textOf: (bytes) => Buffer.from(bytes).toString("latin1"),
  bytesOf: (text) => Buffer.from(text, "latin1"),
  bytesOfNew: (line) => Buffer.from(line),
};

function wideCode(encoding: "utf-16le" | "utf-16be"): Code {
  const turned = (bytes: Uint8Array) => {
    const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
    return encoding === "utf-16be" ? even.swap16() : even;
  };
  const bytesOf = (text: string) => turned(Buffer.from(text, "utf16le"));
  return { textOf: (bytes) => turned(bytes).toString("utf16le"), bytesOf, bytesOfNew: bytesOf };
}
