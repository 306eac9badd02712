/**
 * Why a claim is kept or not (SPEC 8.9). Runs the steps of the sweep on the present state and picks one candidate out; there
 * is no second implementation.
 *
 * @module
 */
import type { OriginClass, SessionKind } from "../provenance/origin.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import { deliberate, frameOf } from "./deep/deliberate.ts";
import type { Evaluation, Stop } from "./deep/evaluate.ts";
import type { GateVerdict } from "./deep/gates.ts";
import { needsOf } from "./deep/needs.ts";
import type { Signal } from "./deep/score.ts";
import { previewMemory } from "./deep/write.ts";
import { candidateFacts } from "./light/gather.ts";
import { type DreamDeps, lookAhead } from "./night.ts";
import { selectClaim } from "./select_claim.ts";

/** The explanation; JSON in this shape (SPEC 14). */
export interface Explanation {
  /** The candidate's key; of a claim that was folded into an older one, the older one's. For an unknown one the selector. */
  readonly key: string;
  /** The claim; `null` if unknown. */
  readonly text: string | null;
  /** `path#L3-L5`. */
  readonly source: string | null;
  /** The least trusted class of its lines; `null` if unknown or gone. */
  readonly origin: OriginClass | null;
  /** The common kind of its lines; `null` if unknown. */
  readonly sessionKind: SessionKind | null;
  /** The six signals; empty if unknown. */
  readonly signals: readonly Signal[];
  /** What light and REM add. */
  readonly boosts: { readonly light: number; readonly rem: number };
  /** 0 to 1. */
  readonly score: number;
  /** Every gate, in order; empty if unknown. */
  readonly gates: readonly GateVerdict[];
  /** `promotable`: the next real sweep keeps it if nothing changes. */
  readonly verdict: "promotable" | "blocked" | "promoted" | "unknown";
  /** The first gate or step that stops it. */
  readonly stop: Stop | null;
  /** What it still needs, for people; empty if nothing. */
  readonly needs: readonly string[];
}

/**
 * Returns the explanation of one claim, also of one that nobody staged; writes nothing.
 *
 * @throws {MemoryError} usage, listing all, if the selector means several claims
 */
export function explain(deps: DreamDeps, selector: string): Explanation {
  const now = deps.clock.now();
  const selected = selectClaim(deps, selector);
  if (selected.kind === "unknown") return unknown(selector, selected.reason);
  const facts = selected.claim === null ? null : candidateFacts(selected.claim, now);
  const night = lookAhead(deps, now, { wanted: { key: selected.key, facts } });
  const frame = frameOf(deps, now);
  const deep = deliberate(night.pool, frame);
  const isMeant = ({ candidate }: Evaluation) =>
    candidate.key === selected.key || candidate.duplicates.includes(selected.key);
  const evaluation = deep.evaluations.find(isMeant);
  if (evaluation === undefined) return unknown(selector, "no claim matches");
  const { draft } = previewMemory(deep.ready, deps, night);
  const later = [...deep.stopped, ...draft.stopped].find((stopped) => isMeant(stopped.evaluation))?.stop ?? null;
  const stop = evaluation.stop ?? later;
  const { needs } = needsOf({ ...evaluation, stop }, frame);
  return explained(evaluation, stop, needs);
}

function explained({ candidate, score, gates }: Evaluation, stop: Stop | null, needs: readonly string[]): Explanation {
  return {
    key: candidate.key,
    text: candidate.text,
    source: formatAnchor(candidate.source),
    origin: candidate.provenance.origin,
    sessionKind: candidate.provenance.sessionKind,
    signals: score.signals,
    boosts: score.boosts,
    score: score.score,
    gates,
    verdict: candidate.isPromoted ? "promoted" : stop === null ? "promotable" : "blocked",
    stop: candidate.isPromoted ? null : stop,
    needs,
  };
}

function unknown(selector: string, reason: string): Explanation {
  return {
    key: selector,
    text: null,
    source: null,
    origin: null,
    sessionKind: null,
    signals: [],
    boosts: { light: 0, rem: 0 },
    score: 0,
    gates: [],
    verdict: "unknown",
    stop: null,
    needs: [reason],
  };
}
