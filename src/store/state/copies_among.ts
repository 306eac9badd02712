/**
 * Which lines repeat tainted text, each alone or several together (SPEC 4.3): a sentence of one word a line is a copy,
 * although no line of it is long enough to be one.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import { type AskedLine, hitsOf, type JoinedText, joinUnits, type TaintLookUp, type Unit } from "./copy_hits.ts";
import { copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";
import type { Hit } from "./hit_table.ts";
import type { KnownText } from "./known_text.ts";
import { isTelling, LEAST_WIDTH_OF_ITEMS } from "./telling_part.ts";

/** What makes a copy. */
export interface CopyRule {
  /** The least width of what is repeated; see `copyWidth`. */
  readonly leastWidth: number;
  /** Whether phrases of triggers of the tainted line count. */
  readonly hasTriggers: boolean;
}

/** For what a line says. */
export const SAID: CopyRule = { leastWidth: LEAST_COPY_WIDTH, hasTriggers: true };

/**
 * For lines with the text of their annotations. Five words or sixteen CJK characters, as in "restart the production
 * database", may be the trigger of any line: else one untrusted line would do to hold back all that share its trigger. A
 * sentence in an annotation is a sentence.
 */
export const ANNOTATED: CopyRule = { leastWidth: 33, hasTriggers: false };

/** Returns the least trusted class of what each line repeats, `null` for those that repeat nothing. */
export function copiesAmong(
  lines: readonly AskedLine[],
  lookUp: TaintLookUp,
  { leastWidth, hasTriggers }: CopyRule = SAID,
): (OriginClass | null)[] {
  const found: (OriginClass | null)[] = lines.map(() => null);
  const asked = lines.flatMap((line, index) => line.folded === "" ? [] : [{ ...line, index }]);
  const text = joinUnits(asked, lookUp);
  const table = hitsOf(text, lookUp);
  for (let place = 0; place < table.texts.length; place++) {
    const taint = table.texts[place];
    if (taint === undefined) break;
    const known = hasTriggers ? taint : taint.withoutTriggers();
    // Nothing is worse.
    if (found.every(isWorst)) break;
    const spans = copiedSpans({ text, known, leastWidth }, table.hitsAt(place));
    if (spans.length === 0 || !lookUp.isThere(taint)) continue;
    for (const [first, last] of spans) {
      for (let at = first; at <= last; at++) {
        const index = asked[at]?.index ?? 0;
        found[index] = leastTrusted(found[index] ?? known.origin, known.origin);
      }
    }
  }
  return found;
}

function isWorst(origin: OriginClass | null): boolean {
  return origin === "untrusted";
}

/** Returns the units that repeat a text, alone and together. */
function copiedSpans(asking: Asking, first: Hit | null): readonly Span[] {
  let spans: Span[] | null = null;
  for (let hit = first; hit !== null; hit = hit.next) {
    if (isCopyAlone(asking, hit)) (spans ??= []).push([hit.unit, hit.unit]);
  }
  if (asking.text.units.length === 1) return spans ?? NONE;
  return [...spans ?? NONE, ...joinedCopies(asking, first)];
}

const NONE: readonly Span[] = [];

/**
 * Separate items, each of which stands for itself, are a copy only if they give back most of a tainted text (the share of
 * SPEC 4.3): a list of names is no copy of a sentence in which these names occur.
 */
const LEAST_SHARE_OF_ITEMS = 0.8;

/** First and last unit, inclusive. */
type Span = readonly [first: number, last: number];

/** Lines and a text that some of them may repeat. */
interface Asking {
  readonly text: JoinedText;
  readonly known: KnownText;
  /** See {@linkcode CopyRule.leastWidth}. */
  readonly leastWidth: number;
}

function isCopyAlone({ text, known, leastWidth }: Asking, hit: Readonly<Hit>): boolean {
  const unit = text.units[hit.unit];
  if (unit === undefined || unit.width < leastWidth) return false;
  for (const form of known.formsIn(unit.compact, unit.mayHold)) {
    if (isWide(form, leastWidth) && (isTelling(form, unit.width) || unit.sentences().has(form))) return true;
  }
  return known.holds(unit.compact) || isNearCopy(known, unit, { hit, leastWidth }) ||
    (hit.shingles > 0 && isWide(known.compact, leastWidth) &&
      known.isLike({ shingles: unit.shingles(), shared: hit.shingles }));
}

/** Texts that may be near copies are as long as each other but for so much. */
const NEAR_LENGTH = 0.75;

function isNearCopy(
  known: KnownText,
  unit: Unit,
  { hit, leastWidth }: { readonly hit: Readonly<Hit>; readonly leastWidth: number },
): boolean {
  const own = unit.compact.length;
  // Most that come close have a phrase in common, and are left alone without a look at the text or at their words.
  if (hit.windows * CHARS_PER_HIT < NEAR_LENGTH * own) return false;
  const other = known.compact.length;
  if (Math.min(own, other) < NEAR_LENGTH * Math.max(own, other)) return false;
  return isWide(known.compact, leastWidth) && known.isNear(unit.near());
}

/** Of tainted texts no form is narrower than {@linkcode LEAST_COPY_WIDTH}. */
function isWide(compact: string, leastWidth: number): boolean {
  return leastWidth === LEAST_COPY_WIDTH || copyWidth(compact) >= leastWidth;
}

/** Returns the runs of two units and more that repeat a text together. */
function joinedCopies(asking: Asking, first: Hit | null): Span[] {
  if (!isWide(asking.known.compact, asking.leastWidth)) return [];
  const spans: Span[] = [];
  let next = 0;
  for (let hit = first; hit !== null; hit = hit.next) {
    const at = hit.unit;
    if (at < next) continue;
    const span = partFrom(asking, at) ?? wholeFrom(asking, at) ?? changedFrom(asking, hit);
    if (span === null) continue;
    spans.push(span);
    next = span[1] + 1;
  }
  return spans;
}

/** Returns the longest run from a unit on that is a part of the text, if it is long enough. */
function partFrom({ text: { units, compact }, known, leastWidth }: Asking, at: number): Span | null {
  const start = units[at]?.start ?? 0;
  let last = at - 1;
  while (last + 1 < units.length && known.holds(compact.slice(start, units[last + 1]?.end))) last++;
  if (last <= at) return null;
  const isOneItem = units.slice(at + 1, last + 1).every(({ startsItem }) => !startsItem);
  const least = isOneItem
    ? leastWidth
    : Math.max(leastWidth, LEAST_WIDTH_OF_ITEMS, LEAST_SHARE_OF_ITEMS * copyWidth(known.compact));
  return copyWidth(compact.slice(start, units[last]?.end)) >= least ? [at, last] : null;
}

/** Returns the units that the whole text lies in, if it begins in a unit and ends in a later one. */
function wholeFrom({ text: { units, compact }, known }: Asking, at: number): Span | null {
  const unit = units[at];
  if (unit === undefined) return null;
  const found = compact.slice(unit.start, unit.end + known.compact.length).indexOf(known.compact);
  if (found < 0 || unit.start + found >= unit.end) return null;
  const end = unit.start + found + known.compact.length;
  if (end <= unit.end) return null;
  const last = lastBefore(units, at, end);
  return isTelling(known.compact, copyWidth(compact.slice(unit.start, units[last]?.end))) ? [at, last] : null;
}

/** A copy has a window in common in so many characters at least: a word and a half, with one word in two changed. */
const CHARS_PER_HIT = 16;

/** Returns the units from one on that share most runs of words with the text, as when a word was changed. */
function changedFrom({ text, known, leastWidth }: Asking, from: Readonly<Hit>): Span | null {
  const { units, shinglesOf } = text;
  const at = from.unit;
  const reach = lastBefore(units, at, (units[at]?.end ?? 0) + known.compact.length);
  let lastHit = at;
  let windows = 0;
  for (let hit: Readonly<Hit> | null = from; hit !== null && hit.unit <= reach; hit = hit.next) {
    lastHit = hit.unit;
    windows += hit.windows;
  }
  // A window begins in the unit that is hit and ends in a later one.
  const last = lastBefore(units, lastHit, (units[lastHit]?.start ?? 0) + LEAST_COPY_WIDTH);
  if (last === at) return null;
  const length = (units[last]?.end ?? 0) - (units[at]?.start ?? 0);
  if (windows * CHARS_PER_HIT < Math.min(length, known.compact.length)) return null;
  if (widthOf(units, at, last) < Math.max(leastWidth, LEAST_WIDTH_OF_ITEMS)) return null;
  return known.resembles(shinglesOf(at, last)) ? [at, last] : null;
}

/** Returns the width of the units `first` to `last` together, inclusive. */
function widthOf(units: readonly Unit[], first: number, last: number): number {
  let width = 0;
  for (let at = first; at <= last; at++) width += units[at]?.width ?? 0;
  return width;
}

/** Returns the last unit that begins before an offset, not before `from`. */
function lastBefore(units: readonly Unit[], from: number, offset: number): number {
  let last = from;
  while ((units[last + 1]?.start ?? Number.POSITIVE_INFINITY) < offset) last++;
  return last;
}
