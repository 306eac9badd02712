/**
 * What `memory trust` would lift (SPEC 4.3): worked out before anything is shown, so that what is attested is what was
 * shown.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { lineHash } from "../../base/text/normalise.ts";
import { hasUntrustedMark } from "../../provenance/mark.ts";
import { isAtLeastAsTrusted, type LineOrigin, type OriginClass } from "../../provenance/origin.ts";
import { type PathRule, pathRule } from "../../provenance/tier.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type LedgerUnit, ledgerUnits } from "../../workspace/ledger_units.ts";
import { type LinesWithoutMarks, removeMarks } from "./remove_marks.ts";

/** The class that an attested line gets: `owner` if the owner typed it. */
export type AttestedClass = Extract<OriginClass, "agent" | "owner">;

/** A line or entry that would be attested. */
export interface LineToTrust {
  /** 1-based, inclusive; where it stands now. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** As it stands, with marks and annotations; an entry may span lines. */
  readonly raw: string;
  /** What is known of it now. */
  readonly origin: LineOrigin;
  /** First lines of equal lines of the file that are not among those selected: the ledger takes them for one. */
  readonly alsoAt: readonly number[];
}

/** What would be lifted in one file. */
export interface TrustPlan {
  /** The file as it was read. */
  readonly file: SelectedFile;
  /** What is to be shown; empty if all of it is trusted already. */
  readonly lines: readonly LineToTrust[];
  /** The file's text without the marks of those lines. */
  readonly newText: string;
  /** The same lines as they stand in that text: what is attested. */
  readonly attested: readonly LedgerUnit[];
  /** Lines that do not stand in the file any more then: their rows are released. */
  readonly released: readonly string[];
}

/** Lines of a file, 1-based, inclusive. */
export interface TrustRange {
  /** The file, read a moment ago. */
  readonly file: SelectedFile;
  /** The first line. */
  readonly startLine: number;
  /** The last line. */
  readonly endLine: number;
}

/**
 * Returns what attesting lines of a file would do. Lines that are trusted as much already are left out; a mark on a line
 * of its own belongs to the line above.
 *
 * @throws {MemoryError} failed: the file holds reports or is no part of the memory, or a mark cannot be taken off
 */
export function planTrust(range: TrustRange, wanted: AttestedClass, originsOf: OriginReader): TrustPlan {
  const { file } = range;
  const rule = pathRule(file.path);
  refuseForeign(file.path, rule);
  const units = [...file.units()].sort((a, b) => a.startLine - b.startLine);
  const origins = originsOf(file.path, units.map(({ raw }) => raw));
  const end = markEnd(file, range.endLine);
  const selected = units.flatMap((unit, at) => {
    const origin = origins[at];
    const isMeant = unit.startLine <= end && unit.endLine >= range.startLine;
    return origin === undefined || !isMeant || isTrusted(origin, wanted) ? [] : [{ ...unit, origin }];
  });
  const meant = new Set(selected.map(({ startLine }) => startLine));
  const hashes = units.map(({ raw }) => lineHash(raw));
  const lines = selected.map((line): LineToTrust => {
    const hash = lineHash(line.raw);
    const alsoAt = units.filter((it, at) => hashes[at] === hash && !meant.has(it.startLine)).map((it) => it.startLine);
    return { startLine: line.startLine, endLine: line.endLine, raw: line.raw, origin: line.origin, alsoAt };
  });
  return { file, lines, ...withoutMarks(file, rule, lines) };
}

function refuseForeign(path: string, rule: PathRule): void {
  if (rule.tier === "review") {
    throw new MemoryError(`Cannot trust lines of "${path}": it holds reports, which are never taken for memory`, {
      hint: "trust the line that the report tells of",
    });
  }
  if (rule.origin === "untrusted" && !rule.isImport && !rule.isOutside) {
    throw new MemoryError(`Cannot trust lines of "${path}": it is no part of the memory`, {
      hint: "move it below memory/, or take what it says with: memory note",
    });
  }
}

function isTrusted({ origin, sessionKind, state, isImport }: LineOrigin, wanted: AttestedClass): boolean {
  if (state !== "booked" && state !== "attested") return false;
  return isAtLeastAsTrusted(origin, wanted) && sessionKind === "interactive" && !isImport;
}

/** The mark of a line may stand on the next one, alone. */
function markEnd(file: SelectedFile, endLine: number): number {
  const next = file.lines()[endLine];
  return next?.kind === "comment" && hasUntrustedMark(next.text) ? endLine + 1 : endLine;
}

type Unmarked = Pick<TrustPlan, "newText" | "attested" | "released">;

function withoutMarks(file: SelectedFile, rule: PathRule, lines: readonly LineToTrust[]): Unmarked {
  const asTheyAre = { newText: file.text, attested: lines, released: [] };
  if (!lines.some(({ raw }) => hasUntrustedMark(raw))) return asTheyAre;
  if (rule.isOutside) throw marked(file, "it lies outside the workspace, where nothing is written");
  if (file.unwritable !== null) throw marked(file, file.unwritable);
  const done = removeMarks(file.text, lines);
  const attested = unitsAt(file.path, done);
  const standing = new Set(ledgerUnits({ path: file.path, text: done.text }).map(({ raw }) => lineHash(raw)));
  const released = lines.map(({ raw }) => raw).filter((raw) => !standing.has(lineHash(raw)));
  refuseSideEffects(file, lines, { done, attested });
  return { newText: done.text, attested, released };
}

function unitsAt(path: string, { text, lines }: LinesWithoutMarks): LedgerUnit[] {
  const kept = new Set(lines);
  return ledgerUnits({ path, text }).filter(({ startLine, endLine }) => {
    for (let line = startLine; line <= endLine; line++) if (kept.has(line)) return true;
    return false;
  });
}

interface Effect {
  readonly done: LinesWithoutMarks;
  readonly attested: readonly LedgerUnit[];
}

/** Taking a mark away changes nothing but the marked lines; where it would join them with others, nobody saw those. */
function refuseSideEffects(file: SelectedFile, lines: readonly LineToTrust[], { done, attested }: Effect): void {
  const left = attested.find(({ raw }) => hasUntrustedMark(raw));
  if (left !== undefined) throw marked(file, `the mark at line ${left.startLine} is not closed there`);
  const shown = new Set(lines.map(({ startLine }) => startLine));
  const others = file.units().filter(({ startLine }) => !shown.has(startLine)).map(({ raw }) => lineHash(raw));
  const taken = new Set(attested.map(({ startLine }) => startLine));
  const after = ledgerUnits({ path: file.path, text: done.text }).filter(({ startLine }) => !taken.has(startLine))
    .map(({ raw }) => lineHash(raw));
  if (others.join() !== after.join()) throw marked(file, "without it other lines would be read differently");
}

function marked({ path }: SelectedFile, reason: string): MemoryError {
  return new MemoryError(`Cannot take the mark "origin: untrusted" off "${path}": ${reason}`, {
    hint: "take it off with an editor, then trust the line",
  });
}
