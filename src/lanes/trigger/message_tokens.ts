/**
 * The tokens of a message, so that many phrases can be looked for at once.
 *
 * @module
 */
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
  /** Returns how many words of a phrase it may have, and how many terms it lacks; cheap as well. */
  guess(phrase: string): PhraseGuess;
  /** Returns whether the words of a phrase stand in it side by side, in their order and within one sentence. */
  hasRun(phrase: string): boolean;
}

/** What is known of a phrase that was not taken apart. */
export interface PhraseGuess {
  /** Words of it that the message may have; infinite where nobody counted them. */
  readonly present: number;
  /** Terms of it that say something and that the message has not, at least; not counted where it has none of the words. */
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
  const guess = guesser(new Set(tokens.map(({ text }) => text.slice(0, BEGINNING_UNITS))));
  return {
    mayHold: (phrase) => guess(phrase).present > 0,
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

/** Plain English words and whole numbers with single blanks between: each is one token that begins with its own characters. */
const PLAIN = /^(?:(?:[A-Z]?[a-z]+|[0-9]+)(?: |$))+$/;

const DIGITS = /^[0-9]/;

/** Returns what guesses, from how the words of a phrase and those of a message begin, what it can have of it. */
function guesser(beginnings: ReadonlySet<string>): (phrase: string) => PhraseGuess {
  const stems = new StemMemo();
  const isThere = (word: string) => beginnings.has(word.slice(0, BEGINNING_UNITS));
  const begins = beginningPattern(beginnings);
  const stemOf = (word: string) => DIGITS.test(word) ? word : stems.stem(word, 0, word.length);
  return (phrase) => {
    if (!PLAIN.test(phrase)) {
      // What is no plain English is folded by the tokeniser in ways that are not guessed here.
      return tokenise(phrase).some(({ text }) => isThere(text)) ? UNCOUNTED : NOTHING;
    }
    // So it is with nearly all phrases, and nobody asks what is missing.
    if (!begins.test(phrase)) return NOTHING;
    const words = phrase.toLowerCase().trimEnd().split(" ");
    const rest = words.filter((word) => !isThere(word)).map(stemOf);
    const present = new Set(words.filter(isThere)).size;
    return { present, missing: new Set(rest.filter((stem) => !isStopWord(stem))).size };
  };
}

/** Returns what a plain phrase matches if one of its words begins as one of a message does. */
function beginningPattern(beginnings: ReadonlySet<string>): RegExp {
  const plain = [...beginnings].filter((each) => /^[a-z0-9]+$/.test(each))
    .map((each) => each.length < BEGINNING_UNITS ? `${each}(?= |$)` : each);
  return plain.length === 0 ? /^(?!)/ : new RegExp(`(?:^| )(?:${plain.join("|")})`, "i");
}

const NOTHING: PhraseGuess = { present: 0, missing: 0 };
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
  return text.charCodeAt(0) >= FIRST_WIDE && CJK.test(text);
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
