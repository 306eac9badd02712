/**
 * The tokens of a message, so that many phrases can be looked for at once.
 *
 * @module
 */
import { cjkRunTerms } from "../../base/text/cjk_terms.ts";
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { isStopWord } from "../../base/text/stop_words.ts";
import { type Token, tokenise } from "../../base/text/tokenise.ts";
import { wordCutter } from "./word_edges.ts";

/** A place of a term in a message. */
export interface Occurrence {
  /** How many telling words stand before it; two Chinese, Japanese or Korean characters count as one. */
  readonly place: number;
  /** The letters that stand there, as written; of several words `null`. */
  readonly written: string | null;
  /** Returns whether words end or begin within it: of Chinese and Japanese only. It takes some milliseconds. */
  cutsWord(): boolean;
}

/** A message taken apart. */
export interface MessageTokens {
  /**
   * Returns whether a phrase may have a word in it: cheap, and never wrong where it says no. Taking hundreds of phrases
   * apart would take longer than the rest of the answer, and nearly all of them have nothing to do with a message.
   */
  mayHold(phrase: string): boolean;
  /** Returns where a term stands, in order within each way of writing it; the same place may come twice. */
  occurrences(term: QueryTerm): readonly Occurrence[];
  /** Returns how many terms of a phrase it may have and how many it lacks, or `null` where {@linkcode mayHold} says no; cheap as well. */
  guess(phrase: string): PhraseGuess | null;
  /** Returns whether the words of a phrase stand in it side by side, in their order and within one sentence. */
  hasRun(phrase: string): boolean;
}

/** What is known of a phrase that was not taken apart. */
export interface PhraseGuess {
  /** Terms of it that the message has, at most; infinite where nobody counted them. */
  readonly present: number;
  /** Terms of it that say something and that the message has not, at least. */
  readonly missing: number;
}

/** Tokens of one column of the index, in order. */
interface Column {
  readonly tokens: readonly Token[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The smallest pieces of a text that are words: no piece is a part of another one. */
interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the tokens of a message. */
export function messageTokens(message: string): MessageTokens {
  const tokens = tokenise(message);
  const isPart = ({ kind }: Token) => kind === "part" || kind === "char";
  const columns = {
    body: columnOf(tokens.filter((token) => !isPart(token))),
    parts: columnOf(tokens.filter(isPart)),
  };
  const units = unitsOf(tokens);
  const starts = placesOf(units.map(({ text }) => text));
  const placeOf = placer(units);
  const cutsWord = wordCutter(message);
  const guess = guesser(tokens);
  return {
    mayHold: (phrase) => guess(phrase) !== null,
    guess,
    occurrences: ({ alternatives }) =>
      alternatives.flatMap((way) =>
        tokensOf(columns[way.column], way).map(({ start, end }) => ({
          place: placeOf(start),
          written: way.phrase.length === 1 ? message.slice(start, end) : null,
          cutsWord: () => cutsWord(start, end),
        }))
      ),
    hasRun: (phrase) => {
      const wanted = unitsOf(tokenise(phrase)).map(({ text }) => text);
      const [first, ...rest] = wanted;
      if (first === undefined) return false;
      return (starts.get(first) ?? []).some((at) =>
        rest.every((text, step) => {
          const [before, unit] = [units[at + step], units[at + step + 1]];
          return unit?.text === text && before !== undefined && !BREAK.test(message.slice(before.end, unit.start));
        })
      );
    },
  };
}

/** A word and its stem begin with the same two letters at least. */
const BEGINNING_UNITS = 2;

/**
 * Plain English words, whole numbers and runs of common Han characters, with single blanks between: folding leaves them as they
 * are, and each is one token that begins with its own characters, or a run of Chinese.
 */
const PLAIN = /^(?:(?:[A-Z]?[a-z]+|[0-9]+|[\u4e00-\u9fff]+)(?: |$))+$/;
/** A longer word is cut into several tokens. In UTF-16 units. */
const MOST_PLAIN_UNITS = 128;

const DIGITS = /^[0-9]/;
const HAN = /^[\u4e00-\u9fff]/;

/** Returns what guesses, from the words of a phrase and the tokens of a message, what it can have of it. */
function guesser(tokens: readonly Token[]): (phrase: string) => PhraseGuess | null {
  const texts = new Set(tokens.map(({ text }) => text));
  const beginnings = new Set(tokens.map(({ text }) => text.slice(0, BEGINNING_UNITS)));
  const begins = beginningPattern(beginnings);
  const guessed = new Map<string, PhraseGuess | null>();
  // Hundreds of phrases are made of the same words.
  const termsOf = rememberingTerms();
  const guess = (phrase: string) => {
    if (phrase.length > MOST_PLAIN_UNITS || !PLAIN.test(phrase)) {
      // What is not plain is folded by the tokeniser in ways that are not guessed here.
      return tokenise(phrase).some(({ text }) => beginnings.has(text.slice(0, BEGINNING_UNITS))) ? UNCOUNTED : null;
    }
    // So it is with nearly all phrases, and nobody asks what is missing.
    if (!begins.test(phrase)) return null;
    const [present, missing] = [new Set<string>(), new Set<string>()];
    for (const { text, isStop } of phrase.toLowerCase().trimEnd().split(" ").flatMap(termsOf)) {
      if (texts.has(text)) present.add(text);
      else if (!isStop) missing.add(text);
    }
    return { present: present.size, missing: missing.size };
  };
  return (phrase) => {
    const known = guessed.get(phrase);
    if (known !== undefined) return known;
    const found = guess(phrase);
    guessed.set(phrase, found);
    return found;
  };
}

/** Returns what gives the terms of a word or run of a plain phrase, as `queryTerms` would, and remembers them. */
function rememberingTerms(): (word: string) => readonly Pick<QueryTerm, "text" | "isStop">[] {
  const stems = new StemMemo();
  const known = new Map<string, readonly Pick<QueryTerm, "text" | "isStop">[]>();
  const takeApart = (word: string) => {
    if (HAN.test(word)) return cjkRunTerms(tokenise(word, stems), true);
    const text = DIGITS.test(word) ? word : stems.stem(word, 0, word.length);
    return [{ text, isStop: isStopWord(text) }];
  };
  return (word) => {
    const terms = known.get(word) ?? takeApart(word);
    known.set(word, terms);
    return terms;
  };
}

/** Returns what a plain phrase matches if one of its words begins as one of a message does. */
function beginningPattern(beginnings: ReadonlySet<string>): RegExp {
  const all = [...beginnings];
  const plain = all.filter((each) => /^[a-z0-9]+$/.test(each))
    .map((each) => each.length < BEGINNING_UNITS ? `${each}(?= |$)` : each);
  // Every character of a run is a token.
  const han = all.filter((each) => each.length === 1 && HAN.test(each));
  const ways = [
    ...(plain.length === 0 ? [] : [`(?:^| )(?:${plain.join("|")})`]),
    ...(han.length === 0 ? [] : [`[${han.join("")}]`]),
  ];
  return ways.length === 0 ? /^(?!)/ : new RegExp(ways.join("|"), "i");
}

const UNCOUNTED: PhraseGuess = { present: Number.POSITIVE_INFINITY, missing: 0 };

/** What ends a sentence or a clause: words on both sides of it do not stand side by side. */
const BREAK = /[.!?;,:|\n\u3002\uff01\uff1f\uff1b\uff0c\uff1a\u3001]/;

function columnOf(tokens: readonly Token[]): Column {
  return { tokens, places: placesOf(tokens.map(({ text }) => text)) };
}

/** Returns how many telling words begin before an offset; counted when it is first asked for. */
function placer(units: readonly Unit[]): (start: number) => number {
  let places: ReadonlyMap<number, number> | undefined;
  return (start) => {
    if (places === undefined) {
      let count = 0;
      places = new Map(units.map((unit) => {
        const place: [number, number] = [unit.start, count];
        if (!isStopWord(unit.text)) count += isWide(unit.text) ? HALF_WORD : 1;
        return place;
      }));
    }
    return places.get(start) ?? 0;
  };
}

/** The class takes a while to build: letters of most other scripts come before the first that is meant. */
function isWide(text: string): boolean {
  return text.charCodeAt(0) >= FIRST_WIDE && (isCommonHan(text) || CJK.test(text));
}

function isCommonHan(text: string): boolean {
  return text.length === 1 && HAN.test(text);
}

/** The first letter of Hangul. */
const FIRST_WIDE = 0x1100;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
/** Most words of Chinese have two characters. */
const HALF_WORD = 0.5;

function placesOf(texts: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  }
  return places;
}

/** Returns the first tokens of the places where the tokens of a way stand side by side. */
function tokensOf({ tokens, places }: Column, { phrase: [first = "", ...rest] }: TermAlternative): Token[] {
  return (places.get(first) ?? []).flatMap((at) => {
    const token = tokens[at];
    return token !== undefined && rest.every((text, step) => tokens[at + step + 1]?.text === text) ? [token] : [];
  });
}

/** Leaves out bigrams, and whatever holds a smaller token behind it: identifiers and segments with parts of their own. */
function unitsOf(tokens: readonly Token[]): Unit[] {
  const simple = tokens.filter(({ kind }) => kind !== "bigram");
  return simple.filter((token, at) => {
    const next = simple[at + 1];
    return next === undefined || next.kind !== "part" || next.start >= token.end;
  });
}
