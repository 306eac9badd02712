/**
 * Lane 2 (SPEC 9.3): a deeper look for a message that asks for earlier days and that lane 1 had no answer to. Without a
 * model it is a search; with one, what the search found is told in a sentence, and every citation of it is checked.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { LanguageModel } from "../../model/model.ts";
import { citationOf } from "../search/hit.ts";
import type { Escalate, Escalated, EscalatedHit, EscalateRequest, EscalationStep, QueryMode } from "../turn.ts";
import { type DeepDeps, type DeepFinding, deepRecall, rangeText } from "./deep_recall.ts";
import type { FoundClaim } from "./found_claim.ts";
import type { History, LatelyAnswered, ModelFinding } from "./model_recall.ts";
import { notEscalated, NOTHING } from "./not_escalated.ts";
import { printAnswer, printFound } from "./print_found.ts";
import { whyLook } from "./why_look.ts";

/** Bounds of lane 2. */
export interface EscalateSettings {
  /** What other conversations hold may be used. */
  readonly acrossConversations: boolean;
  /** Statements shown, at most. */
  readonly hits: number;
  /** Of the text, frame included, in chars. */
  readonly chars: number;
  /** Of a model's summary, in chars. */
  readonly summaryChars: number;
  /** For everything a model is asked about one message, in milliseconds. */
  readonly modelMs: number;
}

/** The part of lane 2 that needs a model. */
export interface EscalateModel {
  /** Asked within the deadline. */
  readonly model: LanguageModel;
  /** Returns what was said before the message, as far as it may be told. */
  readonly history: (mode: QueryMode, request: EscalateRequest) => History;
  /** What it said a moment ago, in the session that asks. */
  readonly lately: (session: string | null) => LatelyAnswered;
}

/** What lane 2 works with. */
export interface EscalateDeps extends DeepDeps {
  /** Its bounds. */
  readonly bounds: EscalateSettings;
  /** A clock that only runs forward, in milliseconds. */
  readonly steadyMs: () => number;
  /** Returns the model, or `null` if none is configured; asked only once something has to be looked for. */
  readonly withModel?: () => Promise<EscalateModel | null>;
}

/** Returns lane 2 over an open workspace. */
export function escalator(deps: EscalateDeps): Escalate {
  return async (request) => {
    const startMs = deps.steadyMs();
    const why = whyLook(request);
    const steps: EscalationStep[] = [{ step: "intent", detail: why.detail }];
    if (!why.looks) return notEscalated(why.detail, request.isExplained === true ? steps : []);
    const leftMs = () => request.deadlineMs - (deps.steadyMs() - startMs);
    const found = await deepRecall(deps, {
      message: request.message,
      session: request.session,
      isAcross: deps.bounds.acrossConversations,
      known: new Set([...request.recentlyShown, ...request.triggered.map(({ entryKey }) => entryKey)]),
      isLate: () => leftMs() <= 0,
    });
    steps.push(...found.steps);
    const told = await askModel(deps, request, { found, steps, leftMs });
    const answer = answerOf(deps, request, { found, told });
    return { ...answer, steps: request.isExplained === true ? steps : [] };
  };
}

interface Looked {
  readonly found: DeepFinding;
  readonly steps: EscalationStep[];
  readonly leftMs: () => number;
}

/** Returns what a model makes of it, or `null` if there is none. */
async function askModel(deps: EscalateDeps, request: EscalateRequest, looked: Looked): Promise<ModelFinding | null> {
  const configured = await deps.withModel?.() ?? null;
  if (configured === null) return null;
  const startMs = looked.leftMs();
  const { bounds, clock } = deps;
  const history = configured.history(request.queryMode ?? "recent", request);
  // Checking what a model says takes a library that nothing else here needs.
  const { modelRecall } = await import("./model_recall.ts");
  looked.steps.push({ step: "history", detail: `${history.lines.length} things said before` });
  return await modelRecall({
    model: configured.model,
    message: request.message,
    history,
    found: looked.found.claims,
    look: looked.found.look,
    style: request.style ?? "balanced",
    today: clock.now().day,
    summaryChars: bounds.summaryChars,
    lately: configured.lately(request.session),
    leftMs: () => Math.min(looked.leftMs(), bounds.modelMs - (startMs - looked.leftMs())),
  }, looked.steps);
}

function answerOf(
  { bounds }: EscalateDeps,
  { roomChars }: EscalateRequest,
  { found, told }: { readonly found: DeepFinding; readonly told: ModelFinding | null },
): Escalated {
  const { days } = found;
  const room = Math.min(roomChars, bounds.chars);
  if (told?.kind === "none") return { ...NOTHING, ran: true, reason: "the model found no answer in the memory", days };
  if (told?.kind === "answer" && isTrusted(told.origin)) {
    const { context, shown } = printAnswer(told, room);
    if (context !== "") {
      const { summary, origin } = told;
      return {
        ...NOTHING,
        ran: true,
        reason: "found",
        by: "model",
        summary,
        hits: shown.map(hitOf),
        days,
        origin,
        context,
      };
    }
  }
  const { context, shown } = printFound(found.claims, { roomChars: room, limit: bounds.hits, lead: leadOf(found) });
  const isCrowdedOut = shown.length === 0 && found.claims.length > 0;
  const reason = isCrowdedOut ? "what was found does not fit" : found.reason;
  return {
    ...NOTHING,
    ran: true,
    reason: told === null ? reason : `${reason}; no model's answer is used: ${whyNotTold(told)}`,
    by: shown.length === 0 ? null : "search",
    hits: shown.map(hitOf),
    days,
    origin: shown.length === 0 ? null : shown.map(({ origin }) => origin).reduce(leastTrusted),
    context,
  };
}

/** Who asked for days is told if what follows is of others: a neighbour's fact must not pass for the answer. */
function leadOf({ days, isOfOtherDays }: DeepFinding): string {
  if (days === null) return "Found in the memory:";
  return isOfOtherDays
    ? `The memory holds nothing of ${rangeText(days)} about this; of other days:`
    : `Found in the memory for ${rangeText(days)}:`;
}

function whyNotTold(told: ModelFinding): string {
  if (told.kind === "failed") return told.reason;
  if (told.kind === "answer" && !isTrusted(told.origin)) return `it saw text of class ${told.origin}`;
  return "it does not fit";
}

function isTrusted(origin: OriginClass): boolean {
  return origin === "owner" || origin === "agent";
}

function hitOf({ path, startLine, endLine, text, day, origin, observedAt, entryKey }: FoundClaim): EscalatedHit {
  const citation = citationOf(path, startLine, endLine);
  return { path, startLine, endLine, citation, text, day, origin, observedAt, entryKey };
}
