/**
 * Writes weights files for tests, value by value as the layout is described, without any code of the reader.
 *
 * @module
 */

/** A tensor to write: numbers as they are, or blocks that are stored already. */
export type TensorContent = { readonly numbers: readonly number[] } | { readonly blocks: Uint8Array };

/** What to write. */
export interface WeightsContent {
  /** Hidden size, layers, heads, feed-forward width, vocabulary, positions, token types. */
  readonly shape: readonly [number, number, number, number, number, number, number];
  /** Text and score of every piece. */
  readonly pieces: readonly (readonly [text: string, score: number])[];
  /** Tensors by name. */
  readonly tensors: Readonly<Record<string, TensorContent>>;
}

/** Epsilon of the layer normalisations. */
const EPSILON = 1e-12;

/** Returns one stored block: a scale and 32 weights from 0 to 15. */
export function storedBlock(scale: number, weights: readonly number[]): Uint8Array {
  const block = new Uint8Array(18);
  new DataView(block.buffer).setFloat16(0, scale, true);
  for (let at = 0; at < 16; at++) block[2 + at] = (weights[at] ?? 0) + 16 * (weights[at + 16] ?? 0);
  return block;
}

/** Returns the bytes of a weights file. */
export function weightsFile({ shape, pieces, tensors }: WeightsContent): Uint8Array {
  const head: number[] = [...ascii("E5S1"), ...u32(1), ...shape.flatMap(u32), ...f32(EPSILON), ...u32(32)];
  const texts = pieces.map(([text]) => [...new TextEncoder().encode(text)]);
  const offsets = texts.reduce<number[]>((all, text) => [...all, (all.at(-1) ?? 0) + text.length], [0]);
  head.push(...[pieces.length, 0, 2, 1, 3].flatMap(u32), ...u64(offsets.at(-1) ?? 0), ...offsets.flatMap(u32));
  head.push(...pieces.flatMap(([, score]) => f32(score)), ...texts.flat());
  // One entry of the map of characters: code point 0x3000 becomes a space.
  head.push(...u32(1), ...u32(9), ...u32(0x3000), 1, ...u32(0x20));
  const contents = Object.entries(tensors).map(([name, tensor]) => ({ name, ...stored(tensor) }));
  const directoryBytes = contents.reduce((sum, { name }) => sum + 2 + name.length + 1 + 4 + 8 + 8, 4);
  let offset = head.length + directoryBytes;
  head.push(...u32(contents.length));
  for (const { name, type, elements, bytes } of contents) {
    head.push(name.length & 255, name.length >> 8, ...ascii(name), type, ...u32(elements));
    head.push(...u64(offset), ...u64(bytes.length));
    offset += bytes.length;
  }
  return new Uint8Array(Buffer.concat([Uint8Array.from(head), ...contents.map(({ bytes }) => bytes)]));
}

function stored(tensor: TensorContent): { type: number; elements: number; bytes: Uint8Array } {
  if ("blocks" in tensor) return { type: 1, elements: tensor.blocks.length / 18 * 32, bytes: tensor.blocks };
  return { type: 0, elements: tensor.numbers.length, bytes: Uint8Array.from(tensor.numbers.flatMap(f32)) };
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function u32(value: number): number[] {
  return [value & 255, value >> 8 & 255, value >> 16 & 255, value >>> 24];
}

function u64(value: number): number[] {
  return [...u32(value), 0, 0, 0, 0];
}

function f32(value: number): number[] {
  return [...new Uint8Array(Float32Array.of(value).buffer)];
}
