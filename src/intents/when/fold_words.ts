/**
 * The form in which words about time are compared.
 *
 * @module
 */

/**
 * Returns a text in one form: width and case folded, traditional characters of these words simplified, commas as blanks,
 * one blank between words and none between Chinese characters.
 */
export function foldWords(text: string): string {
  return text.normalize("NFKC").toLowerCase()
    .replace(/[週個後號兩這禮過內點鐘時從為們]/g, (char) => SIMPLIFIED[char] ?? char)
    .replace(/[\s,，、]+/g, " ")
    .replace(/(?<=[\p{Script=Han}\d]) (?=\p{Script=Han})|(?<=\p{Script=Han}) (?=\d)/gu, "")
    .replace(/[.。!！?？]+$/, "")
    .trim();
}

const SIMPLIFIED: Readonly<Record<string, string>> = {
  週: "周",
  個: "个",
  後: "后",
  號: "号",
  兩: "两",
  這: "这",
  禮: "礼",
  過: "过",
  內: "内",
  點: "点",
  鐘: "钟",
  時: "时",
  從: "从",
  為: "为",
  們: "们",
};

/** English words for small numbers, from one. */
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Matches a count in English: figures, or a word up to twelve. */
export const COUNT = `\\d{1,3}(?:\\.\\d)?|an?|${NUMBERS.join("|")}`;

/** Returns the number of a text that {@linkcode COUNT} matched. */
export function countOf(text: string): number {
  return /^an?$/.test(text) ? 1 : NUMBERS.indexOf(text) + 1 || Number(text);
}
