/**
 * What an embedder makes of texts, looked at before it is used: by `search` and by `eval`, which asks as a search does.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import type { Embedder, TextRole } from "../embed/embedder.ts";

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
