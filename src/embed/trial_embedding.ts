import { MemoryError } from "../base/errors.ts";
import type { Embedder } from "./embedder.ts";

/** What a trial of an embedder showed. */
export interface TrialEmbedding {
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Time from the first call to its answer, loading included, in milliseconds. */
  readonly firstMs: number;
  /** Short lines in one second, once it is loaded. */
  readonly linesPerSecond: number;
}

/** One line in each language that the program speaks. */
const SENTENCES = ["The gateway listens on port 18789.", "网关监听 18789 端口。"];
/** Lines that the speed is measured with: about a second of a small model's work. */
const MEASURED_LINES = 64;
/** How far from 1 the length of a vector may be, by rounding. */
const LENGTH_TOLERANCE = 1e-3;
const MS_PER_SECOND = 1_000;

/**
 * Returns what an embedder does with two sentences and then with a batch.
 *
 * @param steadyMs a steady clock in milliseconds
 * @throws {MemoryError} failed, if it does not answer, or if what it answers are no distinct vectors of unit length
 */
export async function tryEmbedder(embedder: Embedder, steadyMs: () => number): Promise<TrialEmbedding> {
  const startMs = steadyMs();
  const vectors = await embedder.embed(SENTENCES, "passage");
  const firstMs = steadyMs() - startMs;
  const fault = faultOf(vectors, embedder.dimensions);
  if (fault !== null) {
    throw new MemoryError(`Cannot use ${embedder.name}: ${fault}`, { hint: "choose another model, or use bundled" });
  }
  const lines = Array.from({ length: MEASURED_LINES }, (_, at) => `${SENTENCES[at % SENTENCES.length]} ${at}`);
  const batchMs = steadyMs();
  await embedder.embed(lines, "passage");
  const tookMs = Math.max(1, steadyMs() - batchMs);
  return { dimensions: embedder.dimensions, firstMs, linesPerSecond: MEASURED_LINES * MS_PER_SECOND / tookMs };
}

/** Returns what is wrong with the vectors of two different sentences, as a clause, or `null`. */
function faultOf(vectors: readonly Float32Array[], dimensions: number): string | null {
  const [first, second] = vectors;
  if (first === undefined || second === undefined) return `it answers ${vectors.length} of 2 sentences`;
  for (const vector of [first, second]) {
    if (vector.length !== dimensions || dimensions === 0) {
      return `it should give vectors of ${dimensions} numbers, and gives ${vector.length}`;
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!(Math.abs(length - 1) <= LENGTH_TOLERANCE)) return `it should give vectors of length 1, and gives ${length}`;
  }
  const isSame = first.every((value, at) => value === second[at]);
  return isSame ? "it gives the same vector for different sentences" : null;
}
