/**
 * Keyword sets of event wishes: a message matches when it holds all terms of one set, in any order (SPEC 9.5). Words are told
 * by the one tokeniser: stems of Latin words, pairs of Chinese characters.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { codePoints, cutCodePoints } from "../base/text/measure.ts";
import { type QueryTerm, queryTerms } from "../base/text/query_terms.ts";
import { isStopWord } from "../base/text/stop_words.ts";
import { tokenise } from "../base/text/tokenise.ts";

/** Most sets of one wish, and the longest set in chars; longer lists are no condition that anybody oversees. */
const MOST_SETS = 24;
const MOST_CHARS = 120;

/** One set, as it was written and as terms. */
export interface KeywordSet {
  /** As it was written, blanks tidied. */
  readonly text: string;
  /** Its terms without function words. */
  readonly terms: readonly QueryTerm[];
}

/**
 * Returns the sets of a list such as `deploy gateway; 部署 网关`.
 *
 * @throws {MemoryError} usage, if a set says nothing, or there are too many or too long ones
 */
export function readKeywords(list: string): KeywordSet[] {
  const texts = list.split(/[;；\n]/).map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  const sets = [...new Set(texts)].map(setOf);
  if (sets.length === 0) throw refused(list, "it should hold at least one word");
  if (sets.length > MOST_SETS) throw refused(list, `it should have at most ${MOST_SETS} sets, and has ${sets.length}`);
  for (const { text, terms } of sets) {
    if (codePoints(text) > MOST_CHARS) throw refused(text, `a set should have at most ${MOST_CHARS} chars`);
    // One character stands in too many words, and a function word in every sentence.
    const isTelling = terms.some((term) => !isStopWord(term.text)) &&
      (terms.length > 1 || terms.some((term) => codePoints(term.text) > 1));
    if (!isTelling) throw refused(text, "a set should hold a word that is no function word and has two chars or more");
  }
  return sets;
}

/** Returns a set as it was stored. */
export function setOf(text: string): KeywordSet {
  return { text, terms: queryTerms(text).terms.filter(({ isStop }) => !isStop) };
}

/** Returns terms of which a message that matches one of the sets has at least one: of each set those of its longest. */
export function anchorTerms(sets: readonly KeywordSet[]): string[] {
  return sets.flatMap(({ terms }) => {
    const [longest] = terms.toSorted((a, b) => b.text.length - a.text.length);
    return longest?.alternatives.map(({ phrase }) => phrase[0] ?? "") ?? [];
  }).filter((term) => term !== "");
}

/** A pasted log is no message; what stands far behind its beginning is not looked at. In chars. */
const MOST_MESSAGE_CHARS = 20_000;

/** Returns the terms of a message, each once. */
export function messageTerms(message: string): Set<string> {
  return new Set(tokenise(cutCodePoints(message, MOST_MESSAGE_CHARS)).map(({ text }) => text));
}

/** Returns the first set of which a message has all terms, or `null`. */
export function matchingSet(sets: readonly KeywordSet[], message: ReadonlySet<string>): KeywordSet | null {
  const has = ({ alternatives }: QueryTerm) => alternatives.some(({ phrase }) => phrase.every((it) => message.has(it)));
  return sets.find(({ terms }) => terms.length > 0 && terms.every(has)) ?? null;
}

function refused(text: string, why: string): MemoryError {
  return new MemoryError(`Cannot use the keywords "${text}": ${why}`, {
    kind: "usage",
    hint: 'write sets with semicolons between them: --keywords "deploy gateway; 部署 网关"',
  });
}
