/**
 * The slots of a file: its pieces, those that neighbouring chunks have in common once. Pure.
 *
 * @module
 */
import type { PieceSpan } from "../chunks.ts";

/** A chunk as far as its vectors go. */
export interface SlotSource {
  /** See {@linkcode ChunkRow.id}. */
  readonly id: number;
  /** The chunk's text. */
  readonly text: string;
  /** Its pieces, in order. */
  readonly pieces: readonly PieceSpan[];
}

/** A piece with the chunks that have it. */
export interface Slot {
  /** What is embedded. */
  readonly text: string;
  /** The first chunk that has it. */
  readonly firstChunk: number;
  /** The last one; all between have it, too. */
  readonly lastChunk: number;
  /** 1-based line of the file, inclusive. */
  readonly startLine: number;
  /** 1-based line of the file, inclusive. */
  readonly endLine: number;
}

/**
 * Returns the slots of a file.
 *
 * @param chunks all chunks of the file in order, with the ids that they have in the index
 */
export function slotsOf(chunks: readonly SlotSource[]): Slot[] {
  const slots: { -readonly [Key in keyof Slot]: Slot[Key] }[] = [];
  let recent = new Map<string, number>();
  for (const { id, text, pieces } of chunks) {
    const own = new Map<string, number>();
    for (const { start, end, startLine, endLine } of pieces) {
      const piece = text.slice(start, end);
      const key = `${startLine} ${piece}`;
      const at = recent.get(key);
      const shared = at === undefined ? undefined : slots[at];
      if (at !== undefined && shared !== undefined && shared.lastChunk === id - 1) {
        shared.lastChunk = id;
        own.set(key, at);
      } else {
        own.set(key, slots.length);
        slots.push({ text: piece, firstChunk: id, lastChunk: id, startLine, endLine });
      }
    }
    recent = own;
  }
  return slots;
}
