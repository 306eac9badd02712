/**
 * One run of letters and digits with what joins them: a word or an identifier.
 *
 * @module
 */
import { cjkUnits, wordUnits } from "./characters.ts";

/** A run found in folded text. */
export interface WordRun {
  /** UTF-16 offset. */
  readonly start: number;
  /** Exclusive; without sentence punctuation. */
  readonly end: number;
  /** Where scanning goes on: behind a possessive or contracted ending that is dropped. */
  readonly next: number;
  /** Holds joining punctuation, camelCase, or letters and digits together. */
  readonly isIdentifier: boolean;
  /** Nothing but ASCII letters. */
  readonly isAsciiLetters: boolean;
  /** Letters of a contraction that belong to the word: the `t` of `don't`. */
  readonly suffix: string;
}

/** Returns the run that begins at `at`, where a letter or digit stands. */
export function scanRun(text: string, at: number): WordRun {
  const seen: Seen = { letters: false, digits: false, other: false, camel: false, upper: 0 };
  let end = wordEnd(text, at, seen);
  let start = at;
  let isJoined = false;
  for (let joint = jointUnits(text, end); joint > 0; joint = jointUnits(text, end)) {
    isJoined = true;
    seen.upper = 0;
    end = wordEnd(text, end + joint, seen);
  }
  const tail = symbolTail(text, at, end);
  const head = symbolHead(text, at);
  start -= head;
  end += tail;
  const hasSymbol = isJoined || head > 0 || tail > 0;
  const isAsciiLetters = !hasSymbol && seen.letters && !seen.digits && !seen.other;
  const isIdentifier = hasSymbol || seen.camel || (seen.digits && (seen.letters || seen.other));
  const ending = tail > 0 ? NO_ENDING : contraction(text, end);
  const suffix = isIdentifier ? "" : ending.suffix;
  return { start, end, next: end + ending.units, isIdentifier, isAsciiLetters, suffix };
}

/** What a run has held so far. */
interface Seen {
  letters: boolean;
  digits: boolean;
  /** Letters and marks that are not ASCII. */
  other: boolean;
  camel: boolean;
  /** Capitals in a row just now; -1 behind a small letter. */
  upper: number;
}

/** Joining characters in a row at most: `://` and `/..` have three. */
const MAX_JOINT_UNITS = 3;

function wordEnd(text: string, start: number, seen: Seen): number {
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x61 && unit <= 0x7a) noteSmall(text, at, seen);
    else if (unit >= 0x41 && unit <= 0x5a) noteCapital(seen);
    else if (unit >= 0x30 && unit <= 0x39) {
      seen.digits = true;
      seen.upper = 0;
    } else if (unit < 0x80 || cjkUnits(text, at) > 0) break;
    else {
      const units = wordUnits(text, at);
      if (units === 0) break;
      seen.other = true;
      seen.upper = 0;
      at += units - 1;
    }
  }
  return at;
}

function noteCapital(seen: Seen): void {
  seen.letters = true;
  if (seen.upper < 0) seen.camel = true;
  seen.upper = Math.max(seen.upper, 0) + 1;
}

function noteSmall(text: string, at: number, seen: Seen): void {
  seen.letters = true;
  // Two capitals before a small letter (HTTPServer) are camelCase, but not the plural of an acronym (APIs).
  if (seen.upper > 1 && !(text.charCodeAt(at) === 0x73 && wordUnits(text, at + 1) === 0)) seen.camel = true;
  seen.upper = -1;
}

/** Returns how many joining characters at `at` hold two runs together, or 0. */
function jointUnits(text: string, at: number): number {
  let units = 0;
  while (units <= MAX_JOINT_UNITS && isJoint(text.charCodeAt(at + units))) units++;
  if (units === 0 || units > MAX_JOINT_UNITS) return 0;
  const joint = text.slice(at, at + units);
  // An ellipsis and a double hyphen part words.
  if (joint.includes("..") || joint.includes("--")) return 0;
  return cjkUnits(text, at + units) === 0 && wordUnits(text, at + units) > 0 ? units : 0;
}

/** `_ - . / : + # @` */
function isJoint(unit: number): boolean {
  return (unit >= 0x2d && unit <= 0x2f) || unit === 0x5f || unit === 0x3a || unit === 0x2b || unit === 0x23 ||
    unit === 0x40;
}

/** Returns the units of `+`, `++` or `#` right behind a letter: C++, C#. */
function symbolTail(text: string, start: number, end: number): number {
  if (end <= start || !isAsciiLetter(text.charCodeAt(end - 1))) return 0;
  const first = text.charCodeAt(end);
  if (first !== 0x2b && first !== 0x23) return 0;
  const units = first === 0x2b && text.charCodeAt(end + 1) === 0x2b ? 2 : 1;
  const after = text.charCodeAt(end + units);
  // A longer row of signs is decoration; a letter behind them has been seen as a joint already.
  return after === 0x2b || after === 0x23 ? 0 : units;
}

/** Returns 1 if a `.`, `@` or `#` before a letter belongs to the name (.NET, @scope, #tag), else 0. */
function symbolHead(text: string, start: number): number {
  const sign = text.charCodeAt(start - 1);
  const isTag = sign === 0x40 || sign === 0x23;
  if (!isTag && !(sign === 0x2e && isAsciiLetter(text.charCodeAt(start)))) return 0;
  const before = start - 2;
  return before >= 0 && (isJoint(text.charCodeAt(before)) || wordBefore(text, before)) ? 0 : 1;
}

function wordBefore(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return wordUnits(text, isLow ? at - 1 : at) > 0;
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

interface Ending {
  readonly units: number;
  readonly suffix: string;
}

const NO_ENDING: Ending = { units: 0, suffix: "" };

/** Returns the English ending behind an apostrophe at `at`: `n't` keeps its t, `'s 're 've 'll 'd 'm` are dropped. */
function contraction(text: string, at: number): Ending {
  const sign = text.charCodeAt(at);
  if (sign !== 0x27 && sign !== 0x2019) return NO_ENDING;
  const letters = text.slice(at + 1, at + 3).toLowerCase();
  for (const units of [2, 1]) {
    const ending = letters.slice(0, units);
    if (!ENDINGS.has(ending) || wordUnits(text, at + 1 + units) > 0) continue;
    return { units: 1 + units, suffix: ending === "t" ? "t" : "" };
  }
  return NO_ENDING;
}

const ENDINGS: ReadonlySet<string> = new Set(["s", "t", "d", "m", "re", "ve", "ll"]);
