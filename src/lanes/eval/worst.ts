import type { EvidencePlace } from "./metrics.ts";
import type { EvalLane, FirstResult } from "./measure.ts";
import type { SetOutcome } from "./tally.ts";

/** A question whose evidence came late or not at all. */
export interface WorstQuestion {
  /** Its set. */
  readonly set: string;
  /** As given. */
  readonly id: string;
  /** What was asked. */
  readonly query: string;
  /** Which lane answered. */
  readonly lane: EvalLane;
  /** Place of the first result that covers the evidence; `null`: none does. */
  readonly rank: number | null;
  /** Where the answer stands. */
  readonly evidence: readonly EvidencePlace[];
  /** What came first. */
  readonly instead: readonly FirstResult[];
}

/**
 * Returns the questions that a lane answered worst: first those of which no result covers the evidence, the surest wrong
 * answer before the others, then those whose evidence came latest. A first place is none of them.
 */
export function worst(outcomes: readonly SetOutcome[], lane: EvalLane, count: number): WorstQuestion[] {
  return outcomes.flatMap(({ set, question, lanes }) => {
    const outcome = lanes.find((each) => each.lane === lane);
    if (outcome === undefined || outcome.score === null || outcome.score.rank === 1) return [];
    const { id, query, evidence } = question;
    return [{ set, id, query, lane, rank: outcome.score.rank, evidence, instead: outcome.first }];
  }).sort(byBadness).slice(0, count);
}

function byBadness(a: WorstQuestion, b: WorstQuestion): number {
  const late = (b.rank ?? Infinity) - (a.rank ?? Infinity);
  return Number.isNaN(late) || late === 0 ? (b.instead[0]?.score ?? 0) - (a.instead[0]?.score ?? 0) : late;
}
