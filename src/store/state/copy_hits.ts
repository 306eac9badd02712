/**
 * Which lines have hashes in common with which tainted texts (SPEC 4.3).
 *
 * @module
 */
import { lazily } from "../../base/lazily.ts";
import type { NumberList } from "../../base/number_list.ts";
import type { StemMemo } from "../../base/text/stem.ts";
import { copyRuns, copyShingles, copyWords, eachCopyWindow, type GramFilter, mayShareRuns } from "./copy_grams.ts";
import { compactText, copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";
import type { HitTable } from "./hit_table.ts";
import type { KnownText } from "./known_text.ts";
import { type NearText, nearTextOf } from "./near_text.ts";
import { LEAST_UNITS, PartFilter } from "./part_filter.ts";

/** A line to ask about. */
export interface AskedLine {
  /** Folded (see `foldedForms`); may be empty. */
  readonly folded: string;
  /** Whether it begins a list item, a heading or a paragraph. */
  readonly startsItem: boolean;
  /** See `sentencesOf`; asked for when a line holds a short tainted text. */
  readonly sentences: () => ReadonlySet<string>;
}

/** Leads from hashes to tainted texts. */
export interface TaintLookUp {
  /** Keeps away what no tainted text has; costs next to nothing. */
  readonly filter: GramFilter;
  /** Stems to reuse. */
  readonly stems: StemMemo;
  /** Looks for hashes, and returns what calls a function with each text that has one of them. @param grams all of them */
  find(grams: () => ReadonlySet<number>): (gram: number, look: (text: KnownText) => void) => void;
  /** Filled anew by each question. */
  readonly table: HitTable;
  /** Returns whether a text is tainted still. */
  isThere(text: KnownText): boolean;
}

/** A line and its place in the text of all. */
export interface Unit extends AskedLine {
  /** Offset of its first unit in the compact text. */
  readonly start: number;
  /** Offset behind its last one. */
  readonly end: number;
  /** The unit without spaces. */
  readonly compact: string;
  /** See `copyWidth`. */
  readonly width: number;
  /** Its runs of words. */
  readonly shingles: () => ReadonlySet<number>;
  /** Those that some tainted text may have, some of them twice; none of a narrow line. */
  readonly knownRuns: () => readonly number[];
  /** What near copies are known by. */
  readonly near: () => NearText;
  /** Returns `false` if a text without spaces is no part of it for sure. @param beginning see `pieceHash` */
  readonly mayHold: (part: string, beginning: number) => boolean;
}

/** Lines together. */
export interface JoinedText {
  /** In order. */
  readonly units: readonly Unit[];
  /** All, with a space between. */
  readonly folded: string;
  /** All without spaces. */
  readonly compact: string;
  /** Returns the runs of words of some units together, `first` to `last`, inclusive. */
  readonly shinglesOf: (first: number, last: number) => ReadonlySet<number>;
}

/** Returns lines as one text. */
export function joinUnits(lines: readonly AskedLine[], { filter, stems }: TaintLookUp): JoinedText {
  let start = 0;
  const units = lines.map(({ folded, startsItem, sentences }): Unit => {
    const compact = compactText(folded);
    const width = copyWidth(compact);
    const words = lazily(() => copyWords(folded, stems));
    const shingles = lazily(() => new Set(copyRuns(words())));
    const knownRuns = () =>
      width >= LEAST_COPY_WIDTH && mayShareRuns(folded, filter) ? copyRuns(words(), filter) : NO_RUNS;
    const near = lazily(() => nearTextOf(folded, stems));
    let parts: PartFilter | undefined;
    const mayHold = (part: string, beginning: number) =>
      compact.length < LEAST_UNITS || (parts ??= new PartFilter(compact)).mayHold(part, beginning);
    const end = start + compact.length;
    const unit = { folded, startsItem, sentences, start, end, compact, width, shingles, knownRuns, near, mayHold };
    start = unit.end;
    return unit;
  });
  const folded = lines.map((line) => line.folded).join(" ");
  const shinglesOf = (first: number, last: number) =>
    new Set(copyShingles(units.slice(first, last + 1).map((unit) => unit.folded).join(" "), stems));
  return { units, folded, compact: compactText(folded), shinglesOf: kept(shinglesOf) };
}

/** Runs kept at a time: each is asked for by every tainted text that comes close to it, one text after the other. */
const KEPT_RUNS = 8_192;

/** Returns the same function, which works nothing out twice while it remembers it. */
function kept(shinglesOf: JoinedText["shinglesOf"]): JoinedText["shinglesOf"] {
  const known = new Map<number, ReadonlySet<number>>();
  return (first, last) => {
    const key = first * MAX_UNITS + last;
    let shingles = known.get(key);
    if (shingles === undefined) {
      if (known.size >= KEPT_RUNS) known.clear();
      known.set(key, shingles = shinglesOf(first, last));
    }
    return shingles;
  };
}

/** More lines than any text has; the square of it is a whole number still. */
const MAX_UNITS = 2 ** 26;

/** Returns the tainted texts that have a hash in common with some unit, each with these units, until the next question. */
export function hitsOf(text: JoinedText, lookUp: TaintLookUp): HitTable {
  const { table, table: { once } } = lookUp;
  table.clear();
  const windows = windowsByUnit(text, lookUp.filter, once);
  const runs = text.units.map(({ knownRuns }) => {
    for (const gram of knownRuns()) once.add(gram);
    return once.take();
  });
  if ([...windows, ...runs].every(({ length }) => length === 0)) return table;
  const visit = lookUp.find(() => new Set([...windows, ...runs].flatMap((ofUnit) => [...ofUnit])));
  // Unit by unit, so that those of a text come in their order.
  for (const unit of text.units.keys()) {
    const addWindow = (known: KnownText) => table.hitOf(known, unit).windows++;
    const addShingle = (known: KnownText) => table.hitOf(known, unit).shingles++;
    for (const gram of windows[unit] ?? NO_RUNS) visit(gram, addWindow);
    for (const gram of runs[unit] ?? NO_RUNS) visit(gram, addShingle);
  }
  return table;
}

const NO_RUNS: readonly number[] = [];

/**
 * A window belongs to the unit that it begins in; each hash counts once there.
 *
 * @param once empty before and after
 */
function windowsByUnit(text: JoinedText, filter: GramFilter, once: NumberList): Float64Array[] {
  const found: Float64Array[] = [];
  const { units } = text;
  const endOf = (unit: number) => units[unit]?.end ?? Number.POSITIVE_INFINITY;
  let end = endOf(0);
  eachCopyWindow(text, filter, (hash, start) => {
    while (end <= start) {
      found.push(once.take());
      end = endOf(found.length);
    }
    once.add(hash);
  });
  while (found.length < units.length) found.push(once.take());
  return found;
}
