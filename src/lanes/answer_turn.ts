/**
 * The answer to a message (SPEC 9.2, 9.3): lane 1, and lane 2 where it may look. Nothing is written.
 *
 * @module
 */
import { codePoints } from "../base/text/measure.ts";
import { mayInjectInto } from "../provenance/predicates.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { notEscalated } from "./escalate/not_escalated.ts";
import { THRESHOLD, trigger, type TriggerAnswer, type TriggerDeps } from "./trigger/trigger.ts";
import type { Escalate, Escalated, EscalateMode, EscalateRequest, TurnMessage } from "./turn.ts";

/** What {@linkcode answerTurn} works with: no model and no vectors; lane 2 is handed in apart. */
export interface TurnDeps extends TriggerDeps {
  /** Of the state: also whether recall is on, and what the session was given. */
  readonly state: TriggerDeps["state"] & Pick<StateStore, "recallOff" | "shown">;
}

/** A message and its bounds. */
export interface TurnRequest extends TurnMessage, Pick<EscalateRequest, "queryMode" | "style" | "isExplained"> {
  /** Whether lane 2 may look. */
  readonly escalate: EscalateMode;
  /** Chars for everything, frames included. */
  readonly roomChars: number;
  /** Milliseconds until the answer has to be there. */
  readonly deadlineMs: number;
}

/** The answer. */
export interface TurnAnswer {
  /** Lane 1; `null` if it did not look. */
  readonly triggered: TriggerAnswer | null;
  /** Lane 2. */
  readonly escalated: Escalated;
  /** What is put before the agent: lane 1, then lane 2; an empty text: nothing. */
  readonly context: string;
  /** Why lane 1 gives nothing, as a short clause for people, or `null`. */
  readonly reason: string | null;
}

/** Turns within which an entry is not given again (SPEC 9.2). */
export const QUIET_TURNS = 10;

/** Between the two lanes. */
const GAP = "\n\n";

/** Returns the answer to a message. @param escalate lane 2, or `null` where there is none */
export async function answerTurn(
  deps: TurnDeps,
  request: TurnRequest,
  escalate: Escalate | null,
): Promise<TurnAnswer> {
  const refusal = whyNot(deps, request);
  if (refusal !== null) return { triggered: null, escalated: notEscalated(refusal), context: "", reason: refusal };
  const { session, message, roomChars } = request;
  const recentlyShown = session === null ? new Set<string>() : deps.state.shown.recently(session, QUIET_TURNS);
  const scoredFrom = request.isExplained === true ? 0 : THRESHOLD;
  const triggered = trigger(deps, { message, recentlyShown, roomChars, scoredFrom });
  const escalated = await deeper(escalate, { request, triggered, recentlyShown });
  const context = [triggered.context, escalated.context].filter((text) => text !== "").join(GAP);
  return { triggered, escalated, context, reason: triggered.reason };
}

/** Returns why nothing may be recalled for a message at all, or `null`. */
function whyNot({ state }: TurnDeps, { session, sessionKind, chat }: TurnMessage): string | null {
  const off = state.recallOff.of(session);
  if (off.everywhere !== null) return "recall is off everywhere";
  if (off.session !== null) return "recall is off in this session";
  return mayInjectInto(sessionKind, chat).reason;
}

interface Deeper {
  readonly request: TurnRequest;
  readonly triggered: TriggerAnswer;
  readonly recentlyShown: ReadonlySet<string>;
}

async function deeper(escalate: Escalate | null, { request, triggered, recentlyShown }: Deeper): Promise<Escalated> {
  const { escalate: mode, roomChars, ...message } = request;
  if (mode === "off") return notEscalated("it is turned off for this message");
  if (mode === "auto" && triggered.isStrong) return notEscalated("a trigger answers the message");
  if (escalate === null) return notEscalated("there is none");
  const taken = triggered.context === "" ? 0 : codePoints(triggered.context) + GAP.length;
  return await escalate({
    ...message,
    mode,
    triggered: triggered.entries,
    recentlyShown,
    roomChars: roomChars - taken,
  });
}
