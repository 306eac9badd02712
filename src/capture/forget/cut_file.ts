/**
 * Takes what is forgotten out of one file (SPEC 7.6), as a whole or not at all.
 *
 * @module
 */
import { sha256Hex } from "../../base/hash.ts";
import { MemoryError } from "../../base/errors.ts";
import { pathRule } from "../../provenance/tier.ts";
import { linesLeaving } from "../../curate/compose.ts";
import { parseCurated } from "../../workspace/curated.ts";
import type { SelectDeps } from "../../select/select.ts";
import { readSelectedFile, type SelectedFile } from "../../select/selected_file.ts";
import type { FileCut, ForgottenMatcher, NamedLine } from "../../store/state/forgets.ts";
import { existsSync } from "node:fs";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { absolute, rootOf } from "../../workspace/layout.ts";
import { removeIfThere } from "../../workspace/temp_files.ts";
import { goesAsCopy } from "./goes_as_copy.ts";
import { namedLines } from "./named_lines.ts";
import { passagesOf, themeOf } from "./passages.ts";
import { bytesWithoutLines } from "./bytes_without_lines.ts";

/** A file as it is to be. */
export interface CutText {
  /** The bytes. */
  readonly bytes: Uint8Array;
  /** Their SHA-256, hex. */
  readonly hash: string;
  /** Names in the ledger of the lines that went. */
  readonly lines: readonly NamedLine[];
}

/**
 * Returns a file without what is forgotten: the lines of the cut if it is still the file that they were counted in, else
 * whatever says it and nothing else.
 */
export function cutText(file: SelectedFile, cut: FileCut, matcher: ForgottenMatcher): CutText {
  const passages = passagesOf(file.path, file.text);
  const numbers = new Set(file.hash === cut.before ? cut.lines : []);
  const gone = passages.filter((it) =>
    numbers.has(it.startLine) || goesAsCopy(file.path, it, matcher) ||
    (it.kind === "theme" && matcher.borrows(themeOf(it)))
  );
  for (const { startLine, endLine } of gone) for (let line = startLine; line <= endLine; line++) numbers.add(line);
  const entries = gone.filter(({ entry, startLine }) => entry !== null && cut.instead[startLine] === undefined);
  if (entries.length > 0) {
    // A section that a sweep or an order opened goes with its last entry; one of a person stays.
    const starts = new Set(entries.map(({ startLine }) => startLine));
    for (const line of linesLeaving(parseCurated(file.text), starts)) numbers.add(line);
  }
  const instead = file.hash === cut.before ? Object.entries(cut.instead) : [];
  const changed = new Map(instead.map(([line, text]) => [Number(line), text]));
  if (pathRule(file.path).tier === "review") {
    for (const [line, text] of correctedCounts(file, numbers)) changed.set(line, text);
  }
  const bytes = bytesWithoutLines(file, numbers, changed);
  return { bytes, hash: sha256Hex(bytes), lines: namedLines(file, gone) };
}

/** What a page says behind its counts once something that they counted is forgotten. */
const FORGOTTEN_SINCE = " Something of this page was forgotten since.";

/** Returns the counts of the pages from which lines go, by their line: they were right when they were written. */
function correctedCounts(file: SelectedFile, numbers: ReadonlySet<number>): [number, string][] {
  const found: [number, string][] = [];
  let counts: { readonly number: number; readonly text: string } | null = null;
  for (const { number, text } of file.lines()) {
    if (text.startsWith("## ")) counts = null;
    if (/^Kept \d+ of \d+ candidates?: /.test(text)) counts = { number, text };
    if (counts === null || !numbers.has(number) || counts.text.endsWith(FORGOTTEN_SINCE)) continue;
    found.push([counts.number, `${counts.text}${FORGOTTEN_SINCE}`]);
    counts = null;
  }
  return found;
}

/** Times that a file is looked at again because somebody wrote it meanwhile. */
const ATTEMPTS = 5;

/**
 * Cuts a file and returns the names in the ledger of what went. A file that is gone holds nothing.
 *
 * @throws {MemoryError} failed: the file cannot be read or written, or is changed again and again
 */
export function cutFile(deps: SelectDeps, cut: FileCut, matcher: ForgottenMatcher): readonly NamedLine[] {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!existsSync(absolute(deps.layout, cut.path))) return [];
    const file = readSelectedFile(deps, cut.path);
    const { bytes, hash, lines } = cutText(file, cut, matcher);
    if (cut.isWhole && file.hash === cut.before) {
      removeIfThere(file.absPath);
      return lines;
    }
    if (hash === file.hash) return lines;
    const options = { expectedHash: file.hash, within: rootOf(deps.layout, cut.path) };
    if (writeFileAtomic(file.absPath, bytes, options) === "written") return lines;
  }
  throw new MemoryError(`Cannot forget lines of "${cut.path}": it was changed ${ATTEMPTS} times meanwhile`, {
    hint: "close the program that saves it, then: memory forget",
  });
}
