/**
 * Hashed runs of words as they are written. What `shingles()` does for the lines of a memory, this does for megabytes of
 * tool output between two steps of an agent: without stems and without a token object a word, in a twentieth of the time.
 *
 * @module
 */

import { cjkUnits, wordUnits } from "./characters.ts";

/**
 * Returns the hashes of every run of 5 words or 8 CJK characters of a text, or of both mixed in that ratio; of a shorter
 * text one, of all it has. Case, width of letters and punctuation make no difference. The hashes are whole numbers below
 * 2⁵³ and the same in every version, since they are stored.
 */
export function wordRuns(text: string): Set<number> {
  const runs = new Set<number>();
  eachWordRun(text, (hash) => runs.add(hash));
  return runs;
}

/** Does the same, and hands each hash to a function as often as it comes: a text has a hundred thousand of them. */
export function eachWordRun(text: string, take: (hash: number) => void): void {
  const folded = text.normalize("NFKC").toLowerCase();
  // The words since the oldest whose run is not complete, in a ring.
  const [units, sizes] = [new Int32Array(RING), new Uint8Array(RING)];
  let first = 0;
  let next = 0;
  let size = 0;
  for (let at = 0; at < folded.length;) {
    let end = at;
    let hash = FNV_BASIS;
    let own = WORD_SIZE;
    // Nearly all text are plain words, whose hash is made as they are passed.
    let unit = folded.charCodeAt(at);
    while (isPlain(unit)) {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      unit = ++end < folded.length ? folded.charCodeAt(end) : 0;
    }
    if (unit >= FIRST_OTHER) {
      const cjk = end === at ? cjkUnits(folded, at) : 0;
      if (cjk > 0) own = CHAR_SIZE;
      end = cjk > 0 ? at + cjk : wordEnd(folded, at);
      hash = hashBetween(folded, at, end);
    }
    if (end > at) {
      units[next & RING_MASK] = hash;
      sizes[next & RING_MASK] = own;
      size += own;
      next++;
      for (; size >= RUN_SIZE; first++) {
        take(runHash(units, first, next));
        size -= sizes[first & RING_MASK] ?? 0;
      }
    }
    at = Math.max(end, at + 1);
  }
  if (first === 0 && next > 0) take(runHash(units, first, next));
}

/**
 * Returns the hashes of the parts of a text that are shorter than a run: as {@linkcode wordRuns} hashes a text that is no
 * longer. Only parts of at least two words or four CJK characters that make `leastShare` of the text.
 *
 * @param leastShare above 0, to 1
 */
export function shortRuns(text: string, leastShare: number): Set<number> {
  const { units, sizes } = unitsOf(text.normalize("NFKC").toLowerCase());
  const least = Math.max(LEAST_SHORT_SIZE, leastShare * sizes.reduce((sum, size) => sum + size, 0));
  const runs = new Set<number>();
  if (least >= RUN_SIZE) return runs;
  for (let start = 0; start < units.length; start++) {
    let size = 0;
    for (let end = start; end < units.length; end++) {
      size += sizes[end] ?? 0;
      if (size >= RUN_SIZE) break;
      if (size >= least) runs.add(runHash(Int32Array.from(units.slice(start, end + 1)), 0, end + 1 - start));
    }
  }
  return runs;
}

/** Hashes of words and of single CJK characters, in order, with what each counts. */
interface Units {
  readonly units: readonly number[];
  readonly sizes: readonly number[];
}

function unitsOf(text: string): Units {
  const units: number[] = [];
  const sizes: number[] = [];
  for (let at = 0; at < text.length;) {
    const cjk = cjkUnits(text, at);
    if (cjk > 0) {
      units.push(hashBetween(text, at, at + cjk));
      sizes.push(CHAR_SIZE);
      at += cjk;
      continue;
    }
    const end = wordEnd(text, at);
    if (end > at) {
      units.push(hashBetween(text, at, end));
      sizes.push(WORD_SIZE);
    }
    at = Math.max(end, at + 1);
  }
  return { units, sizes };
}

/** Small letters and digits of ASCII. */
function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** From here on a class of characters has to be asked for. */
const FIRST_OTHER = 0x80;

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    // Nearly all text is this, and it asks for no class of characters.
    if (isPlain(unit)) {
      end++;
      continue;
    }
    if (unit < FIRST_OTHER) break;
    const word = cjkUnits(text, end) > 0 ? 0 : wordUnits(text, end);
    if (word === 0) break;
    end += word;
  }
  return end;
}

/** Five words are one run, and so are eight CJK characters (SPEC 4.5). */
const RUN_SIZE = 40;
const WORD_SIZE = RUN_SIZE / 5;
const CHAR_SIZE = RUN_SIZE / 8;

/** One word, or three characters, stand in any text by chance. */
const LEAST_SHORT_SIZE = 2 * WORD_SIZE;

/** A power of two; no run has more words. */
const RING = 16;
const RING_MASK = RING - 1;

/** FNV-1a. */
const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

function hashBetween(text: string, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** Two hashes with different beginnings: together 53 bits, since 32 would collide within one long session. */
const SECOND_BASIS = 0x2c1b3c6d;
const LOW_BITS = 21;
const MIX = 0x85ebca6b;

/** @param units a ring, of which the places are counted on */
function runHash(units: Int32Array, start: number, end: number): number {
  let first = FNV_BASIS;
  let second = SECOND_BASIS;
  for (let at = start; at < end; at++) {
    const unit = units[at & RING_MASK] ?? 0;
    first = Math.imul(first ^ unit, FNV_PRIME);
    first ^= first >>> 15;
    second = Math.imul(second ^ unit ^ (first >>> LOW_BITS), MIX);
    second ^= second >>> 13;
  }
  return (first >>> 0) * 2 ** LOW_BITS + (second >>> (32 - LOW_BITS));
}
