/**
 * How well one question was answered (SPEC 11.9). Pure: places in, numbers out.
 *
 * @module
 */

/** A line that holds an answer. */
export interface EvidencePlace {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** The lines that one result covers. */
export interface CoveredRange {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** What the results of one question are worth; every share is 0 to 1. */
export interface QuestionScore {
  /** Place of the first result that covers a line of the evidence, counted from 1; `null`: none of those looked at does. */
  readonly rank: number | null;
  /** Share of the evidence lines that the first ten results cover. */
  readonly coverageAt10: number;
  /** Share of the evidence files that are among the first five files of the results. */
  readonly fileRecallAt5: number;
  /** See {@linkcode ndcg}. */
  readonly ndcgAt10: number;
}

/** Results that count for coverage and nDCG: what an agent reads at most. */
const DEEP = 10;
/** Files that count for the recall of files, as in the published figures of the sets. */
const FILES = 5;

/**
 * Returns the score of one question.
 *
 * @param results best first
 * @param evidence at least one place
 */
export function scoreQuestion(results: readonly CoveredRange[], evidence: readonly EvidencePlace[]): QuestionScore {
  const ranks = distinct(evidence).map((place) => ({ place, rank: rankOf(results, place) }));
  const found = ranks.map(({ rank }) => rank).filter((rank) => rank !== null);
  const wanted = new Set(evidence.map(({ path }) => path));
  const files = [...new Set(results.map(({ path }) => path))].slice(0, FILES);
  return {
    rank: found.length === 0 ? null : Math.min(...found),
    coverageAt10: found.filter((rank) => rank <= DEEP).length / ranks.length,
    fileRecallAt5: files.filter((path) => wanted.has(path)).length / wanted.size,
    ndcgAt10: ndcg(ranks),
  };
}

/** Returns the reciprocal rank: 1, 1/2, 1/3 …, and 0 if nothing was found. */
export function reciprocalRank(rank: number | null): number {
  return rank === null ? 0 : 1 / rank;
}

/** Returns the place of the first result that covers a line, counted from 1, or `null`. */
function rankOf(results: readonly CoveredRange[], { path, line }: EvidencePlace): number | null {
  const at = results.findIndex((hit) => hit.path === path && hit.startLine <= line && line <= hit.endLine);
  return at === -1 ? null : at + 1;
}

/**
 * Returns the normalised discounted cumulative gain of the first ten results. The gain of a result is the number of
 * evidence lines that no earlier one covers, so that overlapping results earn nothing twice. The ideal order has one
 * result for each evidence file, the fullest first, since no result reaches across files; it can be reached wherever the
 * evidence of a file stands close together, and nothing can surpass it.
 */
function ndcg(ranks: readonly { readonly place: EvidencePlace; readonly rank: number | null }[]): number {
  const gained = ranks.reduce((sum, { rank }) => rank === null || rank > DEEP ? sum : sum + discount(rank), 0);
  const perFile = new Map<string, number>();
  for (const { place: { path } } of ranks) perFile.set(path, (perFile.get(path) ?? 0) + 1);
  const ideal = [...perFile.values()].sort((a, b) => b - a).slice(0, DEEP)
    .reduce((sum, lines, at) => sum + lines * discount(at + 1), 0);
  return gained / ideal;
}

/** The usual discount: the first place counts in full, the third half. */
function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function distinct(evidence: readonly EvidencePlace[]): EvidencePlace[] {
  return [...new Map(evidence.map((place) => [`${place.line}:${place.path}`, place])).values()];
}
