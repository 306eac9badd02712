/**
 * The injected copy of `MEMORY.md` or `USER.md`: entries that pass `mayAutoInject`, whole ones, within a budget, in file
 * order, without annotations (SPEC 9.1).
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import { type AdmitContext, admitEntries, printEntries } from "./admit_entries.ts";
import { type ChoiceContext, chooseEntries, type PrintedEntry } from "./choose_entries.ts";
import { type InjectedCopy, OVER_BUDGET } from "./injected_copy.ts";

/** What decides about the copy beside the file. */
export interface CuratedContext extends AdmitContext, ChoiceContext {}

/** The copy, and what became of the entries. */
export interface CuratedCopy extends InjectedCopy {
  /** Those that may be put before an agent, whether or not they had room. */
  readonly allowed: readonly PrintedEntry[];
  /** Those of them that are in the copy. */
  readonly shown: readonly PrintedEntry[];
  /** Some entry waits for the end of the turn it appeared in. */
  readonly isWaiting: boolean;
}

/** Returns the copy, at most `budgetChars` long. */
export function curatedCopy(
  file: { readonly path: string; readonly text: string },
  budgetChars: number,
  context: CuratedContext,
): CuratedCopy {
  const { allowed, leftOut, isWaiting } = admitEntries(file, context);
  const whole = printEntries(allowed);
  if (codePoints(whole) <= budgetChars) {
    return { text: whole, truncated: false, leftOut, allowed, shown: allowed, isWaiting };
  }
  const room = budgetChars - codePoints(marker(file.path, allowed.length, allowed.length));
  const chosen = chooseEntries(allowed, Math.max(0, room), context);
  const shown = allowed.filter((entry) => chosen.has(entry));
  const dropped = allowed.filter((entry) => !chosen.has(entry))
    .map(({ entry }) => ({ line: entry.startLine, reason: OVER_BUDGET }));
  const parts = [printEntries(shown), marker(file.path, chosen.size, allowed.length)];
  const text = parts.filter((part) => part !== "").join("\n\n");
  const fits = codePoints(text) <= budgetChars;
  return {
    text: fits ? text : "",
    truncated: true,
    leftOut: [...leftOut, ...dropped].sort((a, b) => a.line - b.line),
    allowed,
    shown: fits ? shown : [],
    isWaiting,
  };
}

/** Stands at the end of a copy that does not hold all entries; its separator is counted in. */
function marker(path: string, shown: number, all: number): string {
  return `[${shown} of ${all} entries of ${path} are shown; the rest did not fit. Read the file with: memory get ${path}]`;
}
