/**
 * The tokens of a message, so that many phrases can be looked for at once.
 *
 * @module
 */
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
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
  /** Returns whether the words of a phrase stand in it side by side, in their order and within one sentence. */
  hasRun(phrase: string): boolean;
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
  const beginnings = new Set(tokens.map(({ text }) => text.slice(0, BEGINNING_UNITS)));
  return {
    mayHold: (phrase) => {
      // What is no plain English is folded by the tokeniser in ways that are not guessed here.
      if (!PLAIN.test(phrase)) {
        return tokenise(phrase).some(({ text }) => beginnings.has(text.slice(0, BEGINNING_UNITS)));
      }
      const words = phrase.toLowerCase().match(WORD) ?? [];
      return words.some((word) => beginnings.has(word.slice(0, BEGINNING_UNITS)));
    },
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

/** Small and capital letters, each word in one case, and blanks: every word is a token that begins with its letters. */
const PLAIN = /^(?:[A-Z]?[a-z]+(?: |$))+$/;
const WORD = /[a-z]+/g;

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
        if (!isStopWord(unit.text)) count += CJK.test(unit.text) ? HALF_WORD : 1;
        return place;
      }));
    }
    return places.get(start) ?? 0;
  };
}

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
