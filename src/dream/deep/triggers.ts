/**
 * Trigger phrases for an entry whose writer gave none (SPEC 8.6).
 *
 * @module
 */

/** Phrases that are derived, at most: the first ones say what a claim is about. */
const MAX_PHRASES = 3;

/**
 * Returns phrases made of concept tags: two neighbouring tags each, since one word alone fires too easily; a single tag
 * only if there is no second.
 *
 * @param tags concept tags of the text
 */
export function derivedTriggers(text: string, tags: readonly string[]): string[] {
  const lower = text.normalize("NFKC").toLowerCase();
  const inText = tags.filter((tag) => lower.includes(tag) && !/[,;<>]|--/.test(tag))
    .sort((a, b) => lower.indexOf(a) - lower.indexOf(b));
  const [first] = inText;
  if (first === undefined) return [];
  if (inText.length === 1) return [first];
  return inText.slice(1, MAX_PHRASES + 1).map((tag, at) => `${inText[at]} ${tag}`);
}
