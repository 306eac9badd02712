/**
 * What an embedder makes of texts, looked at before it is used: by `search` and by `eval`, which asks as a search does.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import type { Embedder, TextRole } from "../embed/embedder.ts";
import { FEW_PIECES, NEUTRAL_TEXTS } from "../lanes/search/neutral_texts.ts";

/** Returns one vector for each text, in order. @throws {MemoryError} failed, if they are not what they should be */
export async function embedded(
  embedder: Embedder,
  texts: readonly string[],
  role: TextRole,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, role);
  const isUsable = (each: Float32Array) => each.length === embedder.dimensions && each.every(Number.isFinite);
  if (vectors.length === texts.length && vectors.every(isUsable)) return vectors;
  throw new MemoryError(`Cannot use what "${embedder.name}" made of the question: it should be one vector of numbers`);
}

/** Returns the vectors of {@linkcode NEUTRAL_TEXTS} by script, if an index has so few pieces that a question needs them. */
export async function neutralVectors(
  embedder: Embedder,
  pieces: number,
): Promise<{ readonly latin: readonly Float32Array[]; readonly wide: readonly Float32Array[] } | undefined> {
  if (pieces >= FEW_PIECES) return undefined;
  const { latin, wide } = NEUTRAL_TEXTS;
  const vectors = await embedded(embedder, [...latin, ...wide], "passage");
  return { latin: vectors.slice(0, latin.length), wide: vectors.slice(latin.length) };
}
