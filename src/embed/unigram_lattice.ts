/**
 * Cuts a text into the pieces of a vocabulary so that the sum of their scores is greatest (Unigram).
 *
 * The outcome equals that of `@huggingface/tokenizers` to the last piece, ties and rounding included: sums are formed in
 * the same order, and of equal ones the first counts.
 *
 * @module
 */
import type { UnigramTable } from "./unigram_table.ts";

/** Id of the piece that stands for what no other piece covers. */
export const UNKNOWN_ID = 3;

/** Bit 8 of a unit: a piece ends here. */
const ENDS_PIECE = 0x100;

/**
 * Returns the ids of the pieces of a text; neighbours that no piece covers are one {@linkcode UNKNOWN_ID}.
 *
 * @param text may hold anything, also halves of surrogate pairs, which no piece covers
 */
export function bestPieces(table: UnigramTable, text: string): number[] {
  const bytes = toBytes(text);
  const lattice = buildLattice(table, bytes);
  return backtrace(lattice, bytes.length);
}

/** Every piece at every place. Nodes are numbered in order of their start, then of their length; 0 is the beginning. */
interface Lattice {
  /** Id of a node's piece. */
  readonly ids: number[];
  /** The best node before a node; -1 for the beginning. */
  readonly previous: number[];
  /** Sum of the scores up to and with a node. */
  readonly sums: number[];
  /** The first node that ends at a place, or -1. */
  readonly firstEnding: Int32Array;
  /** The next node that ends where a node does, or -1. */
  readonly nextEnding: number[];
}

function buildLattice(table: UnigramTable, bytes: Uint8Array): Lattice {
  const { units, scores, unknownScore } = table;
  const places = bytes.length + 1;
  const firstEnding = new Int32Array(places).fill(-1);
  const lastEnding = new Int32Array(places).fill(-1);
  const lattice: Lattice = { ids: [-1], previous: [-1], sums: [0], firstEnding, nextEnding: [-1] };
  firstEnding[0] = lastEnding[0] = 0;

  const add = (start: number, end: number, id: number, score: number) => {
    const { node, sum } = bestEnding(lattice, start, score);
    const added = lattice.ids.push(id) - 1;
    lattice.previous.push(node);
    lattice.sums.push(sum);
    lattice.nextEnding.push(-1);
    const last = lastEnding[end] ?? -1;
    if (last < 0) firstEnding[end] = added;
    else lattice.nextEnding[last] = added;
    lastEnding[end] = added;
  };

  const root = units[0] ?? 0;
  for (let start = 0; start < bytes.length;) {
    const characterEnd = start + lengthOf(bytes[start] ?? 0);
    let isCovered = false;
    let unit = root;
    for (let at = start; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      // A NUL in the text would lead to the unit that holds an id.
      if (byte === 0) break;
      const next = units[(unit >>> 9) ^ byte] ?? 0;
      if ((next & 0xff) !== byte) break;
      [at, unit] = [at + 1, next];
      if ((unit & ENDS_PIECE) === 0) continue;
      const id = (units[unit >>> 9] ?? 0) >>> 8;
      add(start, at, id, id === UNKNOWN_ID ? unknownScore : scores[id] ?? unknownScore);
      if (at === characterEnd) isCovered = true;
    }
    if (!isCovered) add(start, characterEnd, UNKNOWN_ID, unknownScore);
    start = characterEnd;
  }
  return lattice;
}

/** Returns the node to come from. Sums are compared after the addition: rounding can make unequal ones equal. */
function bestEnding(lattice: Lattice, place: number, score: number): { node: number; sum: number } {
  let node = lattice.firstEnding[place] ?? -1;
  let sum = (lattice.sums[node] ?? 0) + score;
  for (let at = lattice.nextEnding[node] ?? -1; at >= 0; at = lattice.nextEnding[at] ?? -1) {
    const other = (lattice.sums[at] ?? 0) + score;
    if (other > sum) [node, sum] = [at, other];
  }
  return { node, sum };
}

function backtrace(lattice: Lattice, end: number): number[] {
  const found: number[] = [];
  for (let { node } = bestEnding(lattice, end, 0); node > 0; node = lattice.previous[node] ?? 0) {
    const id = lattice.ids[node] ?? UNKNOWN_ID;
    if (id !== UNKNOWN_ID || found.at(-1) !== UNKNOWN_ID) found.push(id);
  }
  return found.reverse();
}

/** Returns how many bytes a character takes, by its first one. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** UTF-8, but halves of surrogate pairs keep their number instead of becoming U+FFFD, which may well be a piece. */
function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x1_0000) bytes[length++] = 0xe0 | (code >> 12);
      else {
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[length++] = 0x80 | (code & 0x3f);
  }
  return bytes.subarray(0, length);
}
