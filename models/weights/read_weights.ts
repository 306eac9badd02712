/**
 * Reads the weights file that the model is made from. Everything in it is little endian and nothing is aligned.
 *
 * @module
 */
import { BLOCK_BYTES, BLOCK_WEIGHTS } from "./block_q4.ts";
import { ByteReader } from "./byte_reader.ts";

/** Dimensions of the network. */
export interface ModelShape {
  /** Length of a vector. */
  readonly hidden: number;
  /** Number of layers. */
  readonly layers: number;
  /** Attention heads of a layer. */
  readonly heads: number;
  /** Width of the feed-forward part of a layer. */
  readonly feedForward: number;
  /** Rows of the word embedding; more than there are pieces. */
  readonly vocabulary: number;
  /** Longest input, in tokens. */
  readonly positions: number;
  /** Added to the variance in a layer normalisation. */
  readonly epsilon: number;
}

/** One piece of the tokenizer. */
export interface Piece {
  /** Its text; `▁` stands for a space. */
  readonly text: string;
  /** Logarithm of its probability; 0 for the special ones. */
  readonly score: number;
}

/** One tensor, as a view of the file. */
export interface StoredTensor {
  /** `f32` values, or blocks of 4-bit weights. */
  readonly type: "f32" | "q4";
  /** Number of weights. */
  readonly elements: number;
  /** The stored bytes. */
  readonly bytes: Uint8Array;
}

/** What the file holds. */
export interface Weights {
  /** Dimensions. */
  readonly shape: ModelShape;
  /** Pieces by id. */
  readonly pieces: readonly Piece[];
  /** Tensors by name, such as `l0.q.w`. */
  readonly tensors: ReadonlyMap<string, StoredTensor>;
}

/** First four bytes of the file. */
const MAGIC = "E5S1";

/** The one version of the layout that is known. */
const LAYOUT_VERSION = 1;

/** Bytes of a 32-bit floating-point number. */
const F32_BYTES = 4;

/** Types in the directory of tensors. */
const TENSOR_TYPES: readonly StoredTensor["type"][] = ["f32", "q4"];

/**
 * Returns what is in a weights file.
 *
 * @throws {Error} if it is not of the known layout, or ends too early
 */
export function readWeights(file: Uint8Array): Weights {
  const reader = new ByteReader(file);
  const magic = new TextDecoder().decode(reader.bytes(MAGIC.length));
  const version = reader.u32();
  if (magic !== MAGIC || version !== LAYOUT_VERSION) {
    throw new Error(`The weights begin with "${magic}" version ${version}, expected "${MAGIC}" version 1`);
  }
  const shape = readShape(reader);
  const pieces = readPieces(reader);
  skipNormalisation(reader);
  return { shape, pieces, tensors: readDirectory(reader, file) };
}

function readShape(reader: ByteReader): ModelShape {
  const [hidden, layers, heads, feedForward] = [reader.i32(), reader.i32(), reader.i32(), reader.i32()];
  const [vocabulary, positions] = [reader.i32(), reader.i32()];
  reader.i32(); // Rows of the token types; only the first is ever used.
  const epsilon = reader.f32();
  const block = reader.i32();
  if (block !== BLOCK_WEIGHTS) throw new Error(`The blocks have ${block} weights, expected ${BLOCK_WEIGHTS}`);
  return { hidden, layers, heads, feedForward, vocabulary, positions, epsilon };
}

function readPieces(reader: ByteReader): Piece[] {
  const count = reader.i32();
  // Ids of the four special pieces; they are those of every XLM-R vocabulary.
  const special = [reader.i32(), reader.i32(), reader.i32(), reader.i32()].join(" ");
  if (special !== "0 2 1 3") throw new Error(`The special pieces are "${special}", expected "0 2 1 3"`);
  const textBytes = reader.u64();
  const offsets = Array.from({ length: count + 1 }, () => reader.u32());
  const scores = Array.from({ length: count }, () => reader.f32());
  const text = reader.bytes(textBytes);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return scores.map((score, id) => ({ text: decoder.decode(text.subarray(offsets[id], offsets[id + 1])), score }));
}

/** The file carries a map of characters close to NFKC; the tokenizer written here says NFKC instead. */
function skipNormalisation(reader: ByteReader): void {
  reader.i32(); // Number of entries.
  reader.bytes(reader.u32());
}

function readDirectory(reader: ByteReader, file: Uint8Array): Map<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>();
  for (let left = reader.i32(); left > 0; left--) {
    const name = new TextDecoder().decode(reader.bytes(reader.u16()));
    const type = TENSOR_TYPES[reader.u8()];
    const [elements, offset, size] = [reader.u32(), reader.u64(), reader.u64()];
    const expected = type === "q4" ? elements / BLOCK_WEIGHTS * BLOCK_BYTES : elements * F32_BYTES;
    if (type === undefined || size !== expected || offset + size > file.length) {
      throw new Error(`The tensor "${name}" has ${size} bytes at ${offset}, expected ${expected} within the file`);
    }
    tensors.set(name, { type, elements, bytes: file.subarray(offset, offset + size) });
  }
  return tensors;
}
