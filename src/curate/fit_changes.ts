/**
 * The text that a curated file would have, within its budget and accepted (SPEC 8.6, 8.7). A value; nothing is written.
 *
 * @module
 */
import { accept, type CoreLimits } from "./accept.ts";
import { compose, residentChars } from "./compose.ts";
import type { CuratedChange } from "./curated_change.ts";
import type { StandingFile } from "./read_curated.ts";

/** Changes with the text that they make. */
export interface FittedText<Change extends CuratedChange> {
  /** The whole new text; equal to the old one if there is nothing to write. */
  readonly text: string;
  /** The changes that are in it, in order. */
  readonly changes: readonly Change[];
  /** Those that the budget left out, each with a short clause. */
  readonly over: readonly { readonly change: Change; readonly reason: string }[];
}

/** Where new entries go, and what the file may hold. */
export interface FitFrame {
  /** Title of the section that new entries go under. */
  readonly heading: string;
  /** See {@linkcode CoreLimits}. */
  readonly limits: CoreLimits;
}

/** Takes changes in order as long as the result stays within the budget, and has the result accepted. */
export function fitChanges<Change extends CuratedChange>(
  base: StandingFile,
  wanted: readonly Change[],
  { heading, limits }: FitFrame,
): FittedText<Change> | { readonly refusal: string } {
  const { budgetChars } = limits;
  let text = base.text;
  const changes: Change[] = [];
  const over: { change: Change; reason: string }[] = [];
  for (const change of wanted) {
    const next = compose(base.file, [...changes, change], heading);
    if ("refusal" in next) return next;
    const chars = residentChars(next.text);
    // What makes the file no longer than it is may always be done, also in a file that is over the budget already.
    if (chars > budgetChars && chars > residentChars(text)) {
      over.push({ change, reason: `it would bring ${base.path} to ${chars} of ${budgetChars} chars` });
    } else {
      changes.push(change);
      text = next.text;
    }
  }
  // The file stays as it is, and nobody asks whether it would be accepted.
  if (changes.length === 0) return { text, changes, over };
  const isOver = residentChars(text) > budgetChars;
  const allowed = isOver ? { ...limits, budgetChars: residentChars(base.text) } : limits;
  const acceptance = accept(base.file, { text, changes }, allowed);
  if (!acceptance.passes) return { refusal: acceptance.reasons.join("; ") };
  return { text, changes, over };
}
