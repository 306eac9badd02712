/**
 * The text score, 0 to 1, the same on two files and on a hundred thousand chunks (SPEC 6).
 *
 * A bare BM25 value says how a hit compares with the other hits of the same question, not whether it answers it: on a
 * tiny collection it falls to nought. So two fifths of the evidence are how much of the question the chunk holds, two
 * fifths how much of it stands together on one line, and one fifth how its BM25 compares with the best. A chunk with
 * every term on one line has at least 0.8 anywhere. Measured on sets of English and Chinese questions the order is better
 * than that of BM25 alone; other weights near these differ by less than half a point.
 *
 * @module
 */
import type { TermFinder } from "./find_terms.ts";

/** Share of the score for what the chunk holds of the question. */
const CHUNK_WEIGHT = 0.4;
/** Share of the score for what stands together on its best line. */
const LINE_WEIGHT = 0.4;
/** Share of the score for the BM25 value as a share of the best. */
const BM25_WEIGHT = 0.2;
/**
 * Evidence to score: 0.8 stays above 0.8, 0.5 becomes 0.57. A good answer holds most words of a question and seldom all,
 * least of all in Chinese, where a question has bigrams across the edges of words.
 */
const SHAPE = 0.8;
/** What two neighbouring lines together count, against one line: prose is often wrapped in the middle of a sentence. */
const PAIR_WEIGHT = 0.9;

/** How a chunk holds the terms of a question. Shares are 0 to 1 of the terms' weights. */
export interface Coverage {
  /** Of the whole chunk, day and headings included. */
  readonly chunk: number;
  /** Of its best line, or of two neighbouring ones at {@linkcode PAIR_WEIGHT}. */
  readonly best: number;
  /** Of each line, in order. */
  readonly lines: readonly number[];
}

/** A chunk as far as its coverage goes. */
export interface Covered {
  /** Lines joined by `\n`. */
  readonly text: string;
  /** Day and headings. */
  readonly context: string;
}

/** Returns how a chunk covers the terms; `weights` as of {@linkcode weighTerms}. */
export function coverageOf(chunk: Covered, find: TermFinder, weights: readonly number[]): Coverage {
  // One look for both: the context is a single line.
  const [context = NOTHING, ...found] = find(`${chunk.context.replaceAll("\n", " ")}\n${chunk.text}`);
  const lines: number[] = [];
  const all = new Set(context);
  let best = weightOf(context, weights);
  let before = NOTHING;
  for (const places of found) {
    // Most lines hold nothing of a question.
    const share = places.length === 0 ? 0 : weightOf(places, weights);
    lines.push(share);
    if (share > best) best = share;
    if (share > 0) {
      const both = before.length === 0 ? 0 : PAIR_WEIGHT * (share + weightOf(without(before, places), weights));
      if (both > best) best = both;
      for (const at of places) all.add(at);
    }
    before = places;
  }
  return { chunk: Math.min(1, weightOf(all, weights)), best: Math.min(1, best), lines };
}

/**
 * Returns the calibrated text score, 0 to 1.
 *
 * @param relative the chunk's BM25 as a share of the best of the question, 0 to 1
 * @param reach what a perfect answer can be expected to hold; see {@linkcode weighTerms}
 */
export function calibrate(coverage: Coverage, relative: number, reach = 1): number {
  const evidence = CHUNK_WEIGHT * coverage.chunk + LINE_WEIGHT * coverage.best + BM25_WEIGHT * relative;
  return Math.min(1, evidence / ((CHUNK_WEIGHT + LINE_WEIGHT) * reach + BM25_WEIGHT)) ** SHAPE;
}

/** Returns the weight of the terms at the given places, 0 to 1. */
export function weightOf(found: Iterable<number>, weights: readonly number[]): number {
  let sum = 0;
  for (const at of found) sum += weights[at] ?? 0;
  return sum;
}

const NOTHING: readonly number[] = [];

function without(places: readonly number[], others: readonly number[]): number[] {
  return places.filter((place) => !others.includes(place));
}
