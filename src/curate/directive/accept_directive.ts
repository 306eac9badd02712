/**
 * What a new text of `USER.md` must fulfil before it may replace the old one. Checks the text itself, not the plan that
 * made it.
 *
 * @module
 */
import { type CuratedEntry, type CuratedFile, formatCurated, parseCurated } from "../../workspace/curated.ts";
import { unified } from "../raw_entry.ts";
import type { ComposedDirective, DirectiveText } from "./compose_directive.ts";

/** What was meant to change. */
export interface DirectiveChange {
  /** The directive that was put in; `null` if only old ones were taken out. */
  readonly made: ComposedDirective | null;
  /** Superseded entries as they were meant to stand. */
  readonly superseded: DirectiveText["superseded"];
  /** Superseded entries that leave. */
  readonly pruned: readonly CuratedEntry[];
}

/** Returns why a text may not replace a file, as a short clause, or `null` if it may. */
export function refusalOfDirective(before: CuratedFile, text: string, change: DirectiveChange): string | null {
  if (text.includes("\0")) return "it holds a NUL";
  const after = parseCurated(text);
  if (formatCurated(after) !== text) return "it does not follow the grammar";
  const rows = after.entries.map(({ raw }) => unified(raw));
  const wanted = change.made === null ? [] : [change.made.raw, ...change.superseded.map(({ raw }) => raw)].map(unified);
  const at = wanted.length === 0
    ? 0
    : rows.findIndex((_, start) => wanted.every((it, nth) => rows[start + nth] === it));
  if (at < 0) return `the directive "${change.made?.text ?? ""}" does not stand on its own`;
  const untouched = rows.filter((_, nth) => nth < at || nth >= at + wanted.length);
  const gone = new Set(
    [...change.made?.priors.map(({ entry }) => entry) ?? [], ...change.pruned].map(({ startLine }) => startLine),
  );
  const kept = before.entries.filter(({ startLine }) => !gone.has(startLine)).map(({ raw }) => unified(raw));
  return kept.length === untouched.length && kept.every((row, nth) => row === untouched[nth])
    ? null
    : "another entry would change";
}
