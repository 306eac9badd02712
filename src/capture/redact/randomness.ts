/**
 * Tells what a machine drew from what a person named.
 *
 * @module
 */

/**
 * Returns whether a text of letters, digits and signs without blanks looks drawn at random: letters and digits are mixed as
 * no name mixes them, or the letters alone are too varied for a word.
 */
export function looksRandom(text: string): boolean {
  const digits = count(text, /[0-9]/g);
  const upper = count(text, /[A-Z]/g);
  const lower = count(text, /[a-z]/g);
  if (digits > 0 && digits === text.length) return false;
  const entropy = entropyOf(text);
  // Letters and digits change places often: `v2api3` does so less than `a8Kd0xZ`.
  if (digits >= MIN_DIGITS && upper + lower >= MIN_DIGITS) return entropy >= MIXED_BITS;
  // Words in camel case have a capital every few letters; drawn letters have as many capitals as others.
  return digits + upper + lower >= MIN_LETTERS && Math.min(upper, lower) * 4 >= upper + lower && entropy >= LETTER_BITS;
}

/** Returns the Shannon entropy of the characters of a text, in bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const each of counts.values()) bits -= (each / text.length) * Math.log2(each / text.length);
  return bits;
}

/** A year or a version has fewer. */
const MIN_DIGITS = 2;
/** Ten characters with letters and digits drawn at random have 3.0 bits or more nearly always; `aaaa1111` has 1. */
const MIXED_BITS = 2.5;
/** Letters alone need more of them to be told from a word. */
const MIN_LETTERS = 20;
/** Twenty drawn letters have some 3.9 bits; English words in camel case of that length have up to 3.7. */
const LETTER_BITS = 3.8;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
