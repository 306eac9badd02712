/**
 * The figures of docs/recall.md.
 *
 * @module
 */
import { HELD_OUT_ENTRIES, HELD_OUT_MESSAGES } from "./held_out_messages.ts";
import { type Errors, errorsAt, type ScoredPair, scorePairs } from "./score_pairs.ts";
import { TUNED_ENTRIES, TUNED_MESSAGES } from "./tuned_messages.ts";

/** Thresholds that are compared; the fourth is the one that holds. */
const THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/** The labelled pairs of both halves with their scores. */
export interface LabelledScores {
  readonly tuned: readonly ScoredPair[];
  readonly heldOut: readonly ScoredPair[];
}

/** Returns them. */
export function labelledScores(): LabelledScores {
  return {
    tuned: scorePairs(TUNED_ENTRIES, TUNED_MESSAGES),
    heldOut: scorePairs(HELD_OUT_ENTRIES, HELD_OUT_MESSAGES),
  };
}

/** Returns the rows of the table: half, threshold, then false and missed triggers of each language. */
export function qualityRows({ tuned, heldOut }: LabelledScores): string[] {
  const halves = [["tuned", tuned], ["held out", heldOut], ["both", [...tuned, ...heldOut]]] as const;
  return halves.flatMap(([half, pairs]) =>
    THRESHOLDS.map((threshold) => [half, threshold.toFixed(2), ...errorsAt(pairs, threshold).map(cell)].join(" | "))
  );
}

function cell({ falsely, quiet, missed, wanted }: Errors): string {
  return `${falsely}/${quiet}, ${missed}/${wanted}`;
}
