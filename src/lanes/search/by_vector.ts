/**
 * The vector lane: chunks whose meaning is near that of a question, in any language (SPEC 6).
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import type { Background, ByScript } from "../../store/index/vectors.ts";
import type { LineRange } from "../../workspace/claims.ts";
import { knowledgeOf, relevanceOf } from "./relevance.ts";

/** A question as a vector. */
export interface Meaning {
  /** Of unit length. */
  readonly vector: Float32Array;
  /** The model that made it; only vectors of the same one are compared. */
  readonly fingerprint: string;
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
  /** How near the question is to anything of a script. */
  readonly backgrounds: ByScript<Background>;
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
  const { hits, backgrounds } = index.vectors.scan(vector, {
    fingerprint,
    limit,
    ...(filters === undefined ? {} : { filters }),
  });
  const found = new Map<number, VectorCandidate>();
  for (const [at, { chunkId, cosine, script, startLine, endLine }] of hits.entries()) {
    const piece = { first: startLine, last: endLine };
    found.set(chunkId, { cosine, relevance: relevanceOf(cosine, backgrounds[script]), rank: at + 1, piece });
  }
  for (const [chunkId, pieces] of index.vectors.cosinesOf(vector, others.filter((id) => !found.has(id)))) {
    const measured = pieces.map(({ cosine, script }) => ({ cosine, of: backgrounds[script] }));
    const best = measured.reduce((a, b) => b.cosine - b.of.mean > a.cosine - a.of.mean ? b : a);
    found.set(chunkId, { cosine: best.cosine, relevance: relevanceOf(best.cosine, best.of), rank: null, piece: null });
  }
  return { found, backgrounds, knowledge: knowledgeOf(backgrounds.latin) };
}
