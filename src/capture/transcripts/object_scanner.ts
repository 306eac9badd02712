/**
 * Cuts the one JSON object that a chat of Gemini's first format is into its messages, in one buffer: what stands before
 * the list, then each element of it. Only brackets and quotes are looked at; what stands between them is parsed elsewhere.
 *
 * @module
 */
import { type ByteSource, type LineBatch, MAX_LINE_BYTES, type RawLine } from "./line_scanner.ts";

const READ_BYTES = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Depth of the elements of a list within the object. */
const ELEMENT_DEPTH = 2;

/** See the module. A record's `line` is its number, counted from 1. */
export class ObjectScanner {
  #chunk = new Uint8Array(READ_BYTES);
  /** Bytes of the record at work. */
  #parts: Uint8Array[] = [];
  #size = 0;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #hasHeader = false;
  #count = 0;
  #offset = 0;
  #startedAt = 0;
  readonly #source: ByteSource;

  /** Begins at the first byte of the source. */
  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Returns the next records that are complete, or `null` at the end. */
  async next(): Promise<LineBatch | null> {
    for (;;) {
      const count = await this.#source.read(this.#chunk);
      if (count === 0) return null;
      const lines = this.#take(this.#chunk.subarray(0, count));
      this.#offset += count;
      if (lines.length > 0) return { lines, next: { line: this.#count + 1, byteOffset: this.#offset } };
    }
  }

  /** Returns a record that was begun and has no end, or `null`. */
  tail(): RawLine | null {
    if (this.#depth === 0 && this.#hasHeader) return null;
    return { place: { line: this.#count + 1, byteOffset: this.#startedAt }, bytes: new Uint8Array(), isCut: true };
  }

  #take(chunk: Uint8Array): RawLine[] {
    const lines: RawLine[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isText = false;
        continue;
      }
      if (byte === QUOTE) this.#isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#depth === ELEMENT_DEPTH - 1 && !this.#hasHeader) {
          this.#keep(chunk.subarray(from, at));
          lines.push(this.#record(HEADER_END));
          this.#hasHeader = true;
        }
        if (this.#depth === ELEMENT_DEPTH) {
          from = at;
          this.#startedAt = this.#offset + at;
        }
        this.#depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth--;
        if (this.#depth !== ELEMENT_DEPTH) continue;
        this.#keep(chunk.subarray(from, at + 1));
        lines.push(this.#record(NOTHING));
      }
    }
    if (this.#depth > ELEMENT_DEPTH || !this.#hasHeader) this.#keep(chunk.subarray(from));
    return lines;
  }

  #keep(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(bytes.slice());
  }

  #record(end: Uint8Array): RawLine {
    const isCut = this.#size > MAX_LINE_BYTES;
    const bytes = isCut ? new Uint8Array() : Buffer.concat([...this.#parts, end]);
    this.#parts = [];
    this.#size = 0;
    return { place: { line: ++this.#count, byteOffset: this.#startedAt }, bytes, isCut };
  }
}

/** Makes an object of what stands before the list: its name is there already, so that it gets a value. */
const HEADER_END = new TextEncoder().encode("null}");
const NOTHING = new Uint8Array();
