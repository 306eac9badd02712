/**
 * The tokens of a message, so that many phrases can be looked for at once.
 *
 * @module
 */
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import { type Token, tokenise } from "../../base/text/tokenise.ts";

/** A message taken apart. */
export interface MessageTokens {
  /**
   * Returns whether a phrase may have a word in it: cheap, and never wrong where it says no. Taking hundreds of phrases
   * apart would take longer than the rest of the answer, and nearly all of them have nothing to do with a message.
   */
  mayHold(phrase: string): boolean;
  /** Returns whether a term stands anywhere in it. */
  has(term: QueryTerm): boolean;
  /** Returns whether the words of a phrase stand in it side by side, in their order and within one sentence. */
  hasRun(phrase: string): boolean;
}

/** Tokens of one column of the index, in order. */
interface Column {
  readonly texts: readonly string[];
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
    has: ({ alternatives }) => alternatives.some((way) => hasWay(columns[way.column], way)),
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
  const texts = tokens.map(({ text }) => text);
  return { texts, places: placesOf(texts) };
}

function placesOf(texts: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  }
  return places;
}

function hasWay({ texts, places }: Column, { phrase: [first = "", ...rest] }: TermAlternative): boolean {
  return (places.get(first) ?? []).some((at) => rest.every((text, step) => texts[at + step + 1] === text));
}

/** Leaves out bigrams, and whatever holds a smaller token behind it: identifiers and segments with parts of their own. */
function unitsOf(tokens: readonly Token[]): Unit[] {
  const simple = tokens.filter(({ kind }) => kind !== "bigram");
  return simple.filter((token, at) => {
    const next = simple[at + 1];
    return next === undefined || next.kind !== "part" || next.start >= token.end;
  });
}
