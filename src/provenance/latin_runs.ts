/**
 * The runs of Latin letters, digits and marks of addresses, paths and code in a text. Nearly all of them are plain words and
 * numbers, which are passed over without making a text of each: output of tools comes by the megabyte.
 *
 * @module
 */
import { lazily } from "../base/lazily.ts";

/**
 * Calls a function with each run that may be a name, until it returns `false`. Left out is what is all letters of one case,
 * or all digits, between punctuation.
 */
export function eachTellingRun(text: string, look: (run: string) => boolean): void {
  const kinds = KINDS();
  for (let at = 0; at < text.length;) {
    if ((kinds[text.charCodeAt(at)] ?? NONE) < SIGN) {
      at++;
      continue;
    }
    const start = at;
    let before = NONE;
    let seen = 0;
    let isTelling = false;
    let hasEdge = false;
    for (; at < text.length; at++) {
      const kind = kinds[text.charCodeAt(at)] ?? NONE;
      if (kind === NONE) break;
      if (kind === EDGE || kind === DOT) {
        hasEdge = seen > 0;
        continue;
      }
      isTelling ||= hasEdge || kind === SIGN || (before === LOWER && kind === UPPER);
      seen |= kind === DIGIT ? SEEN_DIGIT : SEEN_LETTER;
      before = kind;
    }
    if ((isTelling || seen === (SEEN_DIGIT | SEEN_LETTER)) && !look(text.slice(start, at))) return;
  }
}

const SEEN_LETTER = 1;
const SEEN_DIGIT = 2;

/** Calls a function with each number as it is written, groups of three digits included, that has four digits or more. */
export function eachLongNumber(text: string, look: (number: string) => void): void {
  for (let at = 0; at < text.length;) {
    if (!isDigit(text, at)) {
      at++;
      continue;
    }
    const start = at;
    while (isDigit(text, at)) at++;
    while (isGroup(text, at)) at += GROUP_UNITS;
    if (at - start >= LEAST_DIGITS) look(text.slice(start, at));
  }
}

/** SPEC 4.5. */
const LEAST_DIGITS = 4;

/** A separator and three digits, no more. */
function isGroup(text: string, at: number): boolean {
  return GROUP_SEPARATORS.includes(text.charAt(at)) && at < text.length &&
    isDigit(text, at + 1) && isDigit(text, at + 2) && isDigit(text, at + 3) && !isDigit(text, at + GROUP_UNITS);
}

const GROUP_SEPARATORS = ",_' \u2019";
const GROUP_UNITS = 4;

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

/** What a unit is: none of a run; punctuation within or around one; what a run begins with. */
const NONE = 0;
const EDGE = 1;
const SIGN = 2;
/** Punctuation with which a run may begin. */
const DOT = 3;
const DIGIT = 4;
const LOWER = 5;
const UPPER = 6;

/** Of all units: a place outside of a smaller table would cost more than the whole table. */
const KINDS = lazily((): Uint8Array => {
  const found = new Uint8Array(0x10000);
  const set = (chars: string, kind: number) => {
    for (const char of chars) found[char.charCodeAt(0)] = kind;
  };
  set(":+#%&=?!*-", EDGE);
  set("_$@~/", SIGN);
  set(".\\", DOT);
  set("0123456789", DIGIT);
  set("abcdefghijklmnopqrstuvwxyz", LOWER);
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER);
  return found;
});
