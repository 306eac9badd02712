import { storedBlock, type TensorContent, weightsFile } from "./weights_file.ts";

/** Pieces of the tiny vocabulary; the first four are the special ones. */
const PIECES: readonly (readonly [string, number])[] = [
  ...["<s>", "<pad>", "</s>", "<unk>"].map((text) => [text, 0] as const),
  ...["\u2581", "\u2581the", "\u2581tea", "a", "t", "e", "h", "茶", "端口", "\u2581gate", "way", "s"]
    .map((text, at) => [text, -3 - at / 4] as const),
];

const [HIDDEN, LAYERS, HEADS, FEED_FORWARD, POSITIONS] = [64, 2, 2, 128, 24];

/**
 * Returns a weights file of a network with 2 layers and 16 pieces, whose weights follow from the seed: the whole
 * conversion takes milliseconds, and nothing has to be downloaded.
 */
export function tinyWeights(seed: number): Uint8Array {
  const random = randomNumbers(seed);
  const blocks = (count: number): TensorContent => ({
    blocks: new Uint8Array(Buffer.concat(
      Array.from(
        { length: count / 32 },
        () => storedBlock(0.01 + 0.02 * random(), Array.from({ length: 32 }, () => Math.floor(16 * random()))),
      ),
    )),
  });
  const numbers = (count: number, middle: number): TensorContent => ({
    numbers: Array.from({ length: count }, () => middle + 0.2 * (random() - 0.5)),
  });
  const tensors: Record<string, TensorContent> = {
    "emb.word": blocks(PIECES.length * HIDDEN),
    "emb.pos": numbers(POSITIONS * HIDDEN, 0),
    "emb.type": numbers(2 * HIDDEN, 0),
    "emb.ln.w": numbers(HIDDEN, 1),
    "emb.ln.b": numbers(HIDDEN, 0),
  };
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const [name, rows, columns] of LINEAR_MAPS) {
      tensors[`l${layer}.${name}.w`] = blocks(rows * columns);
      tensors[`l${layer}.${name}.b`] = numbers(rows, 0);
    }
    for (const name of ["aln", "oln"]) {
      tensors[`l${layer}.${name}.w`] = numbers(HIDDEN, 1);
      tensors[`l${layer}.${name}.b`] = numbers(HIDDEN, 0);
    }
  }
  return weightsFile({
    shape: [HIDDEN, LAYERS, HEADS, FEED_FORWARD, PIECES.length, POSITIONS, 2],
    pieces: PIECES,
    tensors,
  });
}

const LINEAR_MAPS: readonly (readonly [name: string, rows: number, columns: number])[] = [
  ["q", HIDDEN, HIDDEN],
  ["k", HIDDEN, HIDDEN],
  ["v", HIDDEN, HIDDEN],
  ["ao", HIDDEN, HIDDEN],
  ["fi", FEED_FORWARD, HIDDEN],
  ["fo", HIDDEN, FEED_FORWARD],
];

/** Returns numbers from 0 to 1 that follow from the seed (a linear congruential generator, after Knuth's MMIX). */
function randomNumbers(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number(state >> 33n) / 2 ** 31;
  };
}
