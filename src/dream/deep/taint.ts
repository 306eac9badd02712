/**
 * The taint gate (SPEC 8.4 `origin`): asked before anything else, answered from the ledger alone. Recalls, scores and
 * what the text says of itself are not among its arguments.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { grantsPermission } from "../../provenance/grants_permission.ts";
import { leastTrusted, type LineOrigin, mergeKinds } from "../../provenance/origin.ts";
import { mayPromote, type Verdict } from "../../provenance/predicates.ts";
import type { Provenance } from "../candidate.ts";

/** What the gate looks at beside the origins. */
export interface TaintFacts {
  /** The claim without annotations; only asked whether it grants a permission (SPEC 4.8). */
  readonly text: string;
  /** The last day on which it holds, if it was given one. */
  readonly expires: LocalDay | null;
  /** The local day on which an expiry is judged. */
  readonly today: LocalDay;
}

/**
 * Returns the provenance of a claim from the origins of its live lines: the least trusted class, the common session
 * kind, the earliest time, and the first refusal among its lines. No lines → refused.
 */
export function taintOf(lines: readonly LineOrigin[], facts: TaintFacts): Provenance {
  const [first, ...rest] = lines;
  if (first === undefined) return GONE;
  const isExpired = facts.expires !== null && facts.today > facts.expires;
  const refusal = lines.map((line) => mayPromote({ ...line, isExpired })).find(({ passes }) => !passes);
  const isOnlyTurnTainted = refusal !== undefined && permission(facts.text).passes &&
    lines.every((line) => mayPromote({ ...vouchedFor(line), isExpired }).passes);
  return {
    ...isOnlyTurnTainted ? { isOnlyTurnTainted } : {},
    origin: rest.reduce((least, line) => leastTrusted(least, line.origin), first.origin),
    sessionKind: rest.reduce((kind, line) => mergeKinds(kind, line.sessionKind), first.sessionKind),
    observedAt: earliest(lines),
    verdict: refusal ?? permission(facts.text),
  };
}

/** A line as it would be by the owner's word, if it needs no more than that. */
function vouchedFor(line: LineOrigin): LineOrigin {
  return line.isOnlyTurnTainted === true ? { ...line, origin: "agent" } : line;
}

const GONE: Provenance = {
  origin: null,
  sessionKind: "unknown",
  observedAt: null,
  verdict: { passes: false, reason: "the line is no longer in its file" },
};

function permission(text: string): Verdict {
  return grantsPermission(text) ? { passes: false, reason: "it grants a permission" } : { passes: true, reason: null };
}

function earliest(lines: readonly LineOrigin[]): string | null {
  const times = lines.flatMap(({ observedAt }) => observedAt === null ? [] : [observedAt]);
  return times.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}
