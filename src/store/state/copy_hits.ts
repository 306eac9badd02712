/**
 * Which lines have hashes in common with which tainted texts (SPEC 4.3).
 *
 * @module
 */
import type { StemMemo } from "../../base/text/stem.ts";
import { copyShingles, type CopyWindow, copyWindows, type GramFilter } from "./copy_grams.ts";
import { compactText, copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";
import type { KnownText } from "./known_text.ts";

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
  /** Calls a function with each hash that is known and each text that has it. */
  visit(grams: ReadonlySet<number>, look: (gram: number, text: KnownText) => void): void;
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
}

/** Lines together. */
export interface JoinedText {
  /** In order. */
  readonly units: readonly Unit[];
  /** All without spaces. */
  readonly compact: string;
  /** Windows that some tainted text may have. */
  readonly windows: readonly CopyWindow[];
}

/** How often a line and a tainted text have a hash in common. */
export interface Hit {
  /** Windows in common. */
  windows: number;
  /** Runs of words in common. */
  shingles: number;
}

/** The lines that have a hash in common with a text, in order. */
export type Hits = ReadonlyMap<number, Readonly<Hit>>;

/** Returns lines as one text. */
export function joinUnits(lines: readonly AskedLine[], { filter, stems }: TaintLookUp): JoinedText {
  let start = 0;
  const units = lines.map(({ folded, startsItem, sentences }): Unit => {
    const compact = compactText(folded);
    const width = copyWidth(compact);
    let runs: ReadonlySet<number> | undefined;
    const shingles = () => runs ??= new Set(copyShingles(folded, stems));
    const unit = { folded, startsItem, sentences, start, end: start + compact.length, compact, width, shingles };
    start = unit.end;
    return unit;
  });
  const folded = lines.map((line) => line.folded).join(" ");
  return { units, compact: compactText(folded), windows: copyWindows(folded, filter) };
}

/** Returns the tainted texts that have a hash in common with some unit. */
export function hitsOf(text: JoinedText, lookUp: TaintLookUp): Map<KnownText, Hits> {
  const windows = unitsByWindow(text);
  const runs = unitsByShingle(text, lookUp);
  if (windows.size + runs.size === 0) return new Map();
  const hits = new Map<KnownText, Map<number, Hit>>();
  const hitOf = (ofTaint: Map<number, Hit>, unit: number) => {
    let hit = ofTaint.get(unit);
    if (hit === undefined) ofTaint.set(unit, hit = { windows: 0, shingles: 0 });
    return hit;
  };
  lookUp.visit(new Set([...windows.keys(), ...runs.keys()]), (gram, taint) => {
    let ofTaint = hits.get(taint);
    if (ofTaint === undefined) hits.set(taint, ofTaint = new Map());
    for (const unit of windows.get(gram) ?? NO_UNITS) hitOf(ofTaint, unit).windows++;
    for (const unit of runs.get(gram) ?? NO_UNITS) hitOf(ofTaint, unit).shingles++;
  });
  if (text.units.length === 1) return hits;
  return new Map([...hits].map(([taint, ofTaint]) => [taint, new Map([...ofTaint].sort(([a], [b]) => a - b))]));
}

const NO_UNITS: readonly number[] = [];

type UnitsByGram = Map<number, number[]>;

function note(units: UnitsByGram, gram: number, unit: number): void {
  const known = units.get(gram);
  if (known === undefined) units.set(gram, [unit]);
  else if (known.at(-1) !== unit) known.push(unit);
}

/** A window belongs to the unit that it begins in. */
function unitsByWindow({ units, windows }: JoinedText): UnitsByGram {
  const found: UnitsByGram = new Map();
  let unit = 0;
  for (const { start, hash } of windows) {
    while ((units[unit]?.end ?? Number.POSITIVE_INFINITY) <= start) unit++;
    note(found, hash, unit);
  }
  return found;
}

function unitsByShingle({ units }: JoinedText, { filter, stems }: TaintLookUp): UnitsByGram {
  const found: UnitsByGram = new Map();
  for (const [at, { folded, width }] of units.entries()) {
    if (width < LEAST_COPY_WIDTH) continue;
    for (const gram of copyShingles(folded, stems, filter)) note(found, gram, at);
  }
  return found;
}
