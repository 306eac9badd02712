/**
 * Which lines repeat tainted text, each alone or several together (SPEC 4.3): a sentence of one word a line is a copy,
 * although no line of it is long enough to be one.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import { compactText, copyShingles, copyWidth, type CopyWindow, copyWindows, LEAST_COPY_WIDTH } from "./copy_text.ts";

/** A line to ask about. */
export interface AskedLine {
  /** Folded (see `foldedForms`); may be empty. */
  readonly folded: string;
  /** Whether it begins a list item, a heading or a paragraph. */
  readonly startsItem: boolean;
}

/** A tainted text. */
export interface TaintedText {
  /** The class of its copies. */
  readonly origin: OriginClass;
  /** Its folded forms; the first is the text itself. */
  readonly forms: readonly string[];
}

/** Leads from hashes to tainted texts: for each hash that is known, the texts that have it. */
export type TaintLookUp = (grams: Iterable<number>) => ReadonlyMap<number, readonly TaintedText[]>;

/** Returns the least trusted class of what each line repeats, `null` for those that repeat nothing. */
export function copiesAmong(lines: readonly AskedLine[], lookUp: TaintLookUp): (OriginClass | null)[] {
  const found: (OriginClass | null)[] = lines.map(() => null);
  const asked = lines.flatMap((line, index) => line.folded === "" ? [] : [{ ...line, index }]);
  const text = joinUnits(asked.map(({ folded, startsItem }) => ({ folded, startsItem })));
  for (const [taint, hits] of hitsOf(text, lookUp)) {
    const known = comparable(taint);
    const mark = ([first, last]: Span) => {
      for (let at = first; at <= last; at++) {
        const index = asked[at]?.index ?? 0;
        found[index] = leastTrusted(found[index] ?? taint.origin, taint.origin);
      }
    };
    for (const at of hits) if (isCopyAlone(text, at, known)) mark([at, at]);
    for (const span of joinedCopies(text, hits, known)) mark(span);
  }
  return found;
}

/**
 * Separate items are taken together as a part of a tainted text only from this width on: two short items of a list of
 * names may stand side by side in some sentence.
 */
const LEAST_WIDTH_OF_ITEMS = 2 * LEAST_COPY_WIDTH;

/** The share of the smaller text's shingles that makes a copy (SPEC 4.3). */
const COPY_SHARE = 0.8;

/** A line and its place in the text of all. */
interface Unit {
  readonly folded: string;
  readonly startsItem: boolean;
  /** Offset in the compact text. */
  readonly start: number;
  readonly end: number;
}

interface JoinedText {
  readonly units: readonly Unit[];
  readonly compact: string;
  readonly windows: readonly CopyWindow[];
}

/** First and last unit, inclusive. */
type Span = readonly [first: number, last: number];

/** A tainted text made ready for comparison. */
interface KnownText {
  readonly compact: string;
  readonly forms: readonly string[];
  readonly shingles: ReadonlySet<number>;
}

function joinUnits(lines: readonly { readonly folded: string; readonly startsItem: boolean }[]): JoinedText {
  let start = 0;
  const units = lines.map((line): Unit => {
    const unit = { ...line, start, end: start + compactText(line.folded).length };
    start = unit.end;
    return unit;
  });
  const folded = lines.map((line) => line.folded).join(" ");
  return { units, compact: compactText(folded), windows: copyWindows(folded) };
}

/** Returns the tainted texts that share a hash with some unit, and those units in order. */
function hitsOf({ units, windows }: JoinedText, lookUp: TaintLookUp): Map<TaintedText, readonly number[]> {
  const unitsOf = new Map<number, Set<number>>();
  const note = (gram: number, at: number) => {
    const known = unitsOf.get(gram);
    if (known === undefined) unitsOf.set(gram, new Set([at]));
    else known.add(at);
  };
  let at = 0;
  for (const { start, hash } of windows) {
    while ((units[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++;
    note(hash, at);
  }
  for (const [index, unit] of units.entries()) {
    if (copyWidth(unit.folded) < LEAST_COPY_WIDTH) continue;
    for (const gram of copyShingles(unit.folded)) note(gram, index);
  }
  const hits = new Map<TaintedText, Set<number>>();
  for (const [gram, taints] of lookUp(unitsOf.keys())) {
    for (const taint of taints) {
      const known = hits.get(taint) ?? new Set();
      for (const unit of unitsOf.get(gram) ?? []) known.add(unit);
      hits.set(taint, known);
    }
  }
  return new Map([...hits].map(([taint, known]) => [taint, [...known].sort((a, b) => a - b)]));
}

function comparable({ forms }: TaintedText): KnownText {
  const [first = ""] = forms;
  return { compact: compactText(first), forms: forms.map(compactText), shingles: new Set(copyShingles(first)) };
}

function isCopyAlone({ units, compact }: JoinedText, at: number, known: KnownText): boolean {
  const unit = units[at];
  if (unit === undefined) return false;
  const text = compact.slice(unit.start, unit.end);
  if (copyWidth(text) < LEAST_COPY_WIDTH) return false;
  return text.includes(known.compact) || isPart(text, known) || sharesShingles(unit.folded, known);
}

function isPart(text: string, known: KnownText): boolean {
  return known.forms.some((form) => form.includes(text));
}

function sharesShingles(folded: string, known: KnownText): boolean {
  const own = new Set(copyShingles(folded));
  const smaller = Math.min(own.size, known.shingles.size);
  if (smaller === 0) return false;
  let shared = 0;
  for (const gram of own) if (known.shingles.has(gram)) shared++;
  return shared >= COPY_SHARE * smaller;
}

/** Returns the runs of two units and more that repeat a text together. */
function joinedCopies(text: JoinedText, hits: readonly number[], known: KnownText): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (const at of hits) {
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
  while (last + 1 < units.length && isPart(compact.slice(start, units[last + 1]?.end), known)) last++;
  if (last <= at) return null;
  const isAll = at === 0 && last === units.length - 1;
  const isOneItem = units.slice(at + 1, last + 1).every(({ startsItem }) => !startsItem);
  const least = isAll || isOneItem ? LEAST_COPY_WIDTH : LEAST_WIDTH_OF_ITEMS;
  return copyWidth(compact.slice(start, units[last]?.end)) >= least ? [at, last] : null;
}

/** Returns the units that the whole text lies in, if it begins in a unit and ends in a later one. */
function wholeFrom({ units, compact }: JoinedText, at: number, known: KnownText): Span | null {
  const unit = units[at];
  if (unit === undefined) return null;
  const found = compact.slice(unit.start, unit.end + known.compact.length).indexOf(known.compact);
  if (found < 0 || unit.start + found >= unit.end) return null;
  const end = unit.start + found + known.compact.length;
  return end > unit.end ? [at, lastBefore(units, at, end)] : null;
}

interface Change {
  readonly at: number;
  readonly hits: readonly number[];
  readonly known: KnownText;
}

/** Returns the units from one on that share most runs of words with the text, as when a word was changed. */
function changedFrom({ units }: JoinedText, { at, hits, known }: Change): Span | null {
  const room = (units[at]?.end ?? 0) + known.compact.length;
  const reach = lastBefore(units, at, room);
  const lastHit = hits.findLast((hit) => hit <= reach) ?? at;
  // A window begins in the unit that is hit and ends in a later one.
  const last = Math.max(lastHit, lastBefore(units, lastHit, (units[lastHit]?.start ?? 0) + LEAST_COPY_WIDTH));
  if (last === at) return null;
  const run = units.slice(at, last + 1).map(({ folded }) => folded).join(" ");
  if (copyWidth(compactText(run)) < LEAST_WIDTH_OF_ITEMS) return null;
  return sharesShingles(run, known) ? [at, last] : null;
}

/** Returns the last unit that begins before an offset, not before `from`. */
function lastBefore(units: readonly Unit[], from: number, offset: number): number {
  let last = from;
  while ((units[last + 1]?.start ?? Number.POSITIVE_INFINITY) < offset) last++;
  return last;
}
