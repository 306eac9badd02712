/**
 * One candidate through score and gates: the value that a sweep, a dry run and an explanation share.
 *
 * @module
 */
import type { Now } from "../../base/clock.ts";
import { isPreferenceShaped } from "../../curate/preference.ts";
import type { Candidate } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import { directiveOf } from "../directives.ts";
import { firstStop, type GateName, gatesOf, type GateVerdict, isEarned } from "./gates.ts";
import { type Score, scoreOf } from "./score.ts";

/** What can stop a candidate: a gate, or a later step (SPEC 8.4 to 8.7). */
export type StopName =
  | GateName
  | "rehydrate"
  | "directive"
  | "preference"
  | "conflict"
  | "limit"
  | "acceptance"
  | "budget";

/** Why a candidate is not promoted tonight. */
export interface Stop {
  /** The gate or step. */
  readonly name: StopName;
  /** A short clause for people. */
  readonly reason: string;
}

/** A candidate with everything that was worked out about it. */
export interface Evaluation {
  /** What was looked at. */
  readonly candidate: Candidate;
  /** Its score with the parts. */
  readonly score: Score;
  /** Every gate, in order. */
  readonly gates: readonly GateVerdict[];
  /** `null` if the candidate may go on to be planned. */
  readonly stop: Stop | null;
}

/** When, and under which settings, candidates are looked at. */
export interface EvaluationFrame {
  /** The moment of the night. */
  readonly now: Now;
  /** Thresholds and weights. */
  readonly config: DreamConfig["deep"];
}

/** Returns the score, the gates and the first stop of a candidate. */
export function evaluate(candidate: Candidate, frame: EvaluationFrame): Evaluation {
  const score = scoreOf(candidate, frame.now, frame.config);
  const gates = gatesOf(candidate, score, frame);
  return { candidate, score, gates, stop: stopOf(candidate, gates) };
}

/** Returns evaluations in the order in which they are promoted: corrections first, then by score, recalls and place. */
export function strongestFirst(a: Evaluation, b: Evaluation): number {
  const [left, right] = [a.candidate, b.candidate];
  // A correction does not wait behind what is new.
  if ((left.corrects === null) !== (right.corrects === null)) return left.corrects === null ? 1 : -1;
  if (a.score.score !== b.score.score) return b.score.score - a.score.score;
  if (left.evidence.length !== right.evidence.length) return right.evidence.length - left.evidence.length;
  if (left.source.path !== right.source.path) return left.source.path < right.source.path ? -1 : 1;
  return left.source.startLine - right.source.startLine || (left.key < right.key ? -1 : 1);
}

function stopOf(candidate: Candidate, gates: readonly GateVerdict[]): Stop | null {
  // A line that is gone fails the taint gate too, since nothing vouches for it; the better reason is named.
  if (candidate.gone !== null && !candidate.isPromoted) return { name: "rehydrate", reason: candidate.gone };
  const gate = firstStop(gates);
  // The owner's word needs no recalls, only a line that may be kept (SPEC 7.2).
  if (gate === null || isEarned(gate.name)) {
    const directive = directiveOf(candidate);
    if (directive !== null) return { name: "directive", reason: `it becomes a directive of USER.md: ${directive}` };
  }
  // Further recalls would bring it to the same obstacle.
  if (gate !== null && isEarned(gate.name) && candidate.heldUp !== null) {
    return { name: "conflict", reason: candidate.heldUp };
  }
  if (gate !== null) return { name: gate.name, reason: reasonOf(gate) };
  if (!isPreferenceShaped(candidate.text)) return null;
  return { name: "preference", reason: "a preference belongs in USER.md, by the owner's word" };
}

function reasonOf({ have, need }: GateVerdict): string {
  if (typeof have === "string") return have;
  return `${have === null ? "never" : Number(have.toFixed(2))}, needs ${need}`;
}
