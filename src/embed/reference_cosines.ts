/**
 * What the bundled model has to answer: cosines of three questions with four lines, measured once with the engine that
 * the weights come from. They tell a right model from one that merely loads.
 *
 * @module
 */
import { dotProduct } from "../base/dot_product.ts";
import type { Embedder } from "./embedder.ts";

const QUESTIONS = ["which port does the gateway use?", "网关用哪个端口？", "who likes tea?"];
const LINES = [
  "The gateway listens on port 18789.",
  "网关监听 18789 端口。",
  "Alice prefers oolong tea in the morning.",
  "数据库已迁移到 Postgres 16。",
];
/** A row for each question, a column for each line. */
const COSINES = [
  [0.8556, 0.7833, 0.7348, 0.7977],
  [0.7550, 0.9032, 0.7129, 0.8378],
  [0.7541, 0.7503, 0.8410, 0.7505],
];

/** How far a cosine may be off: processors round 4-bit products differently, and a wrong tensor is off by ten times this. */
export const COSINE_TOLERANCE = 0.003;

/** One cosine as it should be and as it is. */
export interface ReferenceCosine {
  /** What was embedded as a question. */
  readonly question: string;
  /** What was embedded as a passage. */
  readonly line: string;
  /** As measured once. */
  readonly expected: number;
  /** As computed now. */
  readonly actual: number;
  /** Whether the two are within {@linkcode COSINE_TOLERANCE}. */
  readonly isRight: boolean;
}

/**
 * Returns the cosines that an embedder of the bundled model gives.
 *
 * @throws {MemoryError} failed, when it cannot answer
 */
export async function referenceCosines(embedder: Pick<Embedder, "embed">): Promise<ReferenceCosine[]> {
  const questions = await embedder.embed(QUESTIONS, "query");
  const lines = await embedder.embed(LINES, "passage");
  return QUESTIONS.flatMap((question, row) =>
    LINES.map((line, column) => {
      const expected = COSINES[row]?.[column] ?? 0;
      const actual = cosine(questions[row] ?? NOTHING, lines[column] ?? NOTHING);
      return { question, line, expected, actual, isRight: Math.abs(actual - expected) <= COSINE_TOLERANCE };
    })
  );
}

const NOTHING = new Float32Array();

/** Of two vectors of unit length this is the cosine; lengths that differ give not a number, which is never right. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.length === b.length ? dotProduct(a, b) : Number.NaN;
}
