/**
 * Blocks of 4-bit weights: 32 weights share one scale. The file and ONNX Runtime agree on the values, and differ only in
 * where the bits lie, so that moving them loses nothing.
 *
 * @module
 */

/** Weights of a block. */
export const BLOCK_WEIGHTS = 32;

/** Bytes of a block in the file: the scale as a 16-bit floating-point number, then two weights a byte. */
export const BLOCK_BYTES = 18;

/** What is subtracted from the four bits of a weight before it is multiplied by the scale. */
export const ZERO_POINT = 8;

/** Bytes of the scale. */
const SCALE_BYTES = 2;

/** Half of a block: byte j of the file holds the weights j and j + 16. */
const HALF_BLOCK = BLOCK_WEIGHTS / 2;

/** Blocks as ONNX Runtime wants them. */
export interface RepackedBlocks {
  /** Two weights a byte, consecutive ones, the earlier one in the low bits. */
  readonly nibbles: Uint8Array;
  /** One scale for each block. */
  readonly scales: Float32Array;
}

/** Returns stored blocks with their weights in consecutive order and their scales apart. */
export function repackBlocks(stored: Uint8Array): RepackedBlocks {
  const count = blockCount(stored);
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const nibbles = new Uint8Array(count * HALF_BLOCK);
  const scales = new Float32Array(count);
  for (let block = 0; block < count; block++) {
    const from = block * BLOCK_BYTES;
    scales[block] = view.getFloat16(from, true);
    for (let pair = 0; pair < HALF_BLOCK; pair++) {
      // The pair 2p, 2p + 1 lies in the low halves of two neighbouring bytes, from the middle on in their high halves.
      const isHigh = pair >= HALF_BLOCK / 2;
      const at = from + SCALE_BYTES + 2 * pair % HALF_BLOCK;
      const shift = isHigh ? 4 : 0;
      const first = (stored[at] ?? 0) >> shift & 15;
      const second = (stored[at + 1] ?? 0) >> shift & 15;
      nibbles[block * HALF_BLOCK + pair] = first | second << 4;
    }
  }
  return { nibbles, scales };
}

/** Returns the values of stored blocks, straight from the file's layout. */
export function blockValues(stored: Uint8Array): Float32Array {
  const count = blockCount(stored);
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const values = new Float32Array(count * BLOCK_WEIGHTS);
  for (let block = 0; block < count; block++) {
    const from = block * BLOCK_BYTES;
    const scale = view.getFloat16(from, true);
    for (let at = 0; at < HALF_BLOCK; at++) {
      const byte = stored[from + SCALE_BYTES + at] ?? 0;
      values[block * BLOCK_WEIGHTS + at] = ((byte & 15) - ZERO_POINT) * scale;
      values[block * BLOCK_WEIGHTS + HALF_BLOCK + at] = ((byte >> 4) - ZERO_POINT) * scale;
    }
  }
  return values;
}

function blockCount(stored: Uint8Array): number {
  if (stored.length % BLOCK_BYTES !== 0) {
    throw new Error(`The blocks have ${stored.length} bytes, expected a multiple of ${BLOCK_BYTES}`);
  }
  return stored.length / BLOCK_BYTES;
}
