/**
 * On which lines of a text the terms of a question stand. Tokenising every candidate would cost more than the rest of a
 * search; a plain substring test rules out nearly all words, and only what passes goes through the tokeniser, so the
 * answer is the same.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";
import { foldText } from "../../base/text/fold.ts";
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { type Token, tokenise } from "../../base/text/tokenise.ts";
import { holds, probeOf } from "./match_tokens.ts";

/** Returns, for each line of a text, the places (indices) of the terms that the line holds, ascending. */
export type TermFinder = (text: string) => readonly (readonly number[])[];

/** Returns a finder for the terms of one question; it remembers words that it has taken apart. */
export function termFinder(terms: readonly QueryTerm[]): TermFinder {
  const ways = terms.flatMap((term, at) => term.alternatives.map((way) => ({ at, way })));
  const words = byProbe(ways.filter(({ way }) => way.phrase.length === 1));
  const phrases = ways.filter(({ way }) => way.phrase.length > 1);
  const tokensOf = rememberingTokeniser();
  return (text) => {
    const page = pageOf(folded(text));
    const found: number[][] = page.starts.map(() => []);
    // Lower-casing may change the length of rare letters; offsets then mean nothing, and every line is taken apart.
    if (page.lower.length === page.text.length) { for (const word of words) findWord(page, word, { tokensOf, found }); }
    else findByLine(page, ways, found);
    findByLine(page, phrases, found);
    for (const places of found) if (places.length > 1) places.sort((a, b) => a - b);
    return found;
  };
}

/** Returns the places of the terms that a text may hold: cheap, and never wrong about what it leaves out. */
export function likelyTerms(text: string, terms: readonly QueryTerm[]): number[] {
  const lower = folded(text).toLowerCase();
  const mayHold = ({ phrase }: TermAlternative) => phrase.every((token) => lower.includes(probeOf(token)));
  return [...terms.keys()].filter((at) => terms[at]?.alternatives.some(mayHold) === true);
}

/** Without invisible characters folding is NFKC alone, and the look for them is much cheaper than the folding. */
function folded(text: string): string {
  return INVISIBLE.test(text) ? foldText(text) : text.normalize("NFKC");
}

/** A way in which the term at a place can stand in a text. */
interface Way {
  readonly at: number;
  readonly way: TermAlternative;
}

/** Ways that the same substring gives away. */
interface Word {
  readonly probe: string;
  readonly ways: readonly Way[];
  /** Every pair of neighbouring CJK characters is a bigram and every single one a part: nothing to take apart. */
  readonly isPlain: boolean;
}

interface Findings {
  readonly tokensOf: (run: string) => readonly Token[];
  /** Places of the terms found, by line. */
  readonly found: number[][];
}

/** A text in the two forms that are looked through. */
interface Page {
  readonly text: string;
  readonly lower: string;
  /** Offset of each line. */
  readonly starts: readonly number[];
  /** Those of {@linkcode BLANKS} that it holds. */
  readonly blanks: readonly string[];
}

function byProbe(ways: readonly Way[]): Word[] {
  const groups = new Map<string, Way[]>();
  for (const each of ways) {
    const probe = probeOf(each.way.phrase.join(""));
    const group = groups.get(probe);
    if (group === undefined) groups.set(probe, [each]);
    else group.push(each);
  }
  return [...groups].map(([probe, group]) => {
    const column = isCjk(probe) ? (probe.length > cjkUnits(probe, 0) ? "body" : "parts") : null;
    const plain = column === null ? [] : group.filter(({ way }) => way.column === column);
    return { probe, ways: plain.length > 0 ? plain : group, isPlain: plain.length > 0 };
  });
}

function pageOf(text: string): Page {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return { text, lower: text.toLowerCase(), starts, blanks: BLANKS.filter((blank) => text.includes(blank)) };
}

function findWord(page: Page, word: Word, { tokensOf, found }: Findings): void {
  const { text, lower, starts } = page;
  const { probe, ways, isPlain } = word;
  let line = 0;
  for (let at = lower.indexOf(probe); at !== -1;) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
    const end = isPlain ? at + probe.length : nextBlank(page, at + probe.length - 1);
    const tokens = isPlain ? null : tokensOf(text.slice(behindBlank(page, at), end));
    for (const { at: place, way } of ways) {
      if (tokens === null || holds(tokens, way)) add(found[line], place);
    }
    at = lower.indexOf(probe, end);
  }
}

function findByLine({ text, lower: whole, starts }: Page, all: readonly Way[], found: number[][]): void {
  // What no line holds need not be looked for in each of them.
  const ways = all.filter(({ way }) => way.phrase.every((token) => whole.includes(probeOf(token))));
  if (ways.length === 0) return;
  for (const [line, start] of starts.entries()) {
    const own = text.slice(start, starts[line + 1]);
    const lower = own.toLowerCase();
    const likely = ways.filter(({ way }) => way.phrase.every((token) => lower.includes(probeOf(token))));
    if (likely.length === 0) continue;
    const tokens = tokenise(own);
    for (const { at, way } of likely) if (holds(tokens, way)) add(found[line], at);
  }
}

function add(places: number[] | undefined, place: number): void {
  if (places !== undefined && !places.includes(place)) places.push(place);
}

/** All that folding takes out, and some more. */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40]/;

function isCjk(text: string): boolean {
  let at = 0;
  for (let units = cjkUnits(text, at); units > 0; units = cjkUnits(text, at)) at += units;
  return at === text.length;
}

/** Space, tab, line ends, and the ideographic space: what no token spans. */
const BLANKS = [" ", "\n", "\t", "\r", "\v", "\f", "\u3000"] as const;

/** Returns the offset of the first blank from `at` on, or the end. Looked for natively: a loop over characters takes longer. */
function nextBlank({ text, blanks }: Page, at: number): number {
  let to = text.length;
  for (const blank of blanks) {
    const found = text.indexOf(blank, at);
    if (found !== -1 && found < to) to = found;
  }
  return to;
}

/** Returns the offset behind the last blank before `at`, or 0. */
function behindBlank({ text, blanks }: Page, at: number): number {
  let from = 0;
  for (const blank of blanks) from = Math.max(from, text.lastIndexOf(blank, at) + 1);
  return from;
}

/** Words that were taken apart are kept for the next text; one with more different words starts anew. */
const MAX_REMEMBERED = 4_000;

function rememberingTokeniser(): (run: string) => readonly Token[] {
  const memo = new StemMemo();
  const seen = new Map<string, readonly Token[]>();
  return (run) => {
    const known = seen.get(run);
    if (known !== undefined) return known;
    if (seen.size >= MAX_REMEMBERED) seen.clear();
    const tokens = tokenise(run, memo);
    seen.set(run, tokens);
    return tokens;
  };
}
