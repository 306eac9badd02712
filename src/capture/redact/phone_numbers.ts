/**
 * Telephone numbers: Chinese ones by their form, others by the numbering plans of libphonenumber.
 *
 * @module
 */
import { findMatches, type Search } from "./finding.ts";
import { beginsWithUnit, namesAnOrder } from "./number_context.ts";

/** Chinese mobile and fixed lines, international numbers with `+`, North American ones in groups, others beside a word. */
export const PHONE_NUMBERS: Search = {
  mayFind: (text) => MAY_BE_NUMBER.test(text) || HAN_MOBILE_LOOK.test(text),
  find: (text) =>
    [
      ...findMatches(text, INTERNATIONAL, (match) => isDialled(match[0]) && isAlone(match) ? "phone" : null),
      ...findMatches(text, CHINESE_MOBILE, (match) => isAlone(match) ? "phone" : null),
      ...findMatches(text, HAN_MOBILE, () => "phone"),
      ...findMatches(text, CHINESE_FIXED, (match) => isAlone(match) ? "phone" : null),
      ...findMatches(text, NORTH_AMERICAN, (match) => isDialled(`+1 ${match[0]}`) && isAlone(match) ? "phone" : null),
      ...findMatches(text, NAMED, (match) => isNamedNumber(match.groups?.["value"] ?? "") ? "phone" : null),
    ].sort((a, b) => a.start - b.start || b.end - a.end),
};

const MAY_BE_NUMBER = /\d[\d ().-]{5,}\d/;

const INTERNATIONAL = /(?<![\w+.])(?<value>(?:\+|00)[1-9]\d{0,3}(?:[ ().-]{0,3}\d){6,14})(?![\w]|[.-]\d)/dg;

const CHINESE_MOBILE =
  /(?<![\w.+-]|\d )(?<value>(?:(?:\+|00)?86[ -]?)?1[3-9]\d(?:\d{8}|-\d{4}-\d{4}| \d{4} \d{4}))(?![\w-]|\.\d| \d)/dg;

/** Read out digit by digit: eleven, as a mobile number begins; 幺 is how a one is said. */
const HAN_MOBILE =
  /(?<![〇零幺一二三四五六七八九十百千万亿])(?<value>[一幺][三四五六七八九](?:[ -]?[〇零幺一二三四五六七八九]){9})(?![〇零幺一二三四五六七八九十百千万亿])/dg;
const HAN_MOBILE_LOOK = /[一幺][三四五六七八九][ -]?[〇零幺一二三四五六七八九]/;

const CHINESE_FIXED =
  /(?<![\w.+-])(?<value>(?:\(0(?:10|2\d|[3-9]\d{2})\)[ -]?|0(?:10|2\d|[3-9]\d{2})-)[2-8]\d{6,7}(?:-\d{1,5})?)(?![\w-]|\.\d)/dg;

const NORTH_AMERICAN =
  /(?<![\w.+/-]|\d )(?<value>(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}(?<sign>[ .-]))[2-9]\d{2}[ .-]\d{4})(?![\w/-]|[. ]\d)/dg;

const NAMED =
  /(?:\b(?:phone|telephone|tel|mobile|cell|whatsapp|fax|call me (?:at|on)|text me (?:at|on)|ring me (?:at|on))\b(?: (?:number|no\.?))?|电话|手机|座机|联系方式|传真)(?:号码?)?[^\d\n+(]{0,8}(?<value>\(?\d[\d ().-]{5,18}\d)(?![\w-]|\.\d)/dgi;

/** Returns whether the numbering plan of the country of a number with `+` or `00` has it. */
function isDialled(text: string): boolean {
  // Loaded here: the plans of all countries are for the few texts that hold something of the form.
  const { default: parse } = require("libphonenumber-js/min") as typeof import("libphonenumber-js/min");
  return parse(text.replace(/^00/, "+"))?.isValid() ?? false;
}

/** Neither an amount nor the number of an order. */
function isAlone({ input, index, 0: whole }: RegExpExecArray): boolean {
  const before = input.slice(Math.max(0, index - LOOK_BEHIND), index);
  const after = input.slice(index + whole.length, index + whole.length + LOOK_AHEAD);
  return !(namesAnOrder(before) && !PHONE_WORD.test(before)) && !beginsWithUnit(after);
}

/** A number beside "phone" may have any grouping, but a date or a version is none. */
function isNamedNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS && !/^\d{4}-\d{2}-\d{2}|^\d+(?:\.\d+){3}$/.test(text);
}

const PHONE_WORD = /phone|mobile|\btel\b|\bcell\b|电话|手机|座机|传真/i;

/** Far enough for a word and its colon, in UTF-16 units. */
const LOOK_BEHIND = 24;
/** The longest unit and a blank, in UTF-16 units. */
const LOOK_AHEAD = 12;
/** Local numbers have seven digits or more in most countries. */
const MIN_DIGITS = 7;
/** ITU-T E.164. */
const MAX_DIGITS = 15;
