/**
 * Sentences of a paragraph: the runtime's segmenter, which knows the stops of both languages, and what it does not know.
 *
 * @module
 */
import type { Span } from "./paragraphs.ts";

/** Returns the sentences, and the halves of those that a semicolon divides; without blanks at their ends. */
export function sentences(text: string, paragraph: Span): Span[] {
  const whole = text.slice(paragraph.start, paragraph.end);
  const found: Span[] = [];
  let open: number | null = null;
  for (const { segment, index } of segmentsOf(whole)) {
    const start: number = open ?? index;
    const end: number = index + segment.length;
    open = goesOn(whole.slice(start, end), whole.slice(end)) ? start : null;
    if (open === null) found.push(...divided(whole, { start, end }));
  }
  if (open !== null) found.push(...divided(whole, { start: open, end: whole.length }));
  return found.map(({ start, end }) => ({ start: paragraph.start + start, end: paragraph.start + end }));
}

/** A paragraph without a stop inside needs no segmenter; most lines of a chat are such. */
function segmentsOf(whole: string): Iterable<{ segment: string; index: number }> {
  if (!/[.!?\u3002\uff01\uff1f\u2026][^\w]?./su.test(whole)) return [{ segment: whole, index: 0 }];
  // A line break inside a paragraph is a wrapped line, which the segmenter would take for an end.
  // It knows that a sentence begins with a capital; not that it may begin with a backquote or a star before one, nor that
  // people in a hurry write none.
  const plain = whole.replace(/\n|(?<=\s)[`*_]+(?=\w)|(?<=[A-Za-z0-9)\]`"'][.!?]\s+)[a-z]/g, standIn);
  return new Intl.Segmenter("en", { granularity: "sentence" }).segment(plain);
}

function standIn(sign: string): string {
  return sign === "\n" ? " " : /[a-z]/.test(sign) ? sign.toUpperCase() : "X".repeat(sign.length);
}

/** The dot of an abbreviation or initial, of a number, or before a small letter ends no sentence. */
function goesOn(sentence: string, rest: string): boolean {
  if (rest.trim() === "") return false;
  // Dots between backquotes belong to what is quoted there.
  if ((sentence.match(/`/g)?.length ?? 0) % 2 === 1 && rest.includes("`")) return true;
  return ABBREVIATION.test(sentence) ||
    (/^\s*[\d.]/.test(rest) && /\b(?:no|fig|sec|ch|pp?|vol|eq)\.\s*$/i.test(sentence)) ||
    /^[\u201d\u2019"'\u300d\u300f)\uff09\]]/.test(rest);
}

const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Mt|Ft|Gen|Col|Lt|Capt|Rev|vs|approx|dept|est|incl|ca|cf|e\.g|i\.e|etc|al|No|Fig|Eq|Sec|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[A-Z])\.\s*$/;

/** Halves of a sentence, if each has what a statement needs; a short half belongs to the other. */
function divided(whole: string, span: Span): Span[] {
  const parts: Span[] = [];
  let start = span.start;
  for (const match of whole.slice(span.start, span.end).matchAll(/[;\uff1b]\s*/g)) {
    const end = span.start + match.index;
    parts.push({ start, end });
    start = end + match[0].length;
  }
  parts.push({ start, end: span.end });
  const isSafe = parts.length > 1 && parts.every((part) => part.end - part.start >= MIN_HALF);
  return (isSafe ? parts : [span]).map((part) => trimmed(whole, part)).filter(({ start, end }) => end > start);
}

/** A half that is shorter is a fragment: in UTF-16 units. */
const MIN_HALF = 6;

function trimmed(whole: string, { start, end }: Span): Span {
  const part = whole.slice(start, end);
  const blanks = part.length - part.trimStart().length;
  return { start: start + blanks, end: start + part.trimEnd().length };
}
