/**
 * Lines of passages by their names in the ledger.
 *
 * @module
 */
import { lineHash } from "../../base/text/normalise.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { NamedLine } from "../../store/state/forgets.ts";
import type { WatchedLine } from "./forget_plan.ts";
import type { Passage } from "./passages.ts";

/** Returns the names in the ledger of the lines of some passages. */
export function namedLines(file: SelectedFile, passages: readonly Passage[]): NamedLine[] {
  return file.units().filter(touching(passages)).map(({ raw }) => ({ path: file.path, hash: lineHash(raw) }));
}

function touching(passages: readonly Passage[]) {
  return (unit: { readonly startLine: number; readonly endLine: number }) =>
    passages.some((it) => it.startLine <= unit.endLine && it.endLine >= unit.startLine);
}

/** Returns the raw lines and entries of some passages. */
export function watchedLines(file: SelectedFile, passages: readonly Passage[]): WatchedLine[] {
  return file.units().filter(touching(passages)).map(({ raw }) => ({ path: file.path, raw }));
}
