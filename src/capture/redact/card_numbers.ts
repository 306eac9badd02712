/**
 * Numbers of payment cards.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { namesAnOrder } from "./number_context.ts";

/** Numbers with the check digit, length and beginning of a card brand. */
export const CARD_NUMBERS: Search = {
  mayFind: (text) => /\d(?:[ -]?\d){12}/.test(text),
  find: (text) =>
    findMatches(text, DIGITS, (match) => {
      const digits = match[0].replace(/[ -]/g, "");
      if (!hasLuhnDigit(digits)) return null;
      const before = match.input.slice(Math.max(0, match.index - LOOK_BEHIND), match.index);
      if (CARD_WORDS.test(before)) return "card";
      return BRANDS.some((brand) => brand.test(digits)) && !namesAnOrder(before) ? "card" : null;
    }),
};

/** In one piece or in groups, never a part of a longer number, a name or a decimal. */
const DIGITS = /(?<![\w.+-]|\d[ -])\d{4}(?:[ -]?\d{2,6}){1,4}[ -]?\d{1,4}(?![\w-]|[ ]\d|\.\d)/dg;

/** Lengths and beginnings: Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay, and an old Chinese bank. */
const BRANDS: readonly RegExp[] = [
  /^4\d{15}$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^6(?:011|5\d{2}|4[4-9]\d)\d{12}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^62\d{14,17}$/,
  /^9558\d{15}$/,
];

const CARD_WORDS =
  /(?:\bcards?(?: (?:number|no\.?))?|\bvisa|\bmastercard|\bamex|银行卡|信用卡|储蓄卡|借记卡|卡号)[^\d\n]{0,8}$/i;

/** Far enough for a word and its colon, in UTF-16 units. */
const LOOK_BEHIND = 24;

/** ISO/IEC 7812-1, annex B: every second digit from the right doubled, the sum of all digits a multiple of ten. */
function hasLuhnDigit(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, char, at) => {
    const digit = Number(char);
    return total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return sum % 10 === 0;
}

/** ISO/IEC 7812-1 allows shorter ones; no brand in use issues them. */
const MIN_DIGITS = 13;
/** ISO/IEC 7812-1. */
const MAX_DIGITS = 19;
