/**
 * Cuts a stream of bytes into lines, in one buffer that grows no further than the longest line that is kept: a transcript of
 * any size is read in a few megabytes.
 *
 * @module
 */
import type { TranscriptPlace } from "./transcript_event.ts";

/** Where bytes come from. */
export interface ByteSource {
  /** Fills a part of the target, and returns how many bytes came; 0 at the end. */
  read(target: Uint8Array): number | Promise<number>;
  /** Gives back what is open. */
  close(): void;
}

/** One line of bytes. */
export interface RawLine {
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** Without its line end; valid until the next batch is asked for. Of a line that is too long only its beginning. */
  readonly bytes: Uint8Array;
  /** It was longer than {@linkcode MAX_LINE_BYTES}. */
  readonly isCut: boolean;
}

/** Lines that came together. */
export interface LineBatch {
  /** In the order of the file. */
  readonly lines: readonly RawLine[];
  /** Where the next batch begins. */
  readonly next: TranscriptPlace;
}

/**
 * The longest line that is read, 16 MiB. A pasted picture makes lines of several megabytes; nothing that can become memory
 * comes near it.
 */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Bytes asked for at a time. */
const READ_BYTES = 256 * 1024;
/** Bytes kept of a line that is too long: enough to see what it is. */
const HEAD_BYTES = 4 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** See the module. */
export class LineScanner {
  #buffer = new Uint8Array(2 * READ_BYTES);
  /** Bytes of the buffer that hold text. */
  #filled = 0;
  /** Bytes of the buffer that were given out and are not needed any more. */
  #used = 0;
  #line: number;
  #offset: number;
  /** Beginning of a line that is too long, while its end is looked for. */
  #cut: { readonly place: TranscriptPlace; readonly head: Uint8Array } | null = null;
  readonly #source: ByteSource;

  /** `from` says where the source begins within its file. */
  constructor(source: ByteSource, from: TranscriptPlace) {
    this.#source = source;
    this.#line = from.line;
    this.#offset = from.byteOffset;
  }

  /** Returns the next lines that are complete, or `null` at the end. */
  async next(): Promise<LineBatch | null> {
    for (;;) {
      this.#makeRoom();
      const count = await this.#source.read(this.#buffer.subarray(this.#filled, this.#filled + READ_BYTES));
      if (count === 0) return null;
      const from = this.#filled;
      this.#filled += count;
      const lines = this.#take(from);
      if (lines.length > 0) return { lines, next: { line: this.#line, byteOffset: this.#offset } };
    }
  }

  /**
   * Returns what stands behind the last line end, once {@linkcode next} has returned `null`; `null` if nothing does. It
   * may be half a line.
   */
  tail(): RawLine | null {
    if (this.#cut !== null) return { place: this.#cut.place, bytes: this.#cut.head, isCut: true };
    if (this.#used === this.#filled) return null;
    return { place: this.#place(), bytes: this.#buffer.subarray(this.#used, this.#filled), isCut: false };
  }

  /** Moves what is left to the front; a line that does not fit is given up. */
  #makeRoom(): void {
    const rest = this.#filled - this.#used;
    if (this.#cut === null && rest > MAX_LINE_BYTES) {
      this.#cut = { place: this.#place(), head: this.#buffer.slice(this.#used, this.#used + HEAD_BYTES) };
    }
    if (this.#cut !== null) {
      this.#offset += rest;
      this.#used = this.#filled = 0;
      return;
    }
    const needed = rest + READ_BYTES;
    const target = needed > this.#buffer.length ? new Uint8Array(2 * needed) : this.#buffer;
    target.set(this.#buffer.subarray(this.#used, this.#filled));
    this.#buffer = target;
    this.#used = 0;
    this.#filled = rest;
  }

  /** @param from where the bytes begin that were not searched for line ends before */
  #take(from: number): RawLine[] {
    const lines: RawLine[] = [];
    const filled = this.#buffer.subarray(0, this.#filled);
    for (let end = filled.indexOf(LINE_FEED, from); end >= 0; end = filled.indexOf(LINE_FEED, this.#used)) {
      if (this.#cut === null) lines.push({ place: this.#place(), bytes: this.#bytesUntil(end), isCut: false });
      else lines.push({ place: this.#cut.place, bytes: this.#cut.head, isCut: true });
      this.#cut = null;
      this.#line++;
      this.#offset += end + 1 - this.#used;
      this.#used = end + 1;
    }
    return lines;
  }

  #place(): TranscriptPlace {
    return { line: this.#line, byteOffset: this.#offset };
  }

  #bytesUntil(end: number): Uint8Array {
    const isCrlf = end > this.#used && this.#buffer[end - 1] === CARRIAGE_RETURN;
    return this.#buffer.subarray(this.#used, isCrlf ? end - 1 : end);
  }
}
