/**
 * The new text of `USER.md` (SPEC 7.2): in place of what it replaces, else at the end of the directives. What no plan
 * touches stays byte for byte.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import {
  appendToSection,
  type CuratedEntry,
  type CuratedFile,
  formatCurated,
  parseCurated,
} from "../../workspace/curated.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { StandingEntry } from "../curated_change.ts";
import { lineEndsOf } from "../raw_entry.ts";
import { markSuperseded } from "./mark_superseded.ts";

/** What is put in. */
export interface ComposedDirective {
  /** The new entry, from `formatEntry`. */
  readonly raw: string;
  /** Its text without annotations. */
  readonly text: string;
  /** What it takes the place of, the first in place; empty for a new one. */
  readonly priors: readonly StandingEntry[];
}

/** A text with the entries that are new in it. */
export interface DirectiveText {
  /** The whole file. */
  readonly text: string;
  /** Superseded entries as they stand now, with what they were. */
  readonly superseded: readonly { readonly raw: string; readonly prior: StandingEntry }[];
}

/** Title of the section that new directives go under. */
export const DIRECTIVES_HEADING = "Directives";
/** What a new `USER.md` begins with. */
const FIRST_TITLE = "# About the User\n";

/**
 * Returns the file with the directive in it. Superseded lines follow it, the newest first; one with the very same words
 * just goes.
 *
 * @throws {MemoryError} failed, if what stands above leaves a code fence or comment open
 */
export function composeDirective(file: CuratedFile, made: ComposedDirective, today: LocalDay): DirectiveText {
  const [place, ...others] = made.priors;
  if (place === undefined) {
    const base = formatCurated(file).trim() === "" ? parseCurated(formatCurated(file) + FIRST_TITLE) : file;
    return { text: appendToSection(base, DIRECTIVES_HEADING, [made.raw]), superseded: [] };
  }
  const superseded = made.priors.filter(({ entry }) => normaliseClaim(entry.text) !== normaliseClaim(made.text))
    .map((prior) => ({ raw: markSuperseded(body(prior.entry), today), prior }));
  const moved = new Set(others.map(({ entry }) => entry.startLine));
  const text = file.pieces.map((piece) => {
    if (piece.entry === null) return piece.raw;
    if (moved.has(piece.startLine)) return "";
    if (piece.startLine !== place.entry.startLine) return piece.raw;
    const rows = [made.raw, ...superseded.map(({ raw }) => raw)];
    return rows.map((row) => row.replace(/\r?\n/g, file.eol)).join(file.eol) + lineEndsOf(piece.raw);
  }).join("");
  return { text, superseded };
}

function body(entry: CuratedEntry): string {
  return entry.raw.slice(0, entry.raw.length - lineEndsOf(entry.raw).length);
}
