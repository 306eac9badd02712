/**
 * The injected copy of `MEMORY.md` or `USER.md`: entries that pass `mayAutoInject`, whole ones, within a budget, in file
 * order, without annotations (SPEC 9.1).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { codePoints } from "../../base/text/measure.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type CuratedEntry, parseCurated } from "../../workspace/curated.ts";
import { judgePiece } from "../judge_piece.ts";
import { visibleEntry, visibleMarkdown } from "../visible_entry.ts";
import { type ChoiceContext, chooseEntries, type PrintedEntry, type PrintedHeading } from "./choose_entries.ts";
import { harmless, IN_COMMENT, type InjectedCopy, type LeftOut, OVER_BUDGET } from "./injected_copy.ts";

/** What decides about the copy beside the file. */
export interface CuratedContext extends ChoiceContext {
  /** Where the entries and headings come from, live. */
  readonly originsOf: OriginReader;
  /** Entries that expired before it are left out. */
  readonly today: LocalDay;
  /** Entries of other projects are left out. */
  readonly activeProjects: ReadonlySet<string>;
}

/** Returns the copy, at most `budgetChars` long. */
export function curatedCopy(
  file: { readonly path: string; readonly text: string },
  budgetChars: number,
  context: CuratedContext,
): InjectedCopy {
  const { allowed, leftOut } = admit(file, context);
  const whole = print(allowed);
  if (codePoints(whole) <= budgetChars) return { text: whole, truncated: false, leftOut };
  const room = budgetChars - codePoints(marker(file.path, allowed.length, allowed.length));
  const chosen = chooseEntries(allowed, Math.max(0, room), context);
  const dropped = allowed.filter((entry) => !chosen.has(entry))
    .map(({ entry }) => ({ line: entry.startLine, reason: OVER_BUDGET }));
  const parts = [
    print([...allowed].filter((entry) => chosen.has(entry))),
    marker(file.path, chosen.size, allowed.length),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return {
    text: codePoints(text) <= budgetChars ? text : "",
    truncated: true,
    leftOut: [...leftOut, ...dropped].sort((a, b) => a.line - b.line),
  };
}

/** Stands at the end of a copy that does not hold all entries; its separator is counted in. */
function marker(path: string, shown: number, all: number): string {
  return `[${shown} of ${all} entries of ${path} are shown; the rest did not fit. Read the file with: memory get ${path}]`;
}

/** Returns the entries that may be injected, as printed, and those that may not with their reasons. */
function admit({ path, text }: { readonly path: string; readonly text: string }, context: CuratedContext) {
  const file = parseCurated(text);
  const pieces = file.pieces.filter((piece) => piece.kind !== "verbatim");
  const origins = context.originsOf(path, pieces.map((piece) => piece.raw));
  const allowed: PrintedEntry[] = [];
  const leftOut: LeftOut[] = file.commentedOut.map((line) => ({ line, reason: IN_COMMENT }));
  let headings: (PrintedHeading & { readonly level: number })[] = [];
  for (const [at, piece] of pieces.entries()) {
    const verdict = judgePiece(path, piece, { origin: origins[at], context });
    if (!verdict.passes) leftOut.push({ line: piece.startLine, reason: verdict.reason ?? "refused" });
    if (piece.kind === "heading") {
      headings = headings.filter((heading) => heading.level < piece.headingLevel);
      if (!verdict.passes) continue;
      const title = `${"#".repeat(piece.headingLevel)} ${harmless(visibleMarkdown(piece.title ?? ""))}`;
      headings.push({ text: title, startLine: piece.startLine, level: piece.headingLevel });
    } else if (piece.entry !== null && verdict.passes) {
      const text = visibleEntry(piece.entry);
      if (text === "") leftOut.push({ line: piece.startLine, reason: IN_COMMENT });
      else allowed.push({ entry: piece.entry, text: harmless(printEntry(piece.entry.kind, text)), headings });
    }
  }
  return { allowed, leftOut: leftOut.sort((a, b) => a.line - b.line) };
}

function printEntry(kind: CuratedEntry["kind"], text: string): string {
  return kind === "prose" ? text : `- ${text.replaceAll("\n", "\n  ")}`;
}

/** Returns entries with their headings: items under each other, a blank line around headings and prose. */
function print(entries: readonly PrintedEntry[]): string {
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
