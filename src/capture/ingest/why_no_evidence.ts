/**
 * Why words are kept as transcript only (SPEC 7.4).
 *
 * @module
 */
import type { TranscriptSession } from "../transcripts/transcript_event.ts";
import type { ClassifiedPiece } from "../chat/classified_piece.ts";

/** Where words come from. */
export interface WordsFacts {
  /** The words with their class. */
  readonly piece: Pick<ClassifiedPiece, "isEvidence" | "origin" | "sessionKind" | "state" | "why">;
  /** Their session, as its transcript tells of it. */
  readonly session: TranscriptSession;
  /** The file was set aside: by a reset, a deletion, an archive. */
  readonly isSetAside: boolean;
  /** It is known when they were said. */
  readonly hasTime: boolean;
}

/** Returns the reason as a short clause, or `null` if the words are evidence. */
export function whyNoEvidence({ piece, session, isSetAside, hasTime }: WordsFacts): string | null {
  if (isSetAside) return "the session was set aside";
  if (piece.sessionKind !== "interactive") return `the session is of kind ${piece.sessionKind}`;
  if (session.chat !== null && session.chat !== "direct") return `the chat is a ${session.chat}`;
  if (!session.isComplete) return "the session is not described completely";
  if (!hasTime) return "nobody noted when it was said";
  if (piece.state === "echo") return "it repeats what the memory gave";
  if (piece.origin === "untrusted" || piece.origin === "system") return piece.why;
  return piece.isEvidence ? null : piece.why;
}

/** Returns whether a file was set aside by its client, by the names that clients give such files. */
export function isSetAside(path: string): boolean {
  return /\.(?:reset|deleted)\.[^/\\]+$|[\\/]archived_sessions[\\/]/.test(path);
}
