/**
 * Names of sessions that hold a secret: they go into names of files and into every row.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import type { Redaction } from "../redact/redact.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";

/** Hex digits of the name that stands for another one. */
const NAME_DIGITS = 16;

/** Names as clients draw them, in which nothing is looked for: hex digits and dashes. */
const DRAWN_NAME = /^[0-9a-f-]{1,64}$/i;

/** Returns the session under names that hold neither secrets nor personal data, the same at each reading. */
export function safeSession(session: TranscriptSession, redact: (text: string) => Redaction): TranscriptSession {
  const safe = (name: string) =>
    DRAWN_NAME.test(name) || Object.keys(redact(name).counts).length === 0
      ? name
      : `redacted-${shortHash(name, NAME_DIGITS)}`;
  const { forkedFrom } = session;
  return {
    ...session,
    session: safe(session.session),
    ...(typeof forkedFrom === "string" ? { forkedFrom: safe(forkedFrom) } : {}),
  };
}
