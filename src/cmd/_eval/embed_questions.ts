import type { Embedder } from "../../embed/embedder.ts";
import { type Meaning, meaningOf } from "../../lanes/search/by_vector.ts";
import type { VectorCounts } from "../../store/index/vectors.ts";
import { embedded, neutralVectors } from "../_embedded.ts";

/** Texts between two lines of progress. */
const STEP = 32;

/** How questions are asked. */
export interface EmbedQuestionsOptions {
  /** Pieces of the index that is asked: among few of them a search compares with neutral texts, too. */
  readonly counts: VectorCounts;
  /** Told how many questions are done. */
  readonly onProgress: (done: number) => void;
}

/** Returns what a search makes of each question, in order. @throws {MemoryError} failed, if the embedder cannot answer */
export async function embedQuestions(
  embedder: Embedder,
  texts: readonly string[],
  { counts, onProgress }: EmbedQuestionsOptions,
): Promise<Meaning[]> {
  const neutral = await neutralVectors(embedder, counts.done + counts.pending);
  const meanings: Meaning[] = [];
  for (let at = 0; at < texts.length; at += STEP) {
    const vectors = await embedded(embedder, texts.slice(at, at + STEP), "query");
    meanings.push(...vectors.map((vector) => meaningOf(embedder.fingerprint, vector, neutral)));
    onProgress(meanings.length);
  }
  return meanings;
}
