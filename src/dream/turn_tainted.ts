/**
 * Notes that only the turn in which an agent made them keeps out (SPEC 8.7): proposed to the owner by their place, never by
 * their words, since what an agent says after it read something from outside may be somebody else's.
 *
 * @module
 */
import { formatAnchor } from "../workspace/annotation.ts";
import type { Evaluation } from "./deep/evaluate.ts";
import { strongestFirst } from "./deep/evaluate.ts";

/** One such note; JSON in this shape. */
export interface TurnTaintedNote {
  /** The candidate's key, for `memory dream accept`. */
  readonly key: string;
  /** `path#L3-L5`. */
  readonly source: string;
}

/** Proposed a night: each has to be read by somebody. */
const MOST = 5;

/** Returns those of a night that every other gate let pass, the strongest first. */
export function turnTaintedNotes(evaluations: readonly Evaluation[]): TurnTaintedNote[] {
  return evaluations.filter(isOnlyTurnTainted).sort(strongestFirst).slice(0, MOST)
    .map(({ candidate: { key, source } }) => ({ key, source: formatAnchor(source) }));
}

/** Returns whether nothing but its turn stops a candidate. */
function isOnlyTurnTainted({ candidate, gates }: Evaluation): boolean {
  return candidate.gone === null && candidate.provenance.isOnlyTurnTainted === true &&
    gates.every(({ name, passes }) => passes || name === "origin");
}
