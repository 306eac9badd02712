/**
 * Letters of other scripts that look like a Latin one, so that a copy in mixed letters is known (SPEC 4.3).
 *
 * @module
 */

/**
 * Returns a lower-case text with Cyrillic, Greek and a few other letters as the Latin letter they look like. A letter
 * whose capital and small form look like different ones goes by the small form: capitals and small letters of a text in
 * its own script have to stay the same text. What it returns is for comparison only.
 */
export function foldLookAlikes(text: string): string {
  return HAS_LOOK_ALIKE.test(text) ? text.replace(LOOK_ALIKE, (letter) => LATIN[letter] ?? letter) : text;
}

/** By the shapes of common fonts; the rows are Cyrillic, Greek, and Latin extensions and Armenian. */
// deno-fmt-ignore
const LATIN: Readonly<Record<string, string>> = {
  "а": "a", "в": "b", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "ӏ": "l", "м": "m",
  "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "с": "c", "т": "t", "у": "y", "ү": "y", "ѵ": "v", "ԝ": "w", "х": "x",
  "α": "a", "β": "b", "ε": "e", "γ": "y", "η": "n", "ι": "i", "κ": "k", "μ": "m", "ν": "v", "ο": "o", "ρ": "p",
  "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c", "ϳ": "j",
  "ƒ": "f", "ı": "i", "ȷ": "j", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʋ": "u", "օ": "o", "հ": "h", "ո": "n", "ս": "u", "զ": "q",
};

const LOOK_ALIKE = /[\u0131\u0192\u0237\u0251\u0261\u0269\u028b\u03b1-\u03f3\u0430-\u0581]/g;
/** Without `g`: a global expression would remember its place between two texts. */
const HAS_LOOK_ALIKE = /[\u0131\u0192\u0237\u0251\u0261\u0269\u028b\u03b1-\u03f3\u0430-\u0581]/;
