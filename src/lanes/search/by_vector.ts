/**
 * The vector lane: chunks whose meaning is near that of a question, in any language (SPEC 6).
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import { estimateTokens } from "../../base/text/measure.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import type { Background } from "../../store/index/vectors.ts";
import type { LineRange } from "../../workspace/claims.ts";
import { backgroundFrom, knowledgeOf, relevanceOf, together } from "./relevance.ts";

/** A question as a vector. */
export interface Meaning {
  /** Of unit length. */
  readonly vector: Float32Array;
  /** The model that made it; only vectors of the same one are compared. */
  readonly fingerprint: string;
  /** How near the question is to {@linkcode NEUTRAL_TEXTS}, by script; for an index of {@linkcode FEW_PIECES}. */
  readonly neutral?: { readonly latin: Background; readonly wide: Background } | undefined;
}

/** What the lane says of a chunk. */
export interface VectorCandidate {
  /** Of its best piece, -1 to 1. */
  readonly cosine: number;
  /** Against the background of the question, 0 to 1; see {@linkcode relevanceOf}. */
  readonly relevance: number;
  /** Place among all chunks, from 1; `null` if it was not among the nearest. */
  readonly rank: number | null;
  /** Lines of its best piece; `null` if it was not among the nearest. */
  readonly piece: LineRange | null;
}

/** What the lane found. */
export interface VectorFinding {
  /** By chunk; one without a vector is not here. */
  readonly found: ReadonlyMap<number, VectorCandidate>;
  /** How near the question is to anything, neutral texts of Latin script among it. */
  readonly background: Background;
  /** How much the lane can know, 0 to 1; see {@linkcode knowledgeOf}. */
  readonly knowledge: number;
}

/** What the lane is asked. */
export interface VectorRequest {
  /** Of the model whose vectors the index holds. */
  readonly meaning: Meaning;
  /** `undefined` if there are none. */
  readonly filters: KeywordFilters | undefined;
  /** The most chunks wanted. */
  readonly limit: number;
  /** Chunks that another lane found: the lane has its say on them, however far they are. */
  readonly others: readonly number[];
}

/** Returns the nearest chunks, and what the lane says of the others. */
export function byVector(index: Pick<IndexStore, "vectors" | "chunks">, request: VectorRequest): VectorFinding {
  const { meaning, filters, limit, others } = request;
  const { vector, fingerprint } = meaning;
  const { hits, background } = index.vectors.scan(vector, {
    fingerprint,
    limit,
    ...(filters === undefined ? {} : { filters }),
  });
  const relevance = measureIn(index, meaning, background);
  const found = new Map<number, VectorCandidate>();
  for (const [at, { chunkId, cosine, startLine, endLine }] of hits.entries()) {
    const piece = { first: startLine, last: endLine };
    found.set(chunkId, { cosine, relevance: relevance(chunkId, cosine), rank: at + 1, piece });
  }
  for (const [chunkId, pieces] of index.vectors.vectorsOf(others.filter((id) => !found.has(id)))) {
    const cosine = Math.max(...pieces.map((piece) => dot(vector, piece)));
    found.set(chunkId, { cosine, relevance: relevance(chunkId, cosine), rank: null, piece: null });
  }
  const whole = together(background, meaning.neutral?.latin ?? NONE);
  return { found, background: whole, knowledge: knowledgeOf(whole) };
}

/** Returns how to score the cosine of a chunk: in a small index, with what is neutral in its script. */
function measureIn(
  index: Pick<IndexStore, "chunks">,
  { neutral }: Meaning,
  own: Background,
): (chunkId: number, cosine: number) => number {
  if (neutral === undefined) return (_, cosine) => relevanceOf(cosine, own);
  const [latin, wide] = [together(own, neutral.latin), together(own, neutral.wide)];
  return (chunkId, cosine) => relevanceOf(cosine, isWide(index.chunks.get([chunkId])[0]?.text ?? "") ? wide : latin);
}

/** Latin text has about four characters a token, Chinese one: in between it is mixed, and Chinese is what it is read by. */
const WIDE_CHARS_PER_TOKEN = 2.5;

function isWide(text: string): boolean {
  return text.length < WIDE_CHARS_PER_TOKEN * estimateTokens(text);
}

const NONE: Background = { mean: 0, spread: 0, count: 0 };

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/**
 * Returns a question as the lane needs it.
 *
 * @param neutral the vectors of {@linkcode NEUTRAL_TEXTS}, if the index has few pieces
 */
export function meaningOf(
  fingerprint: string,
  vector: Float32Array,
  neutral?: { readonly latin: readonly Float32Array[]; readonly wide: readonly Float32Array[] },
): Meaning {
  if (neutral === undefined) return { vector, fingerprint };
  const near = (texts: readonly Float32Array[]) => backgroundFrom(texts.map((text) => dot(vector, text)));
  return { vector, fingerprint, neutral: { latin: near(neutral.latin), wide: near(neutral.wide) } };
}
