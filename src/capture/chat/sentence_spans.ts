/**
 * Sentences with their places, for deciding the class of each.
 *
 * @module
 */

/** A part of a text. */
export interface Span {
  /** Offset of the first UTF-16 unit. */
  readonly start: number;
  /** Offset behind the last one. */
  readonly end: number;
}

/**
 * Returns the sentences of a text; together they are all of it, blanks belong to what they follow. A line end ends a
 * sentence, since lists and logs have nothing else.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { index, 0: match } of text.matchAll(END)) {
    const end = index + match.length;
    spans.push({ start, end });
    start = end;
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

/** A stop with what closes it, before a blank, but that of a numbered item; a Chinese stop anywhere; line ends. */
const END =
  /(?<!(?:^|\n)[ \t]{0,8}\d{1,3})[.!?…]+["'”’)\]]*(?:[ \t]+|[ \t]*\n+|$)|[。！？；]+["'”’」』）)\]]*\s*|\n+/gu;
