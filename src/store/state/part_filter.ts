/**
 * Tells of most texts that they are no part of another one, which is much longer: a line is asked about thousands of tainted
 * texts, and to go through an answer of a tool for each of them would be most of the work.
 *
 * @module
 */

/** Knows the pieces of {@linkcode PIECE} units that a text has, as bits by their hashes. */
export class PartFilter {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  /** Takes note of a text's pieces. @param text of a length that is worth it; see {@linkcode LEAST_UNITS} */
  constructor(text: string) {
    let room = FIRST_BITS;
    while (room < BITS_PER_UNIT * text.length) room *= 2;
    this.#bits = new Uint32Array(room >>> WORD_SHIFT);
    this.#mask = room - 1;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = Math.imul(hash, BASE) + text.charCodeAt(at) | 0;
      if (at >= PIECE) hash = hash - Math.imul(text.charCodeAt(at - PIECE), BASE_TO_PIECE) | 0;
      if (at < PIECE - 1) continue;
      const bit = mixed(hash) & this.#mask;
      this.#bits[bit >>> WORD_SHIFT] = (this.#bits[bit >>> WORD_SHIFT] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Returns `false` if a text is no part for sure. @param beginning its {@linkcode pieceHash}, if it is known */
  mayHold(part: string, beginning = pieceHash(part)): boolean {
    if (part.length < PIECE) return true;
    if (!this.#has(beginning)) return false;
    // Piece by piece, and last the piece at its end.
    for (let at = PIECE; at + PIECE < part.length; at += PIECE) if (!this.#has(pieceHash(part, at))) return false;
    return this.#has(pieceHash(part, part.length - PIECE));
  }

  #has(hash: number): boolean {
    const bit = mixed(hash) & this.#mask;
    return ((this.#bits[bit >>> WORD_SHIFT] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}

/** Returns the hash of the piece of a text at an offset; of one that is shorter than a piece nobody asks for it. */
export function pieceHash(text: string, start = 0): number {
  const end = Math.min(text.length, start + PIECE);
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash, BASE) + text.charCodeAt(at) | 0;
  return hash;
}

/** UTF-16 units of a text from which on the filter is worth being made; shorter ones are searched as fast. */
export const LEAST_UNITS = 512;

/** Units of a piece, two or three words: what two texts of the same subject have in common is mostly shorter. */
const PIECE = 12;

/** A power of two. */
const FIRST_BITS = 8_192;
/** One piece that is not there in sixteen is taken for known. */
const BITS_PER_UNIT = 16;
/** 32 bits to a word. */
const WORD_SHIFT = 5;

/** The hash of a piece is a polynomial of its units, so that that of the next place is made of it: an odd base to the power of PIECE. */
const BASE = 0x01000193;
const BASE_TO_PIECE = power(BASE, PIECE);

function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count++) result = Math.imul(result, base);
  return result;
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return once ^ (once >>> 13);
}
