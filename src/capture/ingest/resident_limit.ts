/**
 * Keeps the memory of an ingestion small: 1 GB is read in 200 MB (SPEC 12). The runtime itself lets garbage grow with the
 * memory of the machine.
 *
 * @module
 */
import { edenGC } from "bun:jsc";

/** See the module; one for all files of an ingestion. */
export class ResidentLimit {
  #unlooked = 0;
  #young = 0;
  #settledBytes = process.memoryUsage.rss();

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
    if (process.memoryUsage.rss() < Math.max(ROOM_BYTES, this.#settledBytes + MOST_GARBAGE_BYTES)) return;
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
/** Resident memory from which on all garbage is collected, which takes 50 ms, and its growth after which again. */
const ROOM_BYTES = 160 * 1024 * 1024;
const MOST_GARBAGE_BYTES = 16 * 1024 * 1024;
