/**
 * Bytes to text.
 *
 * @module
 */
import { lineEndOf } from "./line_end.ts";

/** A file's text and how it was written. */
export interface DecodedText {
  /** Tells it from {@linkcode SkippedFile}. */
  readonly kind: "text";
  /** Without byte order mark. */
  readonly text: string;
  /** Whether the bytes began with a byte order mark. */
  readonly hadBom: boolean;
  /** What the bytes were. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes that were no text; each sequence of them is one U+FFFD in `text`. */
  readonly invalidBytes: number;
  /** The line end that most lines have. */
  readonly eol: "\n" | "\r\n";
}

/** A file that is not read, and why, in words for people. */
export interface SkippedFile {
  /** Tells it from {@linkcode DecodedText}. */
  readonly kind: "skipped";
  /** Why, in words for people. */
  readonly reason: string;
}

/**
 * Returns the text that bytes hold: UTF-8, or UTF-16 by its byte order mark or, without one, by zero bytes that stand
 * only at every other place. Bytes that look like no text at all are skipped as binary: those that are mostly no UTF-8,
 * and those with a great many zero bytes and control characters, in number and in share. A pasted line of them never
 * costs the rest of a note, however short that is.
 */
export function decodeText(bytes: Uint8Array): DecodedText | SkippedFile {
  if (WIDE_32.every((byte, at) => bytes[at] === byte)) return BINARY;
  const wide = wideEncoding(bytes);
  if (wide !== null) return decodeWide(bytes, wide);
  const hadBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = hadBom ? bytes.subarray(3) : bytes;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const invalidBytes = text.includes(REPLACEMENT) ? invalidCount(body, text) : 0;
  if ((invalidBytes > 0 || CONTROLS.test(text)) && isBinary(body, invalidBytes)) return BINARY;
  return { kind: "text", text, hadBom, encoding: "utf-8", invalidBytes, eol: lineEndOf(text) };
}

const BINARY: SkippedFile = { kind: "skipped", reason: "binary, neither UTF-8 nor UTF-16" };
/** Byte order mark of UTF-32 LE, which begins like that of UTF-16 LE. */
const WIDE_32 = [0xff, 0xfe, 0, 0] as const;
const REPLACEMENT = "\ufffd";
/** The characters that {@linkcode isTextControl} does not name. Almost no text has one, so this look spares the count. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/;
/** Bytes at the start of a file that are looked at to tell text from binary. */
const SAMPLE_BYTES = 65_536;
/** Share of control characters above which a file may be binary: programs, databases and archives have more. */
const MAX_CONTROL_SHARE = 0.1;
/** So many control characters come with a pasted line or two; a file with no more of them is read, whatever their share. */
const MAX_STRAY_CONTROLS = 32;
/** Share of bytes that are no UTF-8 above which a file is another encoding or binary. */
const MAX_INVALID_SHARE = 0.3;
/** Share of zero bytes that must stand at one parity for UTF-16 without a mark: lines and blanks alone give more. */
const MIN_WIDE_SHARE = 0.02;

/** Share of zero bytes, and of control characters, up to which bytes are rather UTF-8 than UTF-16 without a mark. */
const MAX_STRAY_SHARE = 0.25;

/** Counts replaced bytes: those of the input less those of what was kept. U+FFFD written in the file is kept. */
function invalidCount(bytes: Uint8Array, text: string): number {
  let written = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) written++;
  }
  const replaced = text.split(REPLACEMENT).length - 1 - written;
  const REPLACEMENT_BYTES = 3;
  return bytes.length - (Buffer.byteLength(text) - replaced * REPLACEMENT_BYTES);
}

function isBinary(bytes: Uint8Array, invalidBytes: number): boolean {
  if (invalidBytes > bytes.length * MAX_INVALID_SHARE) return true;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte < 0x20 && !isTextControl(byte)) controls++;
  }
  return isTooMany(controls, sample.length);
}

function isTooMany(controls: number, units: number): boolean {
  return controls > MAX_STRAY_CONTROLS && controls > units * MAX_CONTROL_SHARE;
}

/** Backspace, tab, line ends, form feed, escape: they stand in pasted terminal output. */
function isTextControl(byte: number): boolean {
  return (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
}

const WIDE_CHARACTER = /[\u0080-\uffff]/;

interface WideText {
  readonly encoding: "utf-16le" | "utf-16be";
  readonly hadBom: boolean;
}

function wideEncoding(bytes: Uint8Array): WideText | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", hadBom: true };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", hadBom: true };
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (!sample.includes(0)) return null;
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length * MIN_WIDE_SHARE || isNarrow(bytes, even + odd)) return null;
  const encoding = even > 0 && odd > 0 ? orderOfBlanks(sample) : odd > 0 ? "utf-16le" : "utf-16be";
  return encoding === null ? null : { encoding, hadBom: false };
}

/**
 * Returns the order of bytes in which blanks and line feeds are such: zero bytes stand at both places where a character
 * ends in one (一, 😀). Read in the other order they are characters that hardly any text has; `null` if both are there.
 */
function orderOfBlanks(bytes: Uint8Array): WideText["encoding"] | null {
  const blanks = [0, 0];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (second === 0 && isBlank(first)) blanks[0] = (blanks[0] ?? 0) + 1;
    if (first === 0 && isBlank(second)) blanks[1] = (blanks[1] ?? 0) + 1;
  }
  const [little = 0, big = 0] = blanks;
  if ((little === 0) === (big === 0)) return null;
  return little > 0 ? "utf-16le" : "utf-16be";
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a;
}

/** UTF-8 with a stray zero byte or two. Wide Latin text is half zeros, wide text of other scripts no UTF-8 or full of controls. */
function isNarrow(bytes: Uint8Array, zeros: number): boolean {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // Characters of several bytes throughout, and no byte out of place: wide text never is that.
  if (WIDE_CHARACTER.test(text) && !text.includes(REPLACEMENT)) return true;
  if (zeros > bytes.length * MAX_STRAY_SHARE) return false;
  return !text.includes(REPLACEMENT) && controlCount(text) <= text.length * MAX_STRAY_SHARE;
}

function decodeWide(bytes: Uint8Array, { encoding, hadBom }: WideText): DecodedText | SkippedFile {
  const body = hadBom ? bytes.subarray(2) : bytes;
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(body);
  if (isTooMany(controlCount(text), text.length)) return BINARY;
  const invalidBytes = invalidWideBytes(body, encoding);
  return { kind: "text", text, hadBom, encoding, invalidBytes, eol: lineEndOf(text) };
}

function controlCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xfffe || (unit < 0x20 && !isTextControl(unit))) count++;
  }
  return count;
}

/** Halves of surrogate pairs that stand alone, and a last byte without its other half. */
function invalidWideBytes(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): number {
  const [high, low] = encoding === "utf-16le" ? [1, 0] : [0, 1];
  const isSurrogate = (at: number, base: number) =>
    ((bytes[at + high] ?? 0) & 0xfc) === base && at + low < bytes.length;
  let invalid = bytes.length % 2;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (isSurrogate(at, 0xd8) && at + 3 < bytes.length && isSurrogate(at + 2, 0xdc)) at += 2;
    else if (isSurrogate(at, 0xd8) || isSurrogate(at, 0xdc)) invalid += 2;
  }
  return invalid;
}
