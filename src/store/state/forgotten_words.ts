/**
 * Knowing forgotten words again by keyed hashes (SPEC 7.6).
 *
 * @module
 */
import { keyedHash } from "../../base/hash.ts";
import { cjkUnits } from "../../base/text/characters.ts";
import { claimWords, wordSize } from "../../base/text/claim_words.ts";

/** A forgotten text, by hashes. */
export interface ForgottenMark {
  /** HMAC of all its words; 64 hex digits. */
  readonly hash: string;
  /** 16 bits of a hash of its first word. */
  readonly head: number;
  /** How many words it has, at least 1. */
  readonly words: number;
  /** Whether it has 12 chars or more (a CJK character counts two), so that it stands in no other text by chance. */
  readonly isLong: boolean;
}

/**
 * Where in a text the words have to stand: as all of it, as a sentence or clause of their own between two signs of
 * punctuation, or anywhere.
 */
export type ForgottenLaw = "whole" | "sentence" | "anywhere";

/** Returns the mark of a text, or `null` if it has no word. */
export function markOf(text: string, key: string): ForgottenMark | null {
  const { words } = claimWords(text);
  const [first] = words;
  if (first === undefined) return null;
  const isLong = words.reduce((size, word) => size + wordSize(word), 0) >= LONG_SIZE;
  return { hash: hashOf(words, key), head: headOf(first, seedOf(key)), words: words.length, isLong };
}

/**
 * Returns what finds the hashes of the marks that a text repeats, each once. Linear in the text: the first word of a mark
 * is looked for before anything is hashed.
 */
export function markFinder(
  marks: readonly ForgottenMark[],
  key: string,
): (text: string, law: ForgottenLaw) => readonly string[] {
  const seed = seedOf(key);
  const heads = Map.groupBy(marks, ({ head }) => head);
  return (text, law) => {
    if (heads.size === 0) return [];
    const { words, isBroken } = claimWords(text);
    const hashes = new Set<string>();
    for (const [at, word] of words.entries()) {
      const starting = heads.get(headOf(word, seed));
      if (starting === undefined) continue;
      for (const count of new Set(starting.map((mark) => mark.words))) {
        const end = at + count;
        if (end > words.length) continue;
        const isApart = isBroken[at] === true && isBroken[end] === true;
        if (law === "sentence" && !isApart) continue;
        if (law === "whole" && (at > 0 || end < words.length)) continue;
        const hash = hashOf(words.slice(at, end), key);
        if (starting.some((mark) => mark.hash === hash && (isApart || mark.isLong))) hashes.add(hash);
      }
    }
    return [...hashes];
  };
}

/** Returns the words of a text that can tell it from others: words as they are, of CJK characters every two neighbours. */
export function tellingWords(text: string): Set<string> {
  const { words } = claimWords(text);
  const told = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (cjkUnits(word, 0) === 0) told.add(word);
    else if (cjkUnits(words[at + 1] ?? "", 0) > 0) told.add(word + (words[at + 1] ?? ""));
  }
  return told;
}

/** Returns the keyed hash of a telling word. */
export function wordHash(word: string, key: string): string {
  return keyedHash(key, `word\n${word}`);
}

/** SPEC 4.3: from 12 chars on, a CJK character counting two, a text inside another one is no chance. */
const LONG_SIZE = 12;

function hashOf(words: readonly string[], key: string): string {
  return keyedHash(key, words.join(" "));
}

function seedOf(key: string): number {
  return Number.parseInt(key.slice(0, SEED_DIGITS), 16);
}

/** Says little of the word: 16 bits under a seed that is a part of the key. */
function headOf(word: string, seed: number): number {
  return Bun.hash.xxHash32(word, seed) & HEAD_BITS;
}

/** 32 bits. */
const SEED_DIGITS = 8;
const HEAD_BITS = 0xffff;
