/**
 * Gives every piece of an index a vector that no model had to make: a hundred thousand chunks would take a model hours.
 *
 * @module
 */
import { randomFrom } from "./random.ts";
import { openIndex } from "../src/store/index/open_index.ts";

/** Length of the vectors: that of the bundled model. */
export const DIMENSIONS = 384;

/** Texts that are fetched, stored and linked together. */
const WINDOW = 20_000;
/** Directions that vectors are mixed of, and how many of them each is. */
const DIRECTIONS = 512;
const MIXED = 3;
/** How much of a vector is not what all have in common: about as much as with the bundled model. */
const OWN_SHARE = 0.5;

/** Fills an index and returns how many vectors it has then. The vector of a text is always the same one. */
export function fillVectors(indexPath: string, fingerprint: string): number {
  const index = openIndex(indexPath);
  try {
    const vectorOf = syntheticVectors();
    index.vectors.use(fingerprint, DIMENSIONS);
    for (;;) {
      const { texts, sourceIds } = index.vectors.nextWindow(WINDOW);
      if (texts.length === 0) return index.vectors.counts().done;
      index.vectors.store(fingerprint, texts.map((text) => ({ text, vector: vectorOf(text) })));
      index.vectors.link(sourceIds);
    }
  } finally {
    index.close();
  }
}

/** Returns a function that gives each text a vector of unit length, most of which is the same in all. */
export function syntheticVectors(): (text: string) => Float32Array {
  const random = randomFrom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const direction = () => Float32Array.from({ length: DIMENSIONS }, normal);
  const common = direction();
  const directions = Array.from({ length: DIRECTIONS }, direction);
  return (text) => {
    const own = randomFrom(Number(Bun.hash(text) & 0x7fff_ffffn));
    const vector = Float32Array.from(common);
    for (let part = 0; part < MIXED; part++) {
      const weight = OWN_SHARE * (own.next() * 2 - 1);
      const chosen = own.pick(directions);
      for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) + weight * (chosen[at] ?? 0);
    }
    let square = 0;
    for (const value of vector) square += value * value;
    const length = Math.sqrt(square);
    for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) / length;
    return vector;
  };
}
