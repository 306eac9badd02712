/**
 * The hashes that lead from one text to those it may repeat (SPEC 4.3). Every line of every file is asked about once there
 * is one tainted line, so they are worked out in one pass, without tokens.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";
import type { StemMemo } from "../../base/text/stem.ts";
import { compactText, LEAST_COPY_WIDTH } from "./copy_text.ts";

/** A text whose windows are looked for. */
export interface WindowedText {
  /** Folded, or several with a space between. */
  readonly folded: string;
  /** The same without spaces. */
  readonly compact: string;
}

/** Tells of a hash whether it is worth looking up. */
export type GramTest = (hash: number) => boolean;

/** What most texts can be told by to have no hash in common with some others. */
export interface GramFilter {
  /** `false`: no window begins with characters of this hash, no run has words of these beginnings. */
  readonly mayBegin: GramTest;
  /** `false`: the hash is not known. */
  readonly mayKnow: GramTest;
}

/** Lets everything pass. */
export const NO_FILTER: GramFilter = { mayBegin: () => true, mayKnow: () => true };

/**
 * Calls a function with a hash of the first {@linkcode LEAST_COPY_WIDTH} of width from each word on, spaces left out, across
 * the ends of words, and with the offset of its first unit in the compact text. CJK characters begin a word each, and so do
 * all characters of a word that is as wide itself, since it may be several ones. A text that contains another one has a
 * window of the other among its own.
 *
 * @param filter only windows that pass are told
 */
export function eachCopyWindow(
  { folded, compact }: WindowedText,
  { mayBegin, mayKnow }: GramFilter,
  take: (hash: number, start: number) => void,
): void {
  let start = 0;
  for (let from = 0; from < folded.length;) {
    let end = folded.indexOf(" ", from);
    if (end < 0) end = folded.length;
    const length = end - from;
    let isStart = true;
    for (let at = 0; at < length;) {
      const cjk = cjkAt(folded, from + at);
      if ((isStart || length >= LEAST_COPY_WIDTH || cjk > 0) && mayBegin(beginningHash(compact, start + at))) {
        const hash = windowHash(compact, start + at);
        // Nothing further on is wide enough either.
        if (hash === null) return;
        if (mayKnow(hash)) take(hash, start + at);
      }
      // A Latin word right behind a CJK character begins there.
      isStart = cjk > 0;
      at += Math.max(1, cjk);
    }
    start += length;
    from = end + 1;
  }
}

/** Returns the hashes of all windows of a folded text; see {@linkcode eachCopyWindow}. */
export function copyWindows(folded: string): number[] {
  const hashes: number[] = [];
  eachCopyWindow({ folded, compact: compactText(folded) }, NO_FILTER, (hash) => hashes.push(hash));
  return hashes;
}

/**
 * Returns hashes of the runs of 5 words or 8 CJK characters, or of both mixed in that ratio, of a folded text; of a shorter
 * one a hash of all of it, of a text without words none. Words count by their stems.
 *
 * @param stems stems to reuse between calls
 * @param filter only hashes that pass are returned
 */
export function copyShingles(folded: string, stems: StemMemo, filter: GramFilter = NO_FILTER): number[] {
  return mayShareRuns(folded, filter) ? [...new Set(copyRuns(copyWords(folded, stems), filter))] : [];
}

/** Returns whether a filter may let a run of a folded text pass; costs less than the runs. */
export function mayShareRuns(folded: string, filter: GramFilter): boolean {
  return filter === NO_FILTER || runsOf(copyWords(folded, null), filter.mayBegin, 1).length > 0;
}

/** Returns the runs of {@linkcode copyShingles} from words that were taken apart before; some may come twice. */
export function copyRuns(words: CopyWords, { mayKnow }: GramFilter = NO_FILTER): number[] {
  return runsOf(words, mayKnow);
}

/**
 * Returns the hashes by which {@linkcode GramFilter.mayBegin} knows a text: of the first characters of its windows, and of
 * its runs of words by the two letters that every word keeps when it is stemmed.
 */
export function copyBeginnings(folded: string): number[] {
  const compact = compactText(folded);
  const hashes = runsOf(copyWords(folded, null));
  eachCopyWindow({ folded, compact }, NO_FILTER, (_, start) => hashes.push(beginningHash(compact, start)));
  return hashes;
}

/** @param may only hashes that pass are returned @param most of them */
function runsOf({ hashes, sizes }: CopyWords, may: GramTest = () => true, most = Number.POSITIVE_INFINITY): number[] {
  const runs: number[] = [];
  let end = 0;
  let size = 0;
  for (let start = 0; start < hashes.length; start++) {
    while (end < hashes.length && size < SHINGLE_SIZE) size += sizes[end++] ?? 0;
    if (size < SHINGLE_SIZE && start > 0) break;
    let hash = FNV_BASIS;
    for (let at = start; at < end; at++) hash = mixed(hash, hashes[at] ?? 0);
    hash = finished(hash);
    if (may(hash)) runs.push(hash);
    if (runs.length >= most) break;
    size -= sizes[start] ?? 0;
  }
  return runs;
}

/** Five words are one shingle, and so are eight CJK characters (SPEC 4.5). */
const SHINGLE_SIZE = 40;
const WORD_SIZE = SHINGLE_SIZE / 5;
const CHAR_SIZE = SHINGLE_SIZE / 8;

/** FNV-1a over UTF-16 units, with a final mixing; the hashes are stored, so a change of them is another `COPY_FOLD`. */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIXER = 0x85ebca6b;

function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ value, FNV_PRIME);
}

function finished(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), MIXER);
  return (once ^ (once >>> 13)) >>> 0;
}

/** Returns the hash of the window at an offset, or `null` if the text ends before it is wide enough. */
function windowHash(compact: string, start: number): number | null {
  let hash = FNV_BASIS;
  let width = 0;
  for (let at = start; at < compact.length; at++) {
    const unit = compact.charCodeAt(at);
    hash = mixed(hash, unit);
    const cjk = cjkAt(compact, at);
    if (cjk > 1) hash = mixed(hash, compact.charCodeAt(++at));
    width += cjk > 0 ? 2 : 1;
    if (width >= LEAST_COPY_WIDTH) return finished(hash);
  }
  return null;
}

/** Returns the same as `cjkUnits`, short enough to be compiled into its callers: it is asked about every unit of a text. */
function cjkAt(text: string, at: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < FIRST_CJK) return 0;
  return unit >= FIRST_HAN && unit <= LAST_HAN ? 1 : cjkUnits(text, at);
}

/** Below it there is no CJK character (Hangul Jamo are the first). */
const FIRST_CJK = 0x1100;
/** Han characters of the usual block, all of them CJK. */
const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fff;

/** Units of which at most the beginning of a window is made; the narrowest window has six. */
const BEGINNING_UNITS = 4;

function beginningHash(compact: string, start: number): number {
  let hash = FNV_BASIS;
  const end = Math.min(compact.length, start + BEGINNING_UNITS);
  for (let at = start; at < end; at++) hash = mixed(hash, compact.charCodeAt(at));
  return finished(hash);
}

/** Words and CJK characters of a text: a hash and a size each. */
export interface CopyWords {
  /** In order. */
  readonly hashes: readonly number[];
  /** What each counts in a run, which has 40. */
  readonly sizes: readonly number[];
}

/**
 * Takes a folded text apart.
 *
 * @param stems `null`: of each word only the letters count that its stem begins with as well
 */
export function copyWords(folded: string, stems: StemMemo | null): CopyWords {
  const hashes: number[] = [];
  const sizes: number[] = [];
  for (let at = 0; at < folded.length;) {
    const cjk = cjkAt(folded, at);
    const end = cjk > 0 ? at + cjk : wordEnd(folded, at);
    if (end > at) {
      hashes.push(
        cjk > 0 || stems === null
          ? unitsHash(folded, at, cjk > 0 ? end : Math.min(end, at + KEPT_LETTERS))
          : stemHash(folded, { at, end }, stems),
      );
      sizes.push(cjk > 0 ? CHAR_SIZE : WORD_SIZE);
    }
    at = folded.charCodeAt(end) === SPACE ? end + 1 : end;
  }
  return { hashes, sizes };
}

/** Porter's algorithm leaves the first two letters of every word alone. */
const KEPT_LETTERS = 2;

function unitsHash(text: string, from: number, to: number): number {
  let hash = FNV_BASIS;
  for (let at = from; at < to; at++) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

const SPACE = 0x20;

function wordEnd(folded: string, start: number): number {
  let end = start;
  while (end < folded.length && folded.charCodeAt(end) !== SPACE && cjkAt(folded, end) === 0) end++;
  return end;
}

interface Place {
  readonly at: number;
  readonly end: number;
}

function stemHash(folded: string, { at, end }: Place, stems: StemMemo): number {
  for (let unit = at; unit < end; unit++) {
    const code = folded.charCodeAt(unit);
    if (code < FIRST_LETTER || code > LAST_LETTER) return unitsHash(folded, at, end);
  }
  const stem = stems.stem(folded, at, end);
  return unitsHash(stem, 0, stem.length);
}

const FIRST_LETTER = 0x61;
const LAST_LETTER = 0x7a;
