/**
 * Parts of a person's message that stand between marks and are somebody else's words (SPEC 4.4): quotations, code and
 * elements that run over more than one sentence, or over lines.
 *
 * @module
 */
import { wordRuns } from "../../base/text/word_runs.ts";
import type { Span } from "./sentence_spans.ts";

/** Returns the quoted parts of a whole message, in order; they may overlap. One that nobody closed goes on to the end. */
export function quotedSpans(text: string): Span[] {
  const spans = [
    ...MARKS.flatMap((marks) => between(text, marks)).filter((span) =>
      isLong(inside(text, span)) || isMore(text, span)
    ),
    ...codeSpans(text).filter((span) => isMore(text, span)),
    ...elements(text),
  ];
  return spans.sort((a, b) => a.start - b.start);
}

/**
 * Returns whether a sentence quotes more than a name or a button: quotation marks around a run of five words or eight CJK
 * characters.
 */
export function hasQuotation(sentence: string): boolean {
  return MARKS.some((marks) =>
    between(sentence, marks).some((span) => span.isClosed && isLong(inside(sentence, span)))
  );
}

/** Returns whether a text has code of more than a few words, or a mark of code that stands alone. */
export function hasLongCode(text: string): boolean {
  return codeSpans(text).some((span) => !span.isClosed || isLong(inside(text, span)));
}

interface Marked extends Span {
  readonly isClosed: boolean;
}

interface Marks {
  readonly begin: RegExp;
  readonly end: RegExp;
  /** One that nobody closed is an apostrophe or a word cut off. */
  readonly mayStayOpen?: true;
}

/** A mark that also closes begins a quotation only where no word, number or mark stands before it, and no blank behind. */
const MARKS: readonly Marks[] = [
  { begin: /(?<![A-Za-z0-9"])"(?=[^\s"])/gu, end: /(?<!\s)"/gu },
  { begin: /(?<![\p{L}\p{N}'])'(?=[\p{L}\p{N}])/gu, end: /(?<!\s)'(?![\p{L}\p{N}])/gu, mayStayOpen: true },
  { begin: /(?<![\p{L}\p{N}])‘(?=\S)/gu, end: /(?<!\s)’(?![\p{L}\p{N}])/gu, mayStayOpen: true },
  { begin: /[“„‟]/gu, end: /[”“‟]/gu },
  { begin: /「/gu, end: /」/gu },
  { begin: /『/gu, end: /』/gu },
  { begin: /[«‹]/gu, end: /[»›]/gu },
  { begin: /[《〈]/gu, end: /[》〉]/gu },
  { begin: /[〝＂]/gu, end: /[〞〟＂]/gu },
];

function between(text: string, { begin, end, mayStayOpen }: Marks): Marked[] {
  const spans: Marked[] = [];
  const beginnings = [...text.matchAll(begin)].map(({ index }) => index);
  const ends = [...text.matchAll(end)].map(({ index }) => index);
  let behind = 0;
  let nth = 0;
  for (const start of beginnings) {
    if (start < behind) continue;
    while (nth < ends.length && (ends[nth] ?? 0) <= start) nth++;
    const close = ends[nth];
    if (close === undefined) {
      if (mayStayOpen === undefined) spans.push({ start, end: text.length, isClosed: false });
      break;
    }
    behind = close + 1;
    spans.push({ start, end: behind, isClosed: true });
  }
  return spans;
}

/** From a run of back-ticks to the next one of the same length; three or more that nobody closed go on to the end. */
function codeSpans(text: string): Marked[] {
  const runs = [...text.matchAll(/`+|~{3,}/g)];
  const spans: Marked[] = [];
  // The next run of each length, so that a text of back-ticks alone costs no more than any other.
  const nextOf = new Map<string, number>();
  const closing = new Array<number | undefined>(runs.length);
  for (let at = runs.length - 1; at >= 0; at--) {
    const mark = runs[at]?.[0] ?? "";
    closing[at] = nextOf.get(mark);
    nextOf.set(mark, at);
  }
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined) break;
    const close = closing[at];
    const end = close === undefined ? undefined : runs[close];
    if (close !== undefined && end !== undefined) {
      spans.push({ start: run.index, end: end.index + end[0].length, isClosed: true });
      at = close;
    } else if (run[0].length >= LEAST_FENCE) spans.push({ start: run.index, end: text.length, isClosed: false });
    else spans.push({ start: run.index, end: run.index + run[0].length, isClosed: false });
  }
  return spans;
}

/** As many marks make a fence. */
const LEAST_FENCE = 3;

/** `<page>…</page>`: whatever the name, what stands in an element came from somewhere. One without a text is a mark. */
function elements(text: string): Span[] {
  if (!text.includes("</")) return [];
  const spans: Span[] = [];
  const lastEnds = new Map<string, Span>();
  for (const match of text.matchAll(/<\/([\p{L}_][\p{L}\p{N}_.:-]{0,60})\s{0,8}>/gu)) {
    lastEnds.set((match[1] ?? "").toLowerCase(), { start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(/<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?=[\s>/])(?:[^<>]{0,400}>)?/gu)) {
    const last = lastEnds.get((match[1] ?? "").toLowerCase());
    const from = match.index + match[0].length;
    if (last === undefined || last.start < from || text.slice(from, last.start).trim() === "") continue;
    spans.push({ start: match.index, end: last.end });
  }
  return spans;
}

function inside(text: string, { start, end }: Span): string {
  return text.slice(start + 1, end - 1);
}

/** Over more than one sentence, or over lines. */
function isMore(text: string, span: Span): boolean {
  return /[.!?…]["'”’)\]]*\s+\S|[。！？；]\s*[^\s。！？；”’」』》]|\S\s*\n\s*\S/u.test(inside(text, span));
}

function isLong(inner: string): boolean {
  const words = inner.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const han = inner.match(/\p{Script=Han}/gu)?.length ?? 0;
  return wordRuns(inner).size > 0 && (han >= LEAST_HAN || (han === 0 && words >= LEAST_WORDS));
}

/** As many as make a shingle (SPEC 4.5). */
const LEAST_WORDS = 5;
const LEAST_HAN = 8;
