import type { Escalated, EscalationStep } from "../turn.ts";

/** What lane 2 answers where it found nothing, but for whether it looked, and why. */
export const NOTHING: Omit<Escalated, "ran" | "reason"> = {
  by: null,
  summary: null,
  hits: [],
  days: null,
  origin: null,
  context: "",
  steps: [],
};

/** Returns the answer of a lane 2 that did not look. @param reason as a short clause for people */
export function notEscalated(reason: string, steps: readonly EscalationStep[] = []): Escalated {
  return { ...NOTHING, ran: false, reason, steps };
}
