/**
 * Which lines repeat tainted text, each alone or several together (SPEC 4.3): a sentence of one word a line is a copy,
 * although no line of it is long enough to be one.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { StemMemo } from "../../base/text/stem.ts";
import { copyShingles, type CopyWindow, copyWindows, type GramFilter } from "./copy_grams.ts";
import { compactText, copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";
import type { KnownText } from "./known_text.ts";
import { isTelling, LEAST_WIDTH_OF_ITEMS } from "./telling_part.ts";

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

/** Returns the least trusted class of what each line repeats, `null` for those that repeat nothing. */
export function copiesAmong(lines: readonly AskedLine[], lookUp: TaintLookUp): (OriginClass | null)[] {
  const found: (OriginClass | null)[] = lines.map(() => null);
  const asked = lines.flatMap((line, index) => line.folded === "" ? [] : [{ ...line, index }]);
  const text = joinUnits(asked, lookUp);
  for (const [known, hits] of hitsOf(text, lookUp)) {
    // Nothing is worse.
    if (found.every((origin) => origin === WORST)) break;
    const isThere = once(() => lookUp.isThere(known));
    const mark = ([first, last]: Span) => {
      if (!isThere()) return;
      for (let at = first; at <= last; at++) {
        const index = asked[at]?.index ?? 0;
        found[index] = leastTrusted(found[index] ?? known.origin, known.origin);
      }
    };
    for (const [at, hit] of hits) if (isCopyAlone(text, { at, hit, known })) mark([at, at]);
    if (text.units.length > 1) { for (const span of joinedCopies(text, hits, known)) mark(span); }
  }
  return found;
}

const WORST: OriginClass = "untrusted";

function once(ask: () => boolean): () => boolean {
  let answer: boolean | undefined;
  return () => answer ??= ask();
}

/**
 * Separate items, each of which stands for itself, are a copy only if they give back most of a tainted text (the share of
 * SPEC 4.3): a list of names is no copy of a sentence in which these names occur.
 */
const LEAST_SHARE_OF_ITEMS = 0.8;

/** A line and its place in the text of all. */
interface Unit {
  readonly folded: string;
  readonly startsItem: boolean;
  readonly sentences: () => ReadonlySet<string>;
  /** Offset in the compact text. */
  readonly start: number;
  readonly end: number;
  /** The unit without spaces. */
  readonly compact: string;
  /** See `copyWidth`. */
  readonly width: number;
  /** Its runs of words. */
  readonly shingles: () => ReadonlySet<number>;
}

interface JoinedText {
  readonly units: readonly Unit[];
  readonly compact: string;
  readonly windows: readonly CopyWindow[];
}

/** First and last unit, inclusive. */
type Span = readonly [first: number, last: number];

/** How often a line and a tainted text have a hash in common. */
interface Hit {
  windows: number;
  shingles: number;
}

/** The lines that have a hash in common with a text, in order. */
type Hits = ReadonlyMap<number, Readonly<Hit>>;

function joinUnits(lines: readonly AskedLine[], { filter, stems }: TaintLookUp): JoinedText {
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
function hitsOf(text: JoinedText, lookUp: TaintLookUp): Map<KnownText, Hits> {
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

interface Place {
  readonly at: number;
  readonly hit: Readonly<Hit>;
  readonly known: KnownText;
}

function isCopyAlone({ units }: JoinedText, { at, hit, known }: Place): boolean {
  const unit = units[at];
  if (unit === undefined || unit.width < LEAST_COPY_WIDTH) return false;
  const isPart = (form: string) => isTelling(form, unit.compact) || unit.sentences().has(form);
  return known.formsIn(unit.compact).some(isPart) || known.holds(unit.compact) ||
    (hit.shingles > 0 && known.isLike({ shingles: unit.shingles(), shared: hit.shingles }));
}

/** Returns the runs of two units and more that repeat a text together. */
function joinedCopies(text: JoinedText, hits: Hits, known: KnownText): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (const at of hits.keys()) {
    if (at < next) continue;
    const span = partFrom(text, at, known) ?? wholeFrom(text, at, known) ?? changedFrom(text, { at, hits, known });
    if (span === null) continue;
    spans.push(span);
    next = span[1] + 1;
  }
  return spans;
}

/** Returns the longest run from a unit on that is a part of the text, if it is long enough. */
function partFrom({ units, compact }: JoinedText, at: number, known: KnownText): Span | null {
  const start = units[at]?.start ?? 0;
  let last = at - 1;
  while (last + 1 < units.length && known.holds(compact.slice(start, units[last + 1]?.end))) last++;
  if (last <= at) return null;
  const isOneItem = units.slice(at + 1, last + 1).every(({ startsItem }) => !startsItem);
  const least = isOneItem
    ? LEAST_COPY_WIDTH
    : Math.max(LEAST_WIDTH_OF_ITEMS, LEAST_SHARE_OF_ITEMS * copyWidth(known.compact));
  return copyWidth(compact.slice(start, units[last]?.end)) >= least ? [at, last] : null;
}

/** Returns the units that the whole text lies in, if it begins in a unit and ends in a later one. */
function wholeFrom({ units, compact }: JoinedText, at: number, known: KnownText): Span | null {
  const unit = units[at];
  if (unit === undefined) return null;
  const found = compact.slice(unit.start, unit.end + known.compact.length).indexOf(known.compact);
  if (found < 0 || unit.start + found >= unit.end) return null;
  const end = unit.start + found + known.compact.length;
  if (end <= unit.end) return null;
  const last = lastBefore(units, at, end);
  return isTelling(known.compact, compact.slice(unit.start, units[last]?.end)) ? [at, last] : null;
}

interface Change {
  readonly at: number;
  readonly hits: Hits;
  readonly known: KnownText;
}

/** A copy has a window in common in so many characters at least: a word and a half, with one word in two changed. */
const CHARS_PER_HIT = 16;

/** Returns the units from one on that share most runs of words with the text, as when a word was changed. */
function changedFrom({ units, compact }: JoinedText, { at, hits, known }: Change): Span | null {
  const reach = lastBefore(units, at, (units[at]?.end ?? 0) + known.compact.length);
  let lastHit = at;
  let windows = 0;
  for (let unit = at; unit <= reach; unit++) {
    const hit = hits.get(unit);
    if (hit === undefined) continue;
    lastHit = unit;
    windows += hit.windows;
  }
  // A window begins in the unit that is hit and ends in a later one.
  const last = lastBefore(units, lastHit, (units[lastHit]?.start ?? 0) + LEAST_COPY_WIDTH);
  if (last === at) return null;
  const run = compact.slice(units[at]?.start, units[last]?.end);
  if (windows * CHARS_PER_HIT < Math.min(run.length, known.compact.length)) return null;
  if (copyWidth(run) < LEAST_WIDTH_OF_ITEMS) return null;
  return known.resembles(units.slice(at, last + 1).map(({ folded }) => folded).join(" ")) ? [at, last] : null;
}

/** Returns the last unit that begins before an offset, not before `from`. */
function lastBefore(units: readonly Unit[], from: number, offset: number): number {
  let last = from;
  while ((units[last + 1]?.start ?? Number.POSITIVE_INFINITY) < offset) last++;
  return last;
}
