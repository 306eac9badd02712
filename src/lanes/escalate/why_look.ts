/**
 * Whether lane 2 looks for a message at all (SPEC 9.3). What looks back is loaded for the few messages that it looks for.
 *
 * @module
 */
import type { Escalate, EscalateRequest } from "../turn.ts";
import { notEscalated } from "./not_escalated.ts";
import { NO_INTENT, recallIntent } from "./recall_intent.ts";

/** Whether it looks. */
export interface WhyLook {
  /** It does. */
  readonly looks: boolean;
  /** Why it does, or does not, as a short clause for people. */
  readonly detail: string;
}

/** Returns whether a message is to be looked for, and why. */
export function whyLook({ mode, triggered, message }: EscalateRequest): WhyLook {
  if (mode === "always") return { looks: true, detail: "it was asked for" };
  if (triggered.length > 0) return { looks: false, detail: "the triggered entries are a clear answer" };
  const intent = recallIntent(message);
  if (intent === null) return { looks: false, detail: NO_INTENT };
  return { looks: true, detail: `the message asks for earlier days (${intent.language})` };
}

/** Returns lane 2, loaded once a message is to be looked for. */
export function loadedLater(load: () => Promise<Escalate>): Escalate {
  return async (request) => {
    const { looks, detail } = whyLook(request);
    if (looks) return await (await load())(request);
    return notEscalated(detail, request.isExplained === true ? [{ step: "intent", detail }] : []);
  };
}
