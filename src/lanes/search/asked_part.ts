/**
 * What a long text asks. People and agents paste whole messages as a question: small talk first, the question at the end.
 *
 * @module
 */

/** A sentence ends behind these; a full stop counts before a blank only, since it stands in numbers and names, too. */
const SENTENCE_END = /(?<=[\u3002\uff01\uff1f!?;\uff1b\n]|\.(?=\s))/;
/** Shorter ones ("Hm?", 是吗？) ask for nothing that could be found. */
const MIN_ASKED_CHARS = 4;

/**
 * Returns the sentences of a text that end with a question mark, joined; the whole text if all do, or none.
 */
export function askedPart(text: string): string {
  const sentences = text.split(SENTENCE_END);
  const asked = sentences.filter((sentence) => {
    const trimmed = sentence.trim();
    return trimmed.length >= MIN_ASKED_CHARS && (trimmed.endsWith("?") || trimmed.endsWith("\uff1f"));
  });
  return asked.length === 0 || asked.length === sentences.length ? text : asked.join("").trim();
}
