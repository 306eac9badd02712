/**
 * Keeps the memory of work on many bytes small: 1 GB of a transcript is read in 200 MB, and a large workspace is indexed
 * in 150 MB (SPEC 12). The runtime itself lets garbage grow with the memory of the machine.
 *
 * @module
 */
import { edenGC } from "bun:jsc";

/** See the module; one for all files of a run. */
export class ResidentLimit {
  readonly #roomBytes: number;
  #unlooked = 0;
  #young = 0;
  #settledBytes = process.memoryUsage.rss();

  /**
   * Begins with what is resident now.
   *
   * @param roomBytes resident memory from which on all garbage is collected, which takes 50 ms
   */
  constructor(roomBytes: number) {
    this.#roomBytes = roomBytes;
  }

  /** Takes note of bytes that were read. */
  note(bytes: number): void {
    this.#unlooked += bytes;
    this.#young += bytes;
    if (this.#unlooked < LOOK_BYTES) return;
    this.#unlooked = 0;
    if (this.#young >= YOUNG_BYTES) {
      this.#young = 0;
      edenGC();
    }
    if (process.memoryUsage.rss() < Math.max(this.#roomBytes, this.#settledBytes + MOST_GARBAGE_BYTES)) return;
    Bun.gc(true);
    this.#settledBytes = process.memoryUsage.rss();
  }
}

/** Bytes that are read before the resident memory is looked at again, which takes some 10 µs. */
const LOOK_BYTES = 64 * 1024;
/**
 * Bytes that are read before what they left is collected: nearly all of it is young, and collecting only that takes a
 * millisecond.
 */
const YOUNG_BYTES = 4 * 1024 * 1024;
/** Growth after which all garbage is collected again. */
const MOST_GARBAGE_BYTES = 16 * 1024 * 1024;
