/**
 * The vocabulary of the bundled model as one block of numbers that is used as it lies in the file. Building the same from
 * `tokenizer.json` takes longer than everything else that a cold question does together.
 *
 * Layout, little endian: magic, version, number of pieces, number of units (u32 each) · score of text that no piece covers
 * (f64) · a score for each piece (f32) · the units (u32).
 *
 * The units are a double array over the bytes of the pieces. Bits 0–7 of a unit are the byte that leads to it, bit 8 says
 * that a piece ends here, bits 9–31 are its offset; the child by byte `b` is the unit at `offset XOR b`, if that unit says
 * `b`. The piece's id stands above bit 7 of the unit at `offset`: no byte of a piece is 0, so nothing else can lie there.
 *
 * @module
 */

/** A vocabulary, ready for use. */
export interface UnigramTable {
  /** The double array. */
  readonly units: Uint32Array;
  /** Logarithm of the probability of each piece, by id. */
  readonly scores: Float32Array;
  /** That of one character which no piece covers. */
  readonly unknownScore: number;
}

/** First four bytes of the file: `MUT1`. */
export const TABLE_MAGIC = 0x3154_554d;

/** Version of the layout. */
export const TABLE_VERSION = 1;

/** Bytes in front of the scores. */
export const TABLE_HEADER_BYTES = 24;

/** Bytes of a score, and of a unit. */
const WORD_BYTES = 4;

/**
 * Returns the vocabulary that lies in bytes; it is not copied.
 *
 * @param bytes must begin at a multiple of eight in their buffer, as what was read from a file does
 * @throws {Error} if it is no such table or not all of it
 */
export function readUnigramTable(bytes: Uint8Array<ArrayBuffer>): UnigramTable {
  if (bytes.length < TABLE_HEADER_BYTES) throw new Error(`It has ${bytes.length} bytes and no header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.getUint32(at * WORD_BYTES, true);
  if (word(0) !== TABLE_MAGIC || word(1) !== TABLE_VERSION) throw new Error("It is no table of this version");
  const [pieces, units] = [word(2), word(3)];
  const wanted = TABLE_HEADER_BYTES + (pieces + units) * WORD_BYTES;
  if (bytes.length !== wanted || units === 0) throw new Error(`It has ${bytes.length} bytes and should have ${wanted}`);
  const start = bytes.byteOffset + TABLE_HEADER_BYTES;
  return {
    scores: new Float32Array(bytes.buffer, start, pieces),
    units: new Uint32Array(bytes.buffer, start + pieces * WORD_BYTES, units),
    unknownScore: view.getFloat64(TABLE_HEADER_BYTES - 8, true),
  };
}
