/**
 * How long a claim is.
 *
 * @module
 */
import { cjkUnits, isSurrogatePair } from "../../base/text/characters.ts";

/** SPEC 7.4. */
export const MIN_CLAIM_WEIGHT = 12;
/** SPEC 7.4. */
export const MAX_CLAIM_WEIGHT = 280;

/** Returns the length in chars, a CJK character counting two. */
export function claimWeight(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length;) {
    const units = cjkUnits(text, at);
    weight += units > 0 ? 2 : 1;
    at += units > 0 ? units : isSurrogatePair(text, at) ? 2 : 1;
  }
  return weight;
}

/** Returns whether a sentence is read as Chinese: a fifth of its letters, or four characters, are. Names of things are English in both. */
export function isMostlyChinese(text: string): boolean {
  let han = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST_CJK) han += cjkUnits(text, at) > 0 ? 1 : 0;
    else if ((unit | CASE_BIT) >= SMALL_A && (unit | CASE_BIT) <= SMALL_Z) letters++;
  }
  return han >= MIN_HAN || han * HAN_SHARE > letters;
}

/** Below it there is no CJK character. */
const FIRST_CJK = 0x1100;
/** Tells a small letter of ASCII from its capital. */
const CASE_BIT = 0x20;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
/** A Chinese name or term in an English sentence has up to three. */
const MIN_HAN = 4;
/** A Chinese character says about as much as five letters. */
const HAN_SHARE = 5;
