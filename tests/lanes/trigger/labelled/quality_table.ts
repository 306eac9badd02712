/**
 * The figures of docs/recall.md.
 *
 * @module
 */
import { conceptTags } from "../../../../src/curate/concept_tags.ts";
import { derivedTriggers } from "../../../../src/curate/derived_triggers.ts";
import { THRESHOLD } from "../../../../src/lanes/trigger/trigger.ts";
import { FRESH_ENTRIES, FRESH_MESSAGES } from "./fresh_messages.ts";
import { HELD_OUT_ENTRIES, HELD_OUT_MESSAGES } from "./held_out_messages.ts";
import type { LabelledEntry, LabelledMessage } from "./labelled.ts";
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

const PARTS: readonly (readonly [string, readonly LabelledEntry[], readonly LabelledMessage[]])[] = [
  ["tuned", TUNED_ENTRIES, TUNED_MESSAGES],
  ["held out", HELD_OUT_ENTRIES, HELD_OUT_MESSAGES],
  ["third", FRESH_ENTRIES, FRESH_MESSAGES],
  ["fourth", LATE_ENTRIES, LATE_MESSAGES],
];

/** Returns the parts, in the order in which they were written. */
export function labelledScores(): LabelledPart[] {
  return PARTS.map(([name, entries, messages]) => ({ name, pairs: scorePairs(entries, messages) }));
}

/** Returns what goes wrong if nobody wrote a phrase, and each entry has those derived from its words. */
export function derivedErrors(): Errors | undefined {
  const pairs = PARTS.flatMap(([, entries, messages]) => scorePairs(entries.map(withDerived), messages));
  return errorsAt(pairs, THRESHOLD).at(-1);
}

function withDerived([name, text]: LabelledEntry): LabelledEntry {
  return [name, text, derivedTriggers(text, conceptTags("MEMORY.md", text)).join("; "), "derived"];
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
