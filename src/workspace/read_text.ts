/**
 * Bytes of a file to text.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { sha256Hex } from "../base/hash.ts";

/** A file's text and how it was written. */
export interface DecodedText {
  readonly kind: "text";
  /** Without byte order mark. */
  readonly text: string;
  readonly hadBom: boolean;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes that were no text and were replaced by U+FFFD. */
  readonly invalidBytes: number;
  /** The line end that most lines have. */
  readonly eol: "\n" | "\r\n";
}

/** Text with the digest of its bytes. */
export interface TextFile extends DecodedText {
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly hash: string;
}

/** A file that is not read, and why, in words for people. */
export interface SkippedFile {
  readonly kind: "skipped";
  readonly reason: string;
}

/** Bounds of {@linkcode readTextFile}. */
export interface ReadTextOptions {
  /** A larger file is skipped. */
  readonly maxBytes: number;
}

/** Returns the text of a file. */
export function readTextFile(path: string, options: ReadTextOptions): TextFile | SkippedFile {
  const bytes = readFileSync(path);
  if (bytes.length > options.maxBytes) return { kind: "skipped", reason: "too large" };
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? { ...decoded, hash: sha256Hex(bytes) } : decoded;
}

/** Returns the text that bytes hold. */
export function decodeText(bytes: Uint8Array): DecodedText | SkippedFile {
  const text = new TextDecoder("utf-8").decode(bytes);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return { kind: "text", text, hadBom: false, encoding: "utf-8", invalidBytes: 0, eol };
}
