import type { Embedder } from "../../embed/embedder.ts";
import type { Meaning } from "../../lanes/search/by_vector.ts";
import { embedded } from "../_embedded.ts";

/** Texts between two lines of progress. */
const STEP = 32;

/** Returns what a search makes of each question, in order. @throws {MemoryError} failed, if the embedder cannot answer */
export async function embedQuestions(
  embedder: Embedder,
  texts: readonly string[],
  onProgress: (done: number) => void,
): Promise<Meaning[]> {
  const { fingerprint } = embedder;
  const meanings: Meaning[] = [];
  for (let at = 0; at < texts.length; at += STEP) {
    const vectors = await embedded(embedder, texts.slice(at, at + STEP), "query");
    meanings.push(...vectors.map((vector) => ({ vector, fingerprint })));
    onProgress(meanings.length);
  }
  return meanings;
}
