/**
 * What an agent takes up while its own turn is tainted (SPEC 4.5, "every writer asks"): it may have written the file itself.
 *
 * What a client wrote down itself is asked by when it was said.
 *
 * @module
 */
import type { SaidWhen } from "../../store/state/writer_facts.ts";
import type { Classified } from "../chat/classified_piece.ts";

/** What is known of who takes up a file now. */
export interface AskedWriter {
  /** Why the text is untrusted, as a short clause, or `null`. */
  readonly taint: string | null;
  /** A turn is open in which it may have been written: what it is worth shows at its end (SPEC 4.3). */
  readonly isWaiting: boolean;
}

/** Returns what speaks against a text that the caller writes now, or that was said at a moment of a client's own transcript. */
export type AskWriter = (text: string, said?: SaidWhen) => AskedWriter;

/**
 * Returns pieces of a file that the caller may have written, as the caller's own words would be booked.
 *
 * @param session the name of the session that a transcript in its client's folder tells of; of other files `null`
 */
export function lowerPieces(
  pieces: readonly Classified[],
  askWriter: AskWriter,
  session: string | null = null,
): readonly Classified[] {
  return pieces.map((piece) => {
    if (piece.type === "tool" || (piece.origin !== "owner" && piece.origin !== "agent")) return piece;
    const { taint, isWaiting } = session === null
      ? askWriter(piece.text)
      : askWriter(piece.text, { ms: momentOf(piece.at), session });
    if (taint !== null) return { ...piece, origin: "untrusted", isEvidence: false, order: null, why: taint };
    return isWaiting && piece.state === "booked" ? { ...piece, state: "pending" } : piece;
  });
}

function momentOf(at: string | null): number | null {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? null : ms;
}
