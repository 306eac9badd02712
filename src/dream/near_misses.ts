/**
 * The nearest misses of a night (SPEC 8.9), so that "nothing promoted" is never a mystery.
 *
 * @module
 */
import { daysBetween } from "../base/clock.ts";
import { type Evaluation, type EvaluationFrame, strongestFirst } from "./deep/evaluate.ts";
import { isEarned } from "./deep/gates.ts";
import { type Needs, needsOf } from "./deep/needs.ts";
import type { StoppedCandidate } from "./deep/plan.ts";

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
  /** Only the owner can settle what is in its way, so that it is proposed, once. */
  readonly isHindered: boolean;
}

/** How many of the strongest are looked at closely for each one reported: needs are found by trial, which takes time. */
const LOOKED_AT = 4;

/** What another night does not settle by itself. */
const FOR_THE_OWNER: ReadonlySet<string> = new Set(["conflict", "budget"]);

/** What misses are looked for in. */
export interface MissFacts {
  /** Every candidate of the night. */
  readonly evaluations: readonly Evaluation[];
  /** Those that passed every gate and were stopped after them. */
  readonly later: readonly StoppedCandidate[];
  /** How many are reported. */
  readonly count: number;
}

/**
 * Returns the nearest misses: first those that passed every gate and met an obstacle, then recalled claims that only lack
 * more recalls, the fewest first. What merely waits for its turn or for the owner's word is reported elsewhere.
 */
export function nearMisses({ evaluations, later, count }: MissFacts, frame: EvaluationFrame): NearMiss[] {
  const stuck = later.filter(({ stop }) => stop.name !== "limit" && stop.name !== "preference");
  const heldUp = evaluations.filter(({ stop, candidate }) => stop?.name === "conflict" && isOfLate(candidate, frame))
    .sort(strongestFirst);
  const met = [...stuck.map(({ evaluation, stop }) => ({ ...evaluation, stop })), ...heldUp];
  const hindered = met.slice(0, count).map((evaluation) => ({
    ...missOf(evaluation, needsOf(evaluation, frame)),
    isHindered: FOR_THE_OWNER.has(evaluation.stop?.name ?? ""),
  }));
  const close = evaluations.filter(({ stop, candidate }) =>
    stop !== null && candidate.evidence.length > 0 && isEarned(stop.name)
  );
  const lacking = strongest(close, count * LOOKED_AT)
    .map((evaluation) => ({ evaluation, missing: needsOf(evaluation, frame) }))
    .filter(({ missing }) => missing.recalls !== null)
    .sort((a, b) => (a.missing.recalls ?? 0) - (b.missing.recalls ?? 0) || strongestFirst(a.evaluation, b.evaluation))
    .map(({ evaluation, missing }) => missOf(evaluation, missing));
  return [...hindered, ...lacking].slice(0, count);
}

/** What somebody said a long time ago and nobody asks for is no news. */
function isOfLate({ stated, day }: Evaluation["candidate"], { now, config }: EvaluationFrame): boolean {
  return daysBetween(stated.day ?? day, now.day) <= config.maxAgeDays;
}

function missOf({ candidate, score }: Evaluation, { needs }: Needs): NearMiss {
  return { key: candidate.key, text: candidate.text, score: score.score, needs, isHindered: false };
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
