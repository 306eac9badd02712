import leven from "leven";

/** Edits allowed for short words: one slip and one swapped pair. */
const SHORT_WORD_EDITS = 2;
/** Longer words may be off by one character in three before a suggestion would be a guess. */
const EDIT_SHARE = 3;
/** A start of a word counts as that word only from this length on. */
const MIN_PREFIX_CHARS = 3;

/**
 * Returns the known word that a mistyped one most likely means, or `undefined` if none is close: the fewest edits win,
 * among equals the first in the list; a word that begins like the typed one is close too.
 */
export function suggest(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const limit = Math.max(SHORT_WORD_EDITS, Math.floor(wanted.length / EDIT_SHARE));
  let best: string | undefined;
  let bestEdits = limit + 1;
  for (const word of known) {
    const edits = leven(wanted, word);
    // A word that shares nothing with the typed one is no suggestion, however short both are.
    if (edits < bestEdits && edits < Math.max(wanted.length, word.length)) [best, bestEdits] = [word, edits];
  }
  if (best !== undefined || wanted.length < MIN_PREFIX_CHARS) return best;
  return known.find((word) => word.startsWith(wanted));
}
