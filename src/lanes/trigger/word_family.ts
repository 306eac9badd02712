/**
 * Whether two English words of one stem are the same word in another form. A stemmer cuts more than endings: "local" and
 * "locale", "import" and "important", "general" and "generate" have one stem, and nothing else in common.
 *
 * @module
 */
import { foldText } from "../../base/text/fold.ts";

/**
 * Returns whether one word is a form of the other, or both of a third: "deployed" and "deployment" of "deploy". Width, case and
 * invisible characters make no difference.
 */
export function isOneFamily(a: string, b: string): boolean {
  if (a === b) return true;
  const bases = basesOf(a);
  return [...basesOf(b)].some((base) => bases.has(base));
}

/** Endings that leave a word what it was, with what stood before them: "renewal" is of "renew", "migration" of "migrate". */
const ENDINGS: readonly (readonly [ending: RegExp, before: readonly string[]])[] = [
  [/(?:'s|s)$/, [""]],
  [/(?<=[sxzo]|[cs]h)es$/, [""]],
  [/(?:ed|ing|er|or|al|able|ible)$/, ["", "e"]],
  [/(?:ies|ied|ier|ily)$/, ["y"]],
  [/(?:ion)$/, ["", "e"]],
  [/(?:ation)$/, ["", "e"]],
  [/(?:ification)$/, ["ify"]],
  [/(?:ment|ly|ness|less|ful)$/, [""]],
  [/(?:ability|ibility)$/, ["", "e"]],
];
/** A letter that an ending doubled: "running", "planned". */
const DOUBLED = /([bdfglmnprt])\1$/;
/** "migrations" is of "migration", and that of "migrate"; "deployers" likewise. */
const MOST_ENDINGS = 2;
/** What is left of a word is a word, too. In letters. */
const FEWEST_LETTERS = 3;

/** Returns a word and the words that it may be a form of. */
function basesOf(word: string): Set<string> {
  const bases = new Set([foldText(word).toLowerCase().replaceAll("\u2019", "'")]);
  for (let step = 0; step < MOST_ENDINGS; step++) {
    for (const base of [...bases]) for (const it of cut(base)) bases.add(it);
  }
  return bases;
}

function cut(word: string): string[] {
  return ENDINGS.flatMap(([ending, before]) => {
    if (!ending.test(word)) return [];
    const rest = word.replace(ending, "");
    const single = DOUBLED.test(rest) ? [rest.slice(0, -1)] : [];
    return [...before.map((letters) => rest + letters), ...single];
  }).filter((base) => base.length >= FEWEST_LETTERS);
}
