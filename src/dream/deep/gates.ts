/**
 * The gates (SPEC 8.4): all of them, in this order. A gate is a value with what the candidate has and what it needs, so
 * that a sweep, a dry run and an explanation say the same.
 *
 * @module
 */
import type { Now } from "../../base/clock.ts";
import { type Candidate, type Correction, distinctQuestions, lastNeededMs } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import { junkReason } from "./quality.ts";
import { daysSince, type Score } from "./score.ts";

/** The gates in the order in which they are asked. */
export const GATE_NAMES = [
  "origin",
  "quality",
  "promoted",
  "rejected",
  "forgotten",
  "recalls",
  "questions",
  "age",
  "score",
] as const;
/** One of {@linkcode GATE_NAMES}. */
export type GateName = (typeof GATE_NAMES)[number];

/** The answer of one gate. */
export interface GateVerdict {
  /** See {@linkcode GATE_NAMES}. */
  readonly name: GateName;
  /** What the candidate has: a number, a clause, or `null` for "never". */
  readonly have: number | string | null;
  /** What it needs: a number or a clause. */
  readonly need: number | string;
  /** Whether `have` fulfils `need`. */
  readonly passes: boolean;
}

/** Gates that more recalls can open; the others stay shut however often the claim is needed. */
const EARNED_GATES: ReadonlySet<string> = new Set<GateName>(["recalls", "questions", "age", "score"]);

/** Returns whether more recalls can open what stopped a candidate: a gate of numbers, not of origin or form. */
export function isEarned(stop: string): boolean {
  return EARNED_GATES.has(stop);
}

/** Returns the verdict of every gate, passed or not, in order. */
export function gatesOf(
  candidate: Candidate,
  score: Score,
  at: { now: Now; config: DreamConfig["deep"] },
): GateVerdict[] {
  const { now, config } = at;
  const { evidence, provenance, corrects } = candidate;
  const lastMs = latest(lastNeededMs(evidence), corrects?.lastUseMs ?? null);
  const ageDays = lastMs === null ? null : daysSince(lastMs, now);
  const questions = distinctQuestions(evidence);
  const junk = junkReason(candidate);
  return [
    {
      name: "origin",
      have: provenance.verdict.reason ?? `${provenance.origin}, ${provenance.sessionKind}`,
      need: "owner or agent, interactive, no import, no echo, not expired, no permission",
      passes: provenance.verdict.passes,
    },
    { name: "quality", have: junk ?? "a statement", need: "a statement", passes: junk === null },
    flag("promoted", candidate.isPromoted, "not promoted yet"),
    flag("rejected", candidate.isRejected, "not rejected"),
    flag("forgotten", candidate.isForgotten, "not forgotten"),
    ...earnedGates(corrects, [
      {
        name: "recalls",
        have: evidence.length,
        need: config.minRecalls,
        passes: evidence.length >= config.minRecalls,
      },
      { name: "questions", have: questions, need: config.minQuestions, passes: questions >= config.minQuestions },
      { name: "age", have: ageDays, need: config.maxAgeDays, passes: ageDays !== null && ageDays <= config.maxAgeDays },
      { name: "score", have: score.score, need: config.minScore, passes: score.score >= config.minScore },
    ]),
  ];
}

/** A correction does not wait: what it corrects has earned the place already (SPEC 8.6). */
function earnedGates(corrects: Correction | null, gates: readonly GateVerdict[]): readonly GateVerdict[] {
  if (corrects === null) return gates;
  return gates.map((gate) => ({ ...gate, need: `nothing: it corrects ${corrects.entryKey}`, passes: true }));
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? a ?? b : Math.max(a, b);
}

/** Returns the first gate that does not pass, or `null` if all do. */
export function firstStop(gates: readonly GateVerdict[]): GateVerdict | null {
  return gates.find(({ passes }) => !passes) ?? null;
}

function flag(name: GateName, isSet: boolean, need: string): GateVerdict {
  return { name, have: isSet ? name : need, need, passes: !isSet };
}
