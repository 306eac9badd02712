/**
 * Words of time in English.
 *
 * @module
 */
import { as, blurOf, same, type TimeForm } from "./time_form.ts";

const EN_UNIT = "(day|week|month|year)";
const EN_COUNT = "(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)";
const HALF_MORE = "(?:and a half (?:month|year)s?|(?:month|year)s? and a half)";
const EN_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const EN_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
/** A short month counts behind these only: "sec" and "mar" stand in code as well. */
const BEFORE_A_DAY = "(?:on|between|from|since|until|till|and|to)";
const EN_SHORT = "(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)";

/** Returns the forms; the first that fits a stretch counts. */
export function englishTimes(): readonly TimeForm[] {
  return [
    {
      pattern: new RegExp(`\\b(?:a )?half[- ](?:an? )?(?:month|year) ago\\b|\\b${EN_COUNT} ${HALF_MORE} ago\\b`, "gi"),
      read: (match) => ({ wanted: match[0], blur: "month" }),
    },
    {
      pattern: new RegExp(`\\b${EN_COUNT} ${EN_UNIT}s? ago\\b`, "gi"),
      read: (match) => ({ wanted: match[0], blur: blurOf(match[2]) }),
    },
    {
      pattern: new RegExp(`\\ba (?:few|couple of) ${EN_UNIT}s ago\\b`, "gi"),
      read: ([, unit]) => ({ wanted: `last 4 ${unit ?? "day"}s` }),
    },
    { pattern: /\bthe day before yesterday\b|\byesterday\b|\blast night\b/gi, read: same },
    { pattern: /\bthe other (?:day|night)\b|\bthese (?:past|last) (?:few )?days\b/gi, read: as("last 14 days") },
    { pattern: /\bthe other week\b/gi, read: as("last 3 weeks") },
    {
      pattern: new RegExp(
        `\\b(?:last|past|previous) (?:${EN_COUNT} ${EN_UNIT}s|weekend|week|month|quarter|year)\\b`,
        "gi",
      ),
      read: same,
    },
    { pattern: new RegExp(`\\b(?:last|past|previous) (?:${EN_WEEKDAY}|${EN_MONTH})\\b`, "gi"), read: same },
    { pattern: /\bearlier (this (?:week|month|year))\b/gi, read: ([, period]) => ({ wanted: period ?? "" }) },
    { pattern: /\b(?:this (?:week|month|morning)|today)\b/gi, read: same },
    {
      pattern: new RegExp(
        `\\b${EN_MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b|\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${EN_MONTH}(?:,? \\d{4})?\\b`,
        "g",
      ),
      read: same,
    },
    {
      pattern: new RegExp(`\\b${BEFORE_A_DAY} (${EN_SHORT}\\.? \\d{1,2}|\\d{1,2}(?:st|nd|rd|th)? ${EN_SHORT})\\b`, "g"),
      read: ([, day]) => ({ wanted: (day ?? "").replace(".", "") }),
    },
    {
      pattern: /\bon the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|street|page|line))/gi,
      read: ([, day]) => ({ wanted: `${day ?? ""}号` }),
    },
    { pattern: new RegExp(`\\b${EN_MONTH},? \\d{4}\\b`, "g"), read: same },
    // "May" and "March" are words, too: alone a month counts behind a preposition only.
    {
      pattern: new RegExp(`\\b(?:in|since|during) (${EN_MONTH}|\\d{4})\\b`, "g"),
      read: ([, month]) => ({ wanted: month ?? "" }),
    },
    { pattern: new RegExp(`\\bon (${EN_WEEKDAY})\\b`, "gi"), read: ([, day]) => ({ wanted: day ?? "" }) },
  ];
}
