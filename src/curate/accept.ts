/**
 * Acceptance (SPEC 8.7): what a new text of a curated file must fulfil before it may replace the old one. Checks the text itself, not
 * the plan that made it, so that a mistake in planning cannot pass.
 *
 * @module
 */
import { formatAnchor } from "../workspace/annotation.ts";
import { type CuratedEntry, type CuratedFile, formatCurated, parseCurated } from "../workspace/curated.ts";
import { residentChars } from "./compose.ts";
import { keysOfEntry } from "./derived_keys.ts";
import type { CuratedChange } from "./curated_change.ts";
import { unified } from "./raw_entry.ts";

/** The answer. */
export interface Acceptance {
  /** Whether the text may replace the file. */
  readonly passes: boolean;
  /** What is wrong, as short clauses; empty if it passes. */
  readonly reasons: readonly string[];
  /** Entries of the old file that are neither kept, merged nor superseded under their key. */
  readonly lost: number;
  /** Chars of the new text without annotations. */
  readonly chars: number;
}

/** How much a curated file may lose and hold; see the keys of these names under `dream.deep` (SPEC 8.7). */
export interface CoreLimits {
  /** Chars without annotations, at most. */
  readonly budgetChars: number;
  /** Share of entries that one write may lose, 0 to 1. */
  readonly maxLossShare: number;
  /** With fewer entries than this none may be lost. */
  readonly lossFromEntries: number;
}

/** Returns whether a text may replace a file after the given changes. */
export function accept(
  before: CuratedFile,
  after: { readonly text: string; readonly changes: readonly CuratedChange[] },
  limits: CoreLimits,
): Acceptance {
  const file = parseCurated(after.text);
  const chars = residentChars(after.text);
  const lost = lostEntries(before, file, after.changes);
  const reasons = [
    after.text.includes("\0") ? "it holds a NUL" : null,
    formatCurated(file) === after.text ? null : "it does not follow the grammar",
    lossReason(lost, before.entries.length, limits),
    ...after.changes.filter(({ action }) => action !== "retired").map((change) => anchorReason(file, change)),
    chars <= limits.budgetChars ? null : `${chars} chars are over the budget of ${limits.budgetChars}`,
  ].filter((reason) => reason !== null);
  return { passes: reasons.length === 0, reasons, lost, chars };
}

function lostEntries(before: CuratedFile, after: CuratedFile, changes: readonly CuratedChange[]): number {
  const handled = new Set(changes.flatMap(({ action, prior, also = [], key, isLoss = false }) => {
    if (prior === null || action === "retired" || isLoss) return [];
    const isUnderKey = ({ annotations, text }: CuratedEntry) =>
      annotations.key === key || (key !== null && keysOfEntry(text).includes(key));
    const under = [prior, ...also].map(({ entry }) => entry).filter(isUnderKey);
    return [...under, ...action === "merged" ? [prior.entry] : []].map(({ startLine }) => startLine);
  }));
  const left = new Map<string, number>();
  for (const { raw } of after.entries) left.set(body(raw), (left.get(body(raw)) ?? 0) + 1);
  return before.entries.filter(({ raw, startLine }) => {
    if (handled.has(startLine)) return false;
    const count = left.get(body(raw)) ?? 0;
    left.set(body(raw), count - 1);
    return count <= 0;
  }).length;
}

function lossReason(lost: number, total: number, limits: CoreLimits): string | null {
  if (lost === 0) return null;
  if (total < limits.lossFromEntries) return `${lost} of ${total} entries are lost; none may be`;
  return lost / total <= limits.maxLossShare ? null : `${lost} of ${total} entries are lost`;
}

/** The entry must stand there as an item of its own, with the words and all its anchors. */
function anchorReason(file: CuratedFile, change: CuratedChange): string | null {
  const wanted = change.anchors.map(formatAnchor);
  const entry = file.entries.find(({ kind, raw }) => kind === "item" && unified(raw) === unified(change.raw));
  if (entry === undefined) return `the entry "${change.text}" does not stand on its own`;
  const anchors = new Set(entry.annotations.sources.map(formatAnchor));
  return wanted.every((anchor) => anchors.has(anchor)) ? null : `the entry "${change.text}" lost its source`;
}

/** An entry without its final line ends: the last one of a file may have gained one. */
function body(raw: string): string {
  return raw.replace(/(?:\r?\n)+$/, "");
}
