/**
 * Tells quickly that a diary does not have a claim: writers ask for each line that they write, and cutting a diary of some
 * thousand lines into its claims takes a hundred times as long as looking for one text in it.
 *
 * @module
 */
import { foldClaim } from "../workspace/claims.ts";

/**
 * Returns what tells of a normalised claim whether a bullet of a text may have it. `false` is certain; `true` is to be looked
 * at.
 */
export function claimFilter(text: string): (normalised: string) => boolean {
  // A bullet's claim is a part of its line, unless an annotation in its middle is taken out.
  if (HAS_INNER_COMMENT.test(text)) return () => true;
  const folded = foldClaim(text);
  return (normalised) => {
    if (normalised === "" || normalised.includes("\n")) return true;
    for (let at = folded.indexOf(normalised); at >= 0; at = folded.indexOf(normalised, at + 1)) {
      if (mayBegin(folded, at)) return true;
    }
    return false;
  };
}

/** A comment behind which something other than whole annotations stands. */
const HAS_INNER_COMMENT =
  /-->[^\S\n]*(?!<!--[^\S\n]*(?:importance|trigger|project|key|source|observed|expires|origin)[^\S\n]*:[^<\n]*-->)\S/i;

/** Before a claim stand blanks or a list marker: within a word or a number none begins. */
function mayBegin(folded: string, at: number): boolean {
  return !isWordUnit(folded.charCodeAt(at)) || at === 0 || !isWordUnit(folded.charCodeAt(at - 1));
}

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
