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
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  return han >= MIN_HAN || han * HAN_SHARE > letters;
}

/** A Chinese name or term in an English sentence has up to three. */
const MIN_HAN = 4;
/** A Chinese character says about as much as five letters. */
const HAN_SHARE = 5;
