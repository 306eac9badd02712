/**
 * Which entries of a curated file may be put before an agent by themselves, and how they are printed (SPEC 4.6, 9.1).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import type { LineOrigin } from "../../provenance/origin.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type CuratedEntry, parseCurated } from "../../workspace/curated.ts";
import { judgePiece } from "../judge_piece.ts";
import { visibleEntry, visibleMarkdown } from "../visible_entry.ts";
import type { PrintedEntry, PrintedHeading } from "./choose_entries.ts";
import { harmless, IN_COMMENT, type LeftOut } from "./injected_copy.ts";

/** What decides beside the file. */
export interface AdmitContext {
  /** Where the entries and headings come from, live. */
  readonly originsOf: OriginReader;
  /** Entries that expired before it are left out. */
  readonly today: LocalDay;
  /** Entries of other projects are left out. */
  readonly activeProjects: ReadonlySet<string>;
}

/** The entries of a file. */
export interface AdmittedEntries {
  /** Those that may be put before an agent, in file order, as printed. */
  readonly allowed: readonly PrintedEntry[];
  /** What may not, and why, in file order. */
  readonly leftOut: readonly LeftOut[];
  /** Some entry waits for the end of the turn it appeared in. */
  readonly isWaiting: boolean;
}

/** Returns the entries that may be injected, and those that may not with their reasons. */
export function admitEntries(
  { path, text }: { readonly path: string; readonly text: string },
  context: AdmitContext,
): AdmittedEntries {
  const file = parseCurated(text);
  const pieces = file.pieces.filter((piece) => piece.kind !== "verbatim");
  const origins = context.originsOf(path, pieces.map((piece) => piece.raw));
  const passing: Passing[] = [];
  const leftOut: LeftOut[] = file.commentedOut.map((line) => ({ line, reason: IN_COMMENT }));
  let headings: (PrintedHeading & { readonly level: number })[] = [];
  for (const [at, piece] of pieces.entries()) {
    const origin = origins[at];
    const verdict = judgePiece(path, piece, { origin, context });
    if (!verdict.passes) leftOut.push({ line: piece.startLine, reason: verdict.reason ?? "refused" });
    if (piece.kind === "heading") {
      headings = headings.filter((heading) => heading.level < piece.headingLevel);
      if (!verdict.passes) continue;
      const title = `${"#".repeat(piece.headingLevel)} ${harmless(visibleMarkdown(piece.title ?? ""))}`;
      headings.push({ text: title, startLine: piece.startLine, level: piece.headingLevel });
    } else if (piece.entry !== null && verdict.passes && origin !== undefined) {
      const { entry } = piece;
      const seen = visibleEntry(entry);
      if (seen === "") leftOut.push({ line: piece.startLine, reason: IN_COMMENT });
      else passing.push({ printed: { entry, text: harmless(printEntry(entry.kind, seen)), headings }, origin });
    }
  }
  const replaced = replacedBySuccessors(passing);
  for (const { printed: { entry } } of replaced) leftOut.push({ line: entry.startLine, reason: REPLACED });
  return {
    allowed: passing.filter((each) => !replaced.has(each)).map(({ printed }) => printed),
    leftOut: leftOut.sort((a, b) => a.line - b.line),
    isWaiting: origins.some(({ state }) => state === "pending"),
  };
}

/** Returns entries with their headings: items under each other, a blank line around headings and prose. */
export function printEntries(entries: readonly PrintedEntry[]): string {
  let text = "";
  const shown = new Set<PrintedHeading>();
  let before: CuratedEntry["kind"] | "heading" | null = null;
  for (const { entry, text: body, headings } of entries) {
    for (const heading of headings.filter((above) => !shown.has(above))) {
      shown.add(heading);
      text += `${before === null ? "" : "\n\n"}${heading.text}`;
      before = "heading";
    }
    const isClose = before === "heading" || (before === "item" && entry.kind === "item");
    text += `${before === null ? "" : isClose ? "\n" : "\n\n"}${body}`;
    before = entry.kind;
  }
  return text;
}

const REPLACED = "a later entry has its key";

interface Passing {
  readonly printed: PrintedEntry;
  readonly origin: LineOrigin;
}

/**
 * Returns the entries that another one of the same key and projects replaces: one observed later and trusted as much. What may
 * not be injected replaces nothing, or a line from outside could hide what holds; without days nobody knows which is later.
 */
function replacedBySuccessors(passing: readonly Passing[]): Set<Passing> {
  const byKey = Map.groupBy(passing, ({ printed }) => printed.entry.annotations.key);
  const replaced = new Set<Passing>();
  for (const [key, alike] of byKey) {
    if (key === null || alike.length < 2) continue;
    for (const old of alike) if (alike.some((other) => replaces(other, old))) replaced.add(old);
  }
  return replaced;
}

function replaces(later: Passing, old: Passing): boolean {
  const [after, before] = [later.printed.entry.annotations, old.printed.entry.annotations];
  return before.observed !== null && after.observed !== null && before.observed < after.observed &&
    (later.origin.origin === "owner" || old.origin.origin !== "owner") && sameProjects(after.projects, before.projects);
}

function printEntry(kind: CuratedEntry["kind"], text: string): string {
  return kind === "prose" ? text : `- ${text.replaceAll("\n", "\n  ")}`;
}
