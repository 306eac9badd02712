/**
 * What the envelope of a message says of whose words it holds (SPEC 4.4): read before anything is taken off.
 *
 * @module
 */
import { type Envelope, hasEnvelope, readEnvelope } from "../transcripts/openclaw_envelope.ts";
import type { MessageEvent } from "../transcripts/transcript_event.ts";
import type { ChatReading } from "./chat_reading.ts";
import type { OpenSession } from "./open_session.ts";
import { type Scaffolding, scaffoldingOf } from "./scaffolding.ts";

/** Returns the envelope of a message with the role of a user; of most clients there is none. */
export function envelopeOf({ view }: OpenSession, text: string): Envelope {
  if (view.session.client === "openclaw" || hasEnvelope(text)) return readEnvelope(text);
  const nobody = { isGroup: false, sender: null, senderId: null, made: null, foreign: null, others: "" };
  return { ...nobody, text, kind: "interactive" };
}

/** Returns what of the runtime a message is, or `null`: behind text of others a note of the client may be theirs as well. */
export function scaffoldingIn(envelope: Envelope, text: string): Scaffolding | null {
  const found = scaffoldingOf(envelope.text) ?? scaffoldingOf(text) ?? (envelope.made === null ? null : "turn");
  return found === "note" && envelope.foreign !== null ? null : found;
}

/** Returns why a message is not the words of the one person of a direct chat, as a short clause, or `null`. */
export function foreignReason(
  { reading, deps: { ownerSenders = [] } }: OpenSession,
  event: MessageEvent,
  envelope: Envelope,
): string | null {
  if (reading.isGroup) return "a group or a channel";
  if (envelope.foreign !== null) return envelope.foreign;
  if (ownerSenders.length > 0 && envelope.senderId !== null) {
    return ownerSenders.includes(envelope.senderId)
      ? notPerson(event)
      : "a sender that is not the owner by the settings";
  }
  if (isStranger(reading, envelope.senderId)) return "somebody else than who spoke first in a direct chat";
  return notPerson(event);
}

function notPerson({ isPerson, why }: MessageEvent): string | null {
  return isPerson ? null : why ?? "not marked as a person's";
}

/** Returns why a sender is nobody's proven owner, or `null`: that a person started a gateway tells nothing of who writes to it. */
export function whyNotProven({ reading }: OpenSession, { senderId }: Envelope): string | null {
  return senderId !== null || reading.hasStrangers ? "a gateway tells who sent it, and proves nobody" : null;
}

/** Notes who speaks in a direct chat; whoever is not the first one is not known, nor is, from then on, who has no id. */
function isStranger(reading: ChatReading, senderId: string | null): boolean {
  if (senderId !== null) {
    reading.sender ??= senderId;
    reading.hasStrangers ||= senderId !== reading.sender;
  }
  return reading.hasStrangers && senderId !== reading.sender;
}
