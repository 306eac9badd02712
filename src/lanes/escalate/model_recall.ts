/**
 * The look back with a model (SPEC 9.3): it is shown what was found, may look further a few times, and puts the answer into
 * a sentence. It is asked within a deadline; whatever goes wrong, what was found without it stands.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { LanguageModel } from "../../model/model.ts";
import { citationOf } from "../search/hit.ts";
import type { EscalationStep, RecallStyle } from "../turn.ts";
import type { LocalDay } from "../../base/clock.ts";
import type { LookUp } from "./deep_recall.ts";
import type { FoundClaim } from "./found_claim.ts";
import { checkAnswer, type CheckedAnswer, type ModelAction, readAction } from "./model_action.ts";
import { modelPrompt, type PromptParts } from "./model_prompt.ts";

/** What was said before the message. */
export interface History {
  /** Oldest first, each with its speaker. */
  readonly lines: readonly string[];
  /** The least trusted class of them; `null` if there are none. */
  readonly origin: OriginClass | null;
}

/** What a model is asked with. */
export interface ModelLook {
  /** See {@linkcode LanguageModel}. */
  readonly model: LanguageModel;
  /** As the owner wrote it. */
  readonly message: string;
  /** What was said before. */
  readonly history: History;
  /** What was found without the model, best first. */
  readonly found: readonly FoundClaim[];
  /** How it may look further. */
  readonly look: LookUp;
  /** How it is to weigh. */
  readonly style: RecallStyle;
  /** The present day. */
  readonly today: LocalDay;
  /** Of the summary, in chars. */
  readonly summaryChars: number;
  /** Returns how many milliseconds are left. */
  readonly leftMs: () => number;
  /** What the model said to the same prompt a moment ago. */
  readonly lately: LatelyAnswered;
}

/** Answers of the last seconds (SPEC 9.3). */
export interface LatelyAnswered {
  /** Returns the act that ended the look for a prompt, or `null`. */
  find(prompt: string): unknown;
  /** Keeps it. */
  keep(prompt: string, action: unknown): void;
}

/** What came of it. */
export type ModelFinding =
  | (CheckedAnswer<FoundClaim> & { readonly kind: "answer"; readonly origin: OriginClass })
  /** The model says that nothing it saw answers the message. */
  | { readonly kind: "none" }
  /** Why there is no answer that holds, as a clause for people. */
  | { readonly kind: "failed"; readonly reason: string };

/** Times that a model is asked for one message. Each is a wait; the deadline holds for all of them. */
const MOST_STEPS = 4;
/** Statements that a model is shown: more than a person would read. */
const MOST_SEEN = 40;
/** An answer has one sentence and a few citations. In chars. */
const MOST_ANSWER_CHARS = 4_000;
/** With less time left a model is not asked again: no answer would come in it. In milliseconds. */
const LEAST_MS = 200;

/** Returns what a model makes of what was found; never throws for what a model does. */
export async function modelRecall(request: ModelLook, steps: EscalationStep[]): Promise<ModelFinding> {
  const seen = new Map<string, FoundClaim>();
  const see = (claims: readonly FoundClaim[]) => {
    const before = seen.size;
    for (const claim of claims) if (seen.size < MOST_SEEN) seen.set(keyOf(claim), seen.get(keyOf(claim)) ?? claim);
    return seen.size - before;
  };
  see(request.found);
  let told: string | null = null;
  const first = promptOf(request, { seen: [...seen.values()], told, mayLook: true });
  const again = readAction(request.lately.find(first));
  const same = again === null ? null : finished(again, request, [...seen.values()]);
  if (same !== null && typeof same !== "string") {
    steps.push({ step: "model", detail: "asked a moment ago" });
    return same;
  }
  for (let step = 1; step <= MOST_STEPS; step++) {
    if (request.leftMs() < LEAST_MS) return { kind: "failed", reason: "the time for the model is up" };
    const asked = await askOnce(request, { seen: [...seen.values()], told, mayLook: step < MOST_STEPS });
    if (typeof asked === "string") return { kind: "failed", reason: asked };
    const done = finished(asked, request, [...seen.values()]);
    steps.push({
      step: "model",
      detail: done === null ? asked.action : `${asked.action}${told === null ? "" : " again"}`,
    });
    if (done !== null && typeof done !== "string") {
      request.lately.keep(first, asked);
      return done;
    }
    told = done ?? `${JSON.stringify(asked)}: ${see(lookedUp(asked, request.look, seen))} further statements`;
    if (done !== null && step === MOST_STEPS) {
      return { kind: "failed", reason: `the model's answer does not hold: ${done}` };
    }
  }
  return { kind: "failed", reason: `the model looked ${MOST_STEPS} times and gave no answer` };
}

/** What differs from one time to the next. */
type Step = Pick<PromptParts, "seen" | "told" | "mayLook">;

function promptOf({ message, history, style, today, summaryChars }: ModelLook, step: Step): string {
  return modelPrompt({ message, history: history.lines, style, today, maxChars: summaryChars, ...step });
}

/** Returns an act of the model, or why there is none. */
async function askOnce(request: ModelLook, step: Step): Promise<ModelAction | string> {
  const question = {
    purpose: "recall" as const,
    prompt: promptOf(request, step),
    deadlineMs: Math.max(1, Math.floor(request.leftMs())),
    maxAnswerChars: MOST_ANSWER_CHARS,
  };
  try {
    return readAction(await request.model.ask(question)) ?? "the model's answer has another form than was asked for";
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return error.message;
  }
}

/** Returns the end of the look, why an answer does not hold, or `null` if the model wants to see more. */
function finished(action: ModelAction, request: ModelLook, seen: readonly FoundClaim[]): ModelFinding | string | null {
  if (action.action === "none") return { kind: "none" };
  if (action.action !== "answer") return null;
  const checked = checkAnswer(action, seen, request.summaryChars);
  if (typeof checked === "string") return checked;
  // What a model saw may be in what it says, whatever it cites.
  const classes = seen.map(({ origin }) => origin);
  const origin = (request.history.origin === null ? classes : [...classes, request.history.origin]).reduce(
    leastTrusted,
  );
  return { kind: "answer", ...checked, origin };
}

function lookedUp(action: ModelAction, look: LookUp, seen: ReadonlyMap<string, FoundClaim>): readonly FoundClaim[] {
  if (action.action === "search") return look.search(action.query);
  // Only what it was shown: a model reads no file of its own choice.
  const claim = action.action === "get" ? seen.get(action.citation.trim()) : undefined;
  return claim === undefined ? [] : look.around(claim);
}

function keyOf({ path, startLine, endLine }: FoundClaim): string {
  return citationOf(path, startLine, endLine);
}
