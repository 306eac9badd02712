/**
 * What an agent takes up while its own turn is tainted (SPEC 4.5, "every writer asks"): it may have written the file itself.
 *
 * @module
 */
import type { Classified } from "../chat/classified_piece.ts";

/** Returns why a text is untrusted that the caller writes now, as a short clause, or `null`. */
export type WhyTainted = (text: string) => string | null;

/** Returns pieces of a file that the caller may have written, as the caller's own words would be booked. */
export function lowerPieces(pieces: readonly Classified[], whyTainted: WhyTainted): readonly Classified[] {
  return pieces.map((piece) => {
    if (piece.type === "tool" || (piece.origin !== "owner" && piece.origin !== "agent")) return piece;
    const why = whyTainted(piece.text);
    return why === null ? piece : { ...piece, origin: "untrusted", isEvidence: false, order: null, why };
  });
}
