/**
 * Whether a sentence is prose at all, in either language.
 *
 * @module
 */
import { claimWeight } from "./claim_weight.ts";

/** Returns whether a sentence is no question, no quotation, no lead-in, no path, no code and no list of names. */
export function isProse(text: string): boolean {
  if (NOT_PROSE.some((pattern) => pattern.test(text))) return false;
  const signs = text.replace(/`[^`]*`/g, "").match(CODE_SIGNS)?.length ?? 0;
  if (signs * MIN_UNITS_PER_SIGN > text.length) return false;
  return quotedShare(text) < MAX_QUOTED && claimWeight(text.replace(/`[^`]*`/g, "")) >= MIN_WORDS_WEIGHT;
}

const NOT_PROSE: readonly RegExp[] = [
  // A question, something that goes on below, something broken off.
  /[?\uff1f][\s"'\u201d\u2019)*_]*$|[:\uff1a]["'*_`]*$|(?:\.\.\.|\u2026)["'\s]*$|[,\uff0c\u3001]$/,
  // Quotations, replies, brackets from end to end.
  /^["\u201c\u300c\u300e\u2018'].*["\u201d\u300d\u300f\u2019'][.!\u3002]?$|^[(\uff08[].*[)\uff09\]][.\u3002]?$|^>|^<|^[|{}]/s,
  // Scaffolding, tool calls and marks of memory programs within a sentence.
  /HEARTBEAT_OK|NO_REPLY|\[\[reply_to|<\/?[a-z][\w:-]*(?:\s[^<>]*)?>|memory-data|\[score=|<!--|^\[[a-z_ ]+:/i,
  // Files and addresses, and nothing said of them.
  /^(?:\S*[\/\\]\S+\s*)+$|^https?:\/\/\S+$/,
  // What it said was redacted: nothing is left to know.
  /\[redacted: [a-z0-9-]+\][.!\u3002\uff01]?$/,
  // Pictures in a row are cheering.
  /\p{Extended_Pictographic}.*\p{Extended_Pictographic}/su,
];

/** Signs of code; dots, commas and brackets of prose are none. */
const CODE_SIGNS = /[{}<>=;|\\$^&~[\]*#@]|\(\)|::|->/g;
/** Prose has fewer signs of code than one in this many UTF-16 units. */
const MIN_UNITS_PER_SIGN = 14;
/** More than this in quotation marks is somebody else's sentence. */
const MAX_QUOTED = 0.5;
/** With less than this beside what stands between backquotes nothing is said of it: in chars, a CJK character counting two. */
const MIN_WORDS_WEIGHT = 8;

function quotedShare(text: string): number {
  const quoted =
    text.match(/"[^"]{2,}"|\u201c[^\u201d]{2,}\u201d|\u300c[^\u300d]{2,}\u300d|\u300e[^\u300f]{2,}\u300f/g) ?? [];
  return quoted.join("").length / text.length;
}
