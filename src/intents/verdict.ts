import type { Verdict } from "../provenance/predicates.ts";
import { mayFire } from "../provenance/predicates.ts";
import type { IntentRow } from "../store/state/intents.ts";

/** Who would be told, and when. */
export interface FireMoment {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The client or channel, or `null` if it is not known. */
  readonly channel: string | null;
  /** Who wrote the message, or `null`. */
  readonly sender: string | null;
  /** The client's id of the session, or `null`. */
  readonly session: string | null;
}

/** Returns whether an intent may fire at a moment: class, state, scope, expiry, budget and cooldown, in this order. */
export function verdictOf(row: IntentRow, moment: FireMoment): Verdict {
  const trusted = mayFire({ origin: row.origin, isTainted: row.state === "held" });
  if (!trusted.passes) return row.heldReason === null ? trusted : refuse(row.heldReason);
  if (row.state !== "armed") return refuse(`it is ${row.state}`);
  if (row.turns.length > 0) return refuse("the turn in which it was wished is still open");
  const { channel, sender, session } = row.scope;
  if (channel !== null && channel !== moment.channel) return refuse(`it is for the channel "${channel}"`);
  if (sender !== null && sender !== moment.sender) return refuse(`it is for messages of "${sender}"`);
  if (session !== null && session !== moment.session) return refuse(`it is for the session "${session}"`);
  if (isExpired(row, moment.nowMs)) return refuse("it is expired");
  if (row.maxFires !== null && row.fires >= row.maxFires) return refuse("it has fired as often as it may");
  return row.wakeMs > moment.nowMs ? refuse(row.kind === "event" ? "it cools down" : "it is not due") : PASS;
}

/** Returns whether the time of an intent is over. */
export function isExpired({ expiresMs }: Pick<IntentRow, "expiresMs">, nowMs: number): boolean {
  return expiresMs !== null && nowMs >= expiresMs;
}

const PASS: Verdict = { passes: true, reason: null };

function refuse(reason: string): Verdict {
  return { passes: false, reason };
}
