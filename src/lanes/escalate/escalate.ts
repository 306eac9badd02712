/**
 * Lane 2 (SPEC 9.3): a deeper look for a message that asks for earlier days and that lane 1 had no answer to. Without a
 * model it is a search; with one, what the search found is told in a sentence, and every citation of it is checked.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import { citationOf } from "../search/hit.ts";
import type { Escalate, Escalated, EscalatedHit, EscalateRequest, EscalationStep } from "../turn.ts";
import { type DeepDeps, type DeepFinding, deepRecall } from "./deep_recall.ts";
import type { FoundClaim } from "./found_claim.ts";
import { printFound } from "./print_found.ts";
import { recallIntent } from "./recall_intent.ts";

/** Bounds of lane 2. */
export interface EscalateSettings {
  /** What other conversations hold may be used. */
  readonly acrossConversations: boolean;
  /** Statements shown, at most. */
  readonly hits: number;
  /** Of the text, frame included, in chars. */
  readonly chars: number;
}

/** What lane 2 works with. */
export interface EscalateDeps extends DeepDeps {
  /** Its bounds. */
  readonly bounds: EscalateSettings;
  /** A clock that only runs forward, in milliseconds. */
  readonly steadyMs: () => number;
}

/** Returns lane 2 over an open workspace. */
export function escalator(deps: EscalateDeps): Escalate {
  return async (request) => {
    const startMs = deps.steadyMs();
    const why = whyLook(request);
    const steps: EscalationStep[] = [{ step: "intent", detail: why.detail }];
    if (!why.looks) return nothing(why.detail, request.isExplained === true ? steps : []);
    const isLate = () => deps.steadyMs() - startMs >= request.deadlineMs;
    const found = await deepRecall(deps, {
      message: request.message,
      session: request.session,
      isAcross: deps.bounds.acrossConversations,
      known: new Set([...request.recentlyShown, ...request.triggered.map(({ entryKey }) => entryKey)]),
      isLate,
    });
    return answerOf(deps, request, { found, steps: [...steps, ...found.steps] });
  };
}

/** Returns whether a message is to be looked for, and why. */
function whyLook({ mode, triggered, message }: EscalateRequest): { readonly looks: boolean; readonly detail: string } {
  if (mode === "always") return { looks: true, detail: "it was asked for" };
  if (triggered.length > 0) return { looks: false, detail: "the triggered entries are a clear answer" };
  const intent = recallIntent(message);
  if (intent === null) return { looks: false, detail: "the message does not ask for earlier days" };
  return { looks: true, detail: `the message asks for earlier days (${intent.language})` };
}

/** Returns the answer of a lane that did not look. */
export function nothing(reason: string, steps: readonly EscalationStep[]): Escalated {
  return { ran: false, reason, by: null, summary: null, hits: [], days: null, origin: null, context: "", steps };
}

function answerOf(
  { bounds }: EscalateDeps,
  { roomChars, isExplained }: EscalateRequest,
  { found, steps }: { readonly found: DeepFinding; readonly steps: readonly EscalationStep[] },
): Escalated {
  const { days } = found;
  const lead = days === null || found.reason !== "found"
    ? "Found in the memory:"
    : `Found in the memory for ${days.from === days.to ? days.from : `${days.from} to ${days.to}`}:`;
  const room = Math.min(roomChars, bounds.chars);
  const { context, shown } = printFound(found.claims, { roomChars: room, limit: bounds.hits, lead });
  const isCrowdedOut = shown.length === 0 && found.claims.length > 0;
  return {
    ran: true,
    reason: isCrowdedOut ? "what was found does not fit" : found.reason,
    by: shown.length === 0 ? null : "search",
    summary: null,
    hits: shown.map(hitOf),
    days,
    origin: originOf(shown),
    context,
    steps: isExplained === true ? steps : [],
  };
}

function hitOf({ path, startLine, endLine, text, day, origin, observedAt }: FoundClaim): EscalatedHit {
  return { path, startLine, endLine, citation: citationOf(path, startLine, endLine), text, day, origin, observedAt };
}

function originOf(claims: readonly FoundClaim[]): OriginClass | null {
  return claims.length === 0 ? null : claims.map(({ origin }) => origin).reduce(leastTrusted);
}
