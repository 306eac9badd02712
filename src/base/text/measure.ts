/**
 * Sizes of text. A char is a Unicode code point everywhere (SPEC head note).
 *
 * @module
 */
import { isSurrogatePair } from "./characters.ts";

/** A CJK character is about one model token, other text about four characters a token (SPEC 5, step 5). */
const CHARS_PER_TOKEN = 4;

/** Returns the number of code points; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = text.length;
  // Most text has no pair, and this looks for one many times as fast.
  if (!HIGH_SURROGATE.test(text)) return count;
  for (let at = 0; at < text.length - 1; at++) {
    if (isSurrogatePair(text, at)) {
      count--;
      at++;
    }
  }
  return count;
}

const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Returns about how many model tokens a text has, rounded up; 0 only for the empty text. */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) {
    const isPair = isSurrogatePair(text, at);
    // A character beyond the basic plane is a rare Han character or an emoji: about one token.
    quarters += isPair || isWide(text.charCodeAt(at)) ? CHARS_PER_TOKEN : 1;
    if (isPair) at++;
  }
  return Math.ceil(quarters / CHARS_PER_TOKEN);
}

/** Latin text has about four characters a token, Chinese one: in between it is mixed, and Chinese is what it is read by. */
const WIDE_CHARS_PER_TOKEN = 2.5;

/** Returns whether a text is mostly Chinese, Japanese or Korean, by what a model reads: half of its tokens or more. */
export function isWideText(text: string): boolean {
  // Nearly all Latin text ends here: a search in a process that has just begun asks for dozens.
  if (text.length > WIDE_CHARS_PER_TOKEN && !ANY_WIDE.test(text)) return false;
  return text.length < WIDE_CHARS_PER_TOKEN * estimateTokens(text);
}

/** Returns the longest beginning of a text with at most `max` code points; never half a surrogate pair. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let at = 0;
  for (let count = 0; count < max && at < text.length; count++) at += isSurrogatePair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/** Any unit that {@linkcode isWide} may hold, or half of a surrogate pair. */
const ANY_WIDE = /[\u1100-\uffff]/;

/** Whether a UTF-16 unit is a CJK character, CJK punctuation or a full-width form. */
function isWide(unit: number): boolean {
  if (unit < 0x1100) return false;
  return unit <= 0x11ff || (unit >= 0x2e80 && unit <= 0xa4cf) || (unit >= 0xac00 && unit <= 0xd7ff) ||
    (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xfe30 && unit <= 0xfe4f) || (unit >= 0xff00 && unit <= 0xffef);
}
