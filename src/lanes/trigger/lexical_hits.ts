/**
 * What holds words of a message, by the keyword index alone (SPEC 9.2). It serves triggers, as their relevance, and the
 * signal of a prompt.
 *
 * @module
 */
import type { QueryTerm } from "../../base/text/query_terms.ts";
import type { ChunkText } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import { byKeyword } from "../search/by_keyword.ts";
import { calibrate, coverageOf, weightOf } from "../search/calibrate.ts";
import { likelyTerms, termFinder } from "../search/find_terms.ts";
import { matchExpressions } from "../search/match_expression.ts";
import { isBlank, type Question, readQuestion } from "../search/question.ts";
import { type TermWeights, weighTerms } from "../search/weigh_terms.ts";

/** A chunk that holds words of a message. */
export interface LexicalHit {
  /** The chunk in the index. */
  readonly row: ChunkText;
  /** The calibrated keyword score, 0 to 1. */
  readonly score: number;
}

/** What the keyword index knows of a message. */
export interface LexicalHits {
  /** The message as a question. */
  readonly question: Question;
  /** Weight of each term of the question; their sum is 1. */
  readonly weights: readonly number[];
  /**
   * Returns the chunks found, at most as many as were asked for, that come to a score, best first; equals in the order of
   * path and place. What cannot come to it is not looked through, and most of what is found is about something else.
   *
   * @param least 0 to 1
   */
  hits(least: number): LexicalHit[];
  /** Returns the calibrated keyword score of any chunk, 0 to 1; of one that is no hit as if its BM25 were nothing. */
  relevanceOf(row: ChunkText): number;
  /** Returns what that is at most; much cheaper. */
  relevanceAtMost(row: ChunkText): number;
}

/** Returns them, or `null` if a message holds no word at all. */
export function lexicalHits(index: IndexStore, message: string, limit: number): LexicalHits | null {
  if (isBlank(message)) return null;
  const question = readQuestion(message);
  // In a message quotes mark what is talked of; they demand nothing.
  const expressions = matchExpressions({ ...question, phrases: [] });
  if (expressions === null) return null;
  const found = byKeyword(index, { ...expressions, filters: undefined, limit, enough: limit }).slice(0, limit);
  const bm25 = new Map(found.map((hit) => [hit.chunkId, hit.bm25]));
  const ids = [...bm25.keys()];
  const terms = weighTerms(question.terms, index, question.asides);
  const scores = scorer(question.terms, terms, bm25);
  const rows = index.chunks.texts(ids);
  const hits = (least: number) =>
    rows.filter((row) => scores.mostOf(row) >= least)
      .map((row) => ({ row, score: scores.of(row) }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score || placeOrder(a.row, b.row));
  return { question, weights: terms.weights, hits, relevanceOf: scores.of, relevanceAtMost: scores.mostOf };
}

interface Scorer {
  /** Returns the score of a chunk, and remembers it. */
  of(row: ChunkText): number;
  /** Returns what it is at most: as if all that the chunk may hold stood on one line. */
  mostOf(row: ChunkText): number;
}

function scorer(asked: readonly QueryTerm[], terms: TermWeights, bm25: ReadonlyMap<number, number>): Scorer {
  const find = termFinder(asked);
  const best = Math.max(0, ...bm25.values());
  const relativeOf = ({ id }: ChunkText) => best > 0 ? (bm25.get(id) ?? 0) / best : 0;
  const known = new Map<number, number>();
  return {
    of: (row) => {
      const before = known.get(row.id);
      if (before !== undefined) return before;
      const coverage = coverageOf(row, find, terms.weights);
      const score = coverage.chunk > 0 ? calibrate(coverage, relativeOf(row), terms.reach) : 0;
      known.set(row.id, score);
      return score;
    },
    mostOf: (row) => {
      const chunk = weightOf(likelyTerms(`${row.context}\n${row.text}`, asked), terms.weights);
      return chunk > 0 ? calibrate({ chunk, best: chunk, lines: [] }, relativeOf(row), terms.reach) : 0;
    },
  };
}

/** Row numbers differ after a rebuild; path and place do not. */
function placeOrder(a: ChunkText, b: ChunkText): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.startLine - b.startLine || a.ordinal - b.ordinal;
}
