/**
 * The names in a text that tell where it came from: numbers of four or more digits, addresses, identifiers (SPEC 4.5). A
 * sentence may be in new words and still carry the one port, address or package that a page wanted remembered.
 *
 * @module
 */
import { lazily } from "../base/lazily.ts";
import { foldText } from "../base/text/fold.ts";
import { eachLongNumber, eachTellingRun } from "./latin_runs.ts";

/** What everybody knows and what therefore tells nothing. */
export interface CommonKnowledge {
  /** The present year; it and its neighbours are no telling numbers. */
  readonly year: number;
}

/** More names than these, of one text, are not looked at: a list so long names everything. */
const MOST_NAMES = 50_000;

/** Returns the names of a text in lower case, without separators in numbers; each once. */
export function tellingNames(text: string, common: CommonKnowledge): Set<string> {
  const names = new Set<string>();
  const looked = new Set<string>();
  const plain = plainSpelling(text);
  eachTellingRun(plain, (run) => {
    if (names.size >= MOST_NAMES) return false;
    // Output of tools says the same words again and again.
    if (looked.has(run)) return true;
    looked.add(run);
    const word = withoutEdges(run);
    addAddress(word, names);
    addName(word, names);
    for (const part of word.includes("/") ? word.split("/") : []) addName(withoutEdges(part), names);
    return true;
  });
  eachLongNumber(plain, (number) => {
    for (const digits of [number.replace(/\D/g, ""), ...number.split(/\D/)]) {
      const isYear = digits.length === 4 && Math.abs(Number(digits) - common.year) <= 1;
      if (digits.length >= LEAST_DIGITS && !isYear && names.size < MOST_NAMES) names.add(digits);
    }
  });
  return names;
}

/** SPEC 4.5. */
const LEAST_DIGITS = 4;

/** Punctuation around a word, not of it; a slash only behind it. */
const EDGE = ".:+#%&=?!*\\-";

/** By hand, since an expression that ends in `$` looks at a long run of such characters once for each of them. */
function withoutEdges(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && EDGE.includes(word[start] ?? "")) start++;
  while (end > start && (word[end - 1] === "/" || EDGE.includes(word[end - 1] ?? ""))) end--;
  return word.slice(start, end);
}

/** Returns a text as copies are folded, but in its own case: letters that nobody sees go, digits and dashes become plain. */
function plainSpelling(text: string): string {
  const folded = foldText(text);
  if (!hasOddSpelling(folded)) return folded;
  return folded.replace(HAN_NUMBER, (digits) => [...digits].map((digit) => HAN_DIGITS.indexOf(digit) % 10).join(""))
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit).replace(/[\p{Pd}\u2212]/gu, "-").replace(/\p{Zs}/gu, " ");
}

/** Whether a text may hold digits, dashes and blanks beyond ASCII: not if it is ASCII, Latin letters, Han, Kana, Hangul. */
function hasOddSpelling(text: string): boolean {
  const digits = HAN_DIGIT_UNITS();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 || (unit >= 0xc0 && unit < 0x250)) continue;
    const isHan = unit >= 0x4e00 && unit <= 0x9fff;
    if (isHan && !digits.has(unit)) continue;
    const isKana = (unit >= 0x3041 && unit <= 0x309f) || (unit >= 0x30a1 && unit <= 0x30ff);
    if (!isKana && unit !== 0x3001 && unit !== 0x3002 && !(unit >= 0xac00 && unit <= 0xd7a3)) return true;
  }
  return false;
}

/** A port or a telephone number read out, digit by digit. */
const HAN_NUMBER = /[零〇一二三四五六七八九]{4,}/g;
const HAN_DIGITS = "零一二三四五六七八九〇";
const HAN_DIGIT_UNITS = lazily((): ReadonlySet<number> => new Set([...HAN_DIGITS].map((digit) => digit.charCodeAt(0))));

/** Ten digits of a script stand side by side, from a place that ends in 0 or 6 (Unicode, chapter 22.3). */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const first = point - point % DIGIT_BLOCK;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(first)) ? first : first + LATE_ZERO;
  return String((point - zero + 10) % 10);
}

const DIGIT_BLOCK = 16;
const LATE_ZERO = 6;

/** Adds the host of an address and the address without its scheme: both are names of their own. */
function addAddress(word: string, names: Set<string>): void {
  const [, host, rest] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/?#]+)([^]*)$/.exec(word) ?? [];
  if (host === undefined) return;
  names.add(host.toLowerCase());
  names.add(host.replace(PORT, "").toLowerCase());
  names.add(`${host}${rest ?? ""}`.toLowerCase());
}

/** Adds an identifier; of a host with a port also the host, which is the one that matters. */
function addName(word: string, names: Set<string>): void {
  if (!isIdentifier(word)) return;
  names.add(word.toLowerCase());
  const host = word.includes(":") ? word.replace(PORT, "") : word;
  if (host.length < word.length && isIdentifier(host)) names.add(host.toLowerCase());
}

const PORT = /:\d{1,5}$/;

function isIdentifier(word: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?$/.test(word)) return true;
  if (word.length < 3 || !/[A-Za-z]/.test(word)) return false;
  if (/[_@$\\~]/.test(word) || /[a-z][A-Z]/.test(word)) return true;
  if (/[A-Za-z]\d|\d[A-Za-z]/.test(word)) return !/^\d+(?:st|nd|rd|th|s|x|k|ms|kb|mb|gb|px|am|pm|h|m|d)$/i.test(word);
  if (/[A-Za-z0-9]{2}\.[A-Za-z0-9]{2}/.test(word) || word.includes("://") || word.startsWith("/")) return true;
  // "read/write" and "and/or" are words; "src/base/text" is a path.
  if (word.includes("/")) return word.split("/").length > 2;
  return word.includes("-") && isHyphenatedName(word);
}

/** `evil-lib` is a name; `real-time` and `built-in` are English. */
function isHyphenatedName(word: string): boolean {
  const parts = word.toLowerCase().split("-");
  return !parts.some((part) => COMMON_PARTS().has(part));
}

/** Parts of English compounds. A name that has one of them is missed only when it stands with nothing else telling. */
const COMMON_PARTS = lazily((): ReadonlySet<string> =>
  new Set(
    ("a able about added after aged all and any as at away back based before bit body born bound built by byte check co " +
      "code cost cross cut day de deep down driven early end even ever ex face facing fast file first fit five fold for " +
      "four free friendly front full half hand hard head heavy high hour in inter known last late less level life " +
      "like line long look lot low made main man mid mini minute month more most multi name near new non not now of off " +
      "old on one only open or other out over own part party per point post pre purpose re read ready real run safe " +
      "same scale second self semi set short side single size sized so state step sub super test text the third three " +
      "through time to top trade two type un under up use user vs wait way week well wide with word work world write " +
      "year zero").split(" "),
  )
);
