/**
 * The figures of docs/recall.md.
 *
 * @module
 */
import { FRESH_ENTRIES, FRESH_MESSAGES } from "./fresh_messages.ts";
import { HELD_OUT_ENTRIES, HELD_OUT_MESSAGES } from "./held_out_messages.ts";
import { LATE_ENTRIES, LATE_MESSAGES } from "./late_messages.ts";
import { type Errors, errorsAt, type ScoredPair, scorePairs } from "./score_pairs.ts";
import { TUNED_ENTRIES, TUNED_MESSAGES } from "./tuned_messages.ts";

/** Thresholds that are compared over all parts; those of single parts are the one that holds and its neighbours. */
const THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
const OF_PARTS = THRESHOLDS.slice(2, 5);

/** A part of the labelled pairs with their scores. */
export interface LabelledPart {
  readonly name: string;
  readonly pairs: readonly ScoredPair[];
}

/** Returns the parts, in the order in which they were written. */
export function labelledScores(): LabelledPart[] {
  return [
    { name: "tuned", pairs: scorePairs(TUNED_ENTRIES, TUNED_MESSAGES) },
    { name: "held out", pairs: scorePairs(HELD_OUT_ENTRIES, HELD_OUT_MESSAGES) },
    { name: "third", pairs: scorePairs(FRESH_ENTRIES, FRESH_MESSAGES) },
    { name: "fourth", pairs: scorePairs(LATE_ENTRIES, LATE_MESSAGES) },
  ];
}

/** Returns the pairs of all parts. */
export function allPairs(parts: readonly LabelledPart[]): ScoredPair[] {
  return parts.flatMap(({ pairs }) => pairs);
}

/** Returns the rows of the table: part, threshold, then false and missed triggers of each language. */
export function qualityRows(parts: readonly LabelledPart[]): string[] {
  return [
    ...parts.flatMap((part) => OF_PARTS.map((threshold) => row(part, threshold))),
    ...THRESHOLDS.map((threshold) => row({ name: "all", pairs: allPairs(parts) }, threshold)),
  ];
}

function row({ name, pairs }: LabelledPart, threshold: number): string {
  return [name, threshold.toFixed(2), ...errorsAt(pairs, threshold).map(cell)].join(" | ");
}

function cell({ falsely, quiet, missed, wanted }: Errors): string {
  return `${falsely}/${quiet}, ${missed}/${wanted}`;
}
