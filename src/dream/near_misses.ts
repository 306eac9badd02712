/**
 * The nearest misses of a night (SPEC 8.9), so that "nothing promoted" is never a mystery.
 *
 * @module
 */
import { type Evaluation, type EvaluationFrame, strongestFirst } from "./deep/evaluate.ts";
import { isEarned } from "./deep/gates.ts";
import { needsOf } from "./deep/needs.ts";

/** A candidate that came close. */
export interface NearMiss {
  /** The candidate's key. */
  readonly key: string;
  /** The claim. */
  readonly text: string;
  /** Its score of tonight, 0 to 1. */
  readonly score: number;
  /** What it still needs, for people. */
  readonly needs: readonly string[];
}

/** How many of the strongest are looked at closely for each one reported: needs are found by trial, which takes time. */
const LOOKED_AT = 4;

/** Returns the nearest misses, those that need the fewest further recalls first: recalled claims that only lack more recalls. */
export function nearMisses(evaluations: readonly Evaluation[], frame: EvaluationFrame & { count: number }): NearMiss[] {
  const close = evaluations.filter(({ stop, candidate }) =>
    stop !== null && candidate.evidence.length > 0 && isEarned(stop.name)
  );
  return strongest(close, frame.count * LOOKED_AT)
    .map((evaluation) => ({ evaluation, missing: needsOf(evaluation, frame) }))
    .filter(({ missing }) => missing.recalls !== null)
    .sort((a, b) => (a.missing.recalls ?? 0) - (b.missing.recalls ?? 0) || strongestFirst(a.evaluation, b.evaluation))
    .slice(0, frame.count)
    .map(({ evaluation: { candidate, score }, missing }) => ({
      key: candidate.key,
      text: candidate.text,
      score: score.score,
      needs: missing.needs,
    }));
}

/** Returns the strongest, in order; sorting a pool of thousands for a handful would take longer than the rest. */
function strongest(evaluations: readonly Evaluation[], count: number): Evaluation[] {
  const best: Evaluation[] = [];
  for (const evaluation of evaluations) {
    const last = best.at(-1);
    if (last !== undefined && best.length >= count && strongestFirst(last, evaluation) <= 0) continue;
    best.push(evaluation);
    best.sort(strongestFirst);
    best.splice(count);
  }
  return best;
}
