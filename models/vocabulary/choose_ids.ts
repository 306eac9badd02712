/**
 * Which pieces of the vocabulary are kept. The full one serves a hundred languages with 250,002 pieces; English and
 * Chinese need a quarter of it. Every other language keeps its single characters and is cut smaller.
 *
 * @module
 */

/** Ids of `<s>`, `<pad>`, `</s>` and `<unk>`. */
const SPECIAL_IDS = [0, 1, 2, 3];

/** Longest word, in characters, that is also taken in capitals: acronyms, and words people shout. */
const MAX_UPPER_CHARS = 6;

/**
 * How often the prose has to use a piece: once or twice is a name or a word of another language, and a thousand such
 * pieces add 0.2 MB.
 */
const MIN_USES = 3;

/** Pieces without any letter but Han characters: Chinese words, numbers, dates, prices, punctuation, signs, emoji. */
const HAN_OR_SIGNS = /^[\p{Script=Han}\p{N}\p{P}\p{S}]+$/u;

/** Returns the pieces, as ids, that a text is cut into by the full vocabulary. */
export type Cut = (text: string) => readonly number[];

/** What the choice is made from. */
export interface ChoiceInput {
  /** Texts of all pieces by id. */
  readonly pieces: readonly string[];
  /** Cuts a text by the full vocabulary. */
  readonly cut: Cut;
  /** English words, as a word list has them. */
  readonly words: readonly string[];
  /** English prose, such as descriptions of programs: what it uses often is kept as well. */
  readonly texts: readonly string[];
}

/** Returns the ids of the pieces to keep, ascending. */
export function chooseIds({ pieces, cut, words, texts }: ChoiceInput): number[] {
  const kept = new Set(SPECIAL_IDS);
  for (const [id, piece] of pieces.entries()) if (isKeptByItself(piece)) kept.add(id);
  for (const form of words.flatMap(formsOf)) for (const id of cut(form)) kept.add(id);
  const uses = new Map<number, number>();
  for (const id of texts.flatMap((text) => cut(text))) uses.set(id, (uses.get(id) ?? 0) + 1);
  for (const [id, count] of uses) if (count >= MIN_USES) kept.add(id);
  return [...kept].sort((one, other) => one - other);
}

/** Returns whether a piece is kept whatever English uses: Han characters, numbers and signs, and any single character. */
export function isKeptByItself(piece: string): boolean {
  const text = piece.replaceAll("\u2581", "");
  return [...text].length <= 1 || HAN_OR_SIGNS.test(text);
}

/** Returns the ways in which a word of the list is met in a text. */
export function formsOf(word: string): string[] {
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  const upper = word.length <= MAX_UPPER_CHARS ? [word.toUpperCase()] : [];
  const forms = [word, capitalised, word.toLowerCase(), ...upper];
  // Behind a hyphen there is no space, so that other pieces are used: "well-known", "Jean-Pierre".
  return [...forms, ...forms.map((form) => `x-${form}`)];
}
