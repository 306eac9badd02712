/**
 * Keeps the memory of an ingestion small: 1 GB is read in 200 MB (SPEC 12). The runtime itself lets garbage grow with the
 * memory of the machine. Unlike `ResidentLimit` of an index run it goes by the growth of the resident memory, since a
 * byte of a transcript leaves next to nothing behind or a hundred times its size.
 *
 * @module
 */
import { edenGC } from "bun:jsc";

/** See the module; one for all files of an ingestion. */
export class ReadingLimit {
  #unlooked = 0;
  #unwatched = 0;
  #peakBytes = peakBytes();
  #lookAfter = LOOK_BYTES;
  #settledBytes = process.memoryUsage.rss();
  /** After the last collection, whichever it was. */
  #lastBytes = this.#settledBytes;

  /** Takes note of bytes that were read. */
  note(bytes: number): void {
    this.#unlooked += bytes;
    if (this.#unlooked < this.#lookAfter && !this.#hasBurst(bytes)) return;
    this.#unlooked = this.#unwatched = 0;
    this.#peakBytes = peakBytes();
    this.#lookAfter = Math.min(this.#lastBytes < ROOM_BYTES ? LOOK_BYTES : NEAR_LOOK_BYTES, 2 * this.#lookAfter);
    if (process.memoryUsage.rss() < this.#lastBytes + YOUNG_BYTES) return;
    this.#lookAfter = BUSY_LOOK_BYTES;
    edenGC();
    this.#lastBytes = process.memoryUsage.rss();
    if (this.#lastBytes < Math.max(ROOM_BYTES, this.#settledBytes + MOST_GARBAGE_BYTES)) return;
    Bun.gc(true);
    this.#settledBytes = this.#lastBytes = process.memoryUsage.rss();
  }

  /** Between two looks more became resident than ever before. */
  #hasBurst(bytes: number): boolean {
    this.#unwatched += bytes;
    if (this.#unwatched < (this.#lastBytes < ROOM_BYTES ? WATCH_BYTES : BUSY_LOOK_BYTES)) return false;
    this.#unwatched = 0;
    return peakBytes() >= this.#peakBytes + BURST_BYTES;
  }
}

/** Takes some microseconds, as to ask what is resident now. */
function peakBytes(): number {
  return process.resourceUsage().maxRSS * BYTES_PER_KB;
}

const BYTES_PER_KB = 1024;

/** Bytes that are read before the resident memory is looked at again, which takes some 10 µs. */
const LOOK_BYTES = 256 * 1024;
/** The same where what cannot be collected leaves no room. */
const NEAR_LOOK_BYTES = 32 * 1024;
/**
 * The same while it grows, and twice as many after each look in which it did not: what is compared with many untrusted lines
 * leaves a hundred times its size behind.
 */
const BUSY_LOOK_BYTES = 16 * 1024;
/** Bytes that are read before the largest resident memory is looked at again, where there is room. */
const WATCH_BYTES = 48 * 1024;
/**
 * Growth of the largest resident memory after which it is looked at at once: a pool of garbage that was collected is filled
 * again without a growth, and then grows by all that comes until the next look.
 */
const BURST_BYTES = 2 * 1024 * 1024;
/**
 * Growth of the resident memory after which young garbage is collected, which takes some milliseconds: nearly all is young.
 * What it leaves free is not given back, but used again.
 */
const YOUNG_BYTES = 4 * 1024 * 1024;
/**
 * Resident memory from which on all garbage is collected, which takes 50 ms and drops compiled code, and its growth after which
 * again.
 */
const ROOM_BYTES = 160 * 1024 * 1024;
const MOST_GARBAGE_BYTES = 5 * 1024 * 1024;
