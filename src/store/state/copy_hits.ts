/**
 * Which lines have hashes in common with which tainted texts (SPEC 4.3).
 *
 * @module
 */
import type { StemMemo } from "../../base/text/stem.ts";
import { copyShingles, type CopyWindow, copyWindows, type GramFilter } from "./copy_grams.ts";
import { compactText, copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";
import type { KnownText } from "./known_text.ts";
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
  /** Returns `false` if a text without spaces is no part of it for sure. */
  readonly mayHold: (part: string) => boolean;
}

/** Lines together. */
export interface JoinedText {
  /** In order. */
  readonly units: readonly Unit[];
  /** All without spaces. */
  readonly compact: string;
  /** Windows that some tainted text may have. */
  readonly windows: readonly CopyWindow[];
  /** Returns the runs of words of some units together, `first` to `last`, inclusive. */
  readonly shinglesOf: (first: number, last: number) => ReadonlySet<number>;
}

/** How often a line and a tainted text have a hash in common. */
export interface Hit {
  /** The line's place. */
  readonly unit: number;
  /** Windows in common. */
  windows: number;
  /** Runs of words in common. */
  shingles: number;
}

/** The lines that have a hash in common with a text, in order. */
export type Hits = readonly Readonly<Hit>[];

/** Returns lines as one text. */
export function joinUnits(lines: readonly AskedLine[], { filter, stems }: TaintLookUp): JoinedText {
  let start = 0;
  const units = lines.map(({ folded, startsItem, sentences }): Unit => {
    const compact = compactText(folded);
    const width = copyWidth(compact);
    let runs: ReadonlySet<number> | undefined;
    const shingles = () => runs ??= new Set(copyShingles(folded, stems));
    let parts: PartFilter | undefined;
    const mayHold = (part: string) => compact.length < LEAST_UNITS || (parts ??= new PartFilter(compact)).mayHold(part);
    const end = start + compact.length;
    const unit = { folded, startsItem, sentences, start, end, compact, width, shingles, mayHold };
    start = unit.end;
    return unit;
  });
  const folded = lines.map((line) => line.folded).join(" ");
  const shinglesOf = (first: number, last: number) =>
    new Set(copyShingles(units.slice(first, last + 1).map((unit) => unit.folded).join(" "), stems));
  return { units, compact: compactText(folded), windows: copyWindows(folded, filter), shinglesOf: kept(shinglesOf) };
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

/** Returns the tainted texts that have a hash in common with some unit, each with these units. */
export function hitsOf(text: JoinedText, lookUp: TaintLookUp): Map<KnownText, Hits> {
  const windows = windowsByUnit(text);
  const runs = text.units.map(({ folded, width }) =>
    width < LEAST_COPY_WIDTH ? NO_GRAMS : copyShingles(folded, lookUp.stems, lookUp.filter)
  );
  const hits = new Map<KnownText, Hit[]>();
  if (windows.every(({ size }) => size === 0) && runs.every(({ length }) => length === 0)) return hits;
  const visit = lookUp.find(() => new Set([...windows, ...runs].flatMap((ofUnit) => [...ofUnit])));
  // Unit by unit, so that those of a text come in their order: with long outputs there are a hundred thousand of them.
  const hitOf = (known: KnownText, unit: number): Hit => {
    const ofText = hits.get(known);
    const last = ofText?.at(-1);
    if (last?.unit === unit) return last;
    const hit = { unit, windows: 0, shingles: 0 };
    if (ofText === undefined) hits.set(known, [hit]);
    else ofText.push(hit);
    return hit;
  };
  for (const unit of text.units.keys()) {
    for (const gram of windows[unit] ?? NO_GRAMS) visit(gram, (known) => hitOf(known, unit).windows++);
    for (const gram of runs[unit] ?? NO_GRAMS) visit(gram, (known) => hitOf(known, unit).shingles++);
  }
  return hits;
}

const NO_GRAMS: readonly number[] = [];

/** A window belongs to the unit that it begins in; each hash counts once there. */
function windowsByUnit({ units, windows }: JoinedText): ReadonlySet<number>[] {
  const found = units.map(() => new Set<number>());
  let unit = 0;
  for (const { start, hash } of windows) {
    while ((units[unit]?.end ?? Number.POSITIVE_INFINITY) <= start) unit++;
    found[unit]?.add(hash);
  }
  return found;
}
