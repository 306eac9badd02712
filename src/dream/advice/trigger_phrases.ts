/**
 * Trigger phrases that a model proposes for a claim (SPEC 8.6): they decide when an entry is put before an agent, so they
 * are made of the claim's own words.
 *
 * @module
 */
import { escapeHidden } from "../../base/text/display.ts";
import { codePoints } from "../../base/text/measure.ts";
import { splitTriggers } from "../../workspace/annotation_values.ts";
import type { Candidate } from "../candidate.ts";
import { contentWords } from "../../curate/content_words.ts";

/** As many as the planner derives. */
const MAX_PHRASES = 3;

/** Longest phrase, in chars. */
const MAX_CHARS = 60;

/** One word alone fires too easily (SPEC 8.6). */
const MIN_WORDS = 2;

/** Shortest piece of a run of Chinese characters that is looked for in the claim: one character is in any text. */
const MIN_PIECE = 2;

/** A run of characters of a script without blanks. */
const CJK_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu;

/** What the phrases come to: those that may be used, or why none may, as a short clause. */
export type CheckedPhrases = { readonly phrases: readonly string[] } | { readonly problem: string };

/**
 * Returns the phrases of two words or more that are made of the claim's and its tags' words; others are left out. What is
 * no phrase at all, as a comment or a list, spoils them all.
 */
export function checkPhrases(
  proposed: readonly string[],
  { text, tags }: Pick<Candidate, "text" | "tags">,
): CheckedPhrases {
  const sources = [text, ...tags].map((each) => each.normalize("NFKC").toLowerCase());
  const sourced = new Set(sources.flatMap(contentWords));
  const phrases = new Set<string>();
  for (const given of proposed) {
    const phrase = given.trim();
    const isOne = splitTriggers(phrase).join() === phrase && escapeHidden(phrase) === phrase;
    if (!isOne || /[<>`\t]|--/.test(phrase) || codePoints(phrase) > MAX_CHARS) {
      return { problem: "a trigger is no phrase" };
    }
    const runs = phrase.normalize("NFKC").toLowerCase().match(CJK_RUN) ?? [];
    const others = contentWords(phrase.replace(CJK_RUN, " "));
    const isSourced = others.every((word) => sourced.has(word)) && runs.every((run) => isMadeOf(run, sources));
    if (isSourced && contentWords(phrase).length >= MIN_WORDS) phrases.add(phrase);
  }
  return { phrases: [...phrases].slice(0, MAX_PHRASES) };
}

/** Whether a run can be cut into pieces that all stand in one of the sources. */
function isMadeOf(run: string, sources: readonly string[]): boolean {
  const chars = [...run];
  const reached = new Set([0]);
  for (let end = MIN_PIECE; end <= chars.length; end++) {
    for (let start = 0; start <= end - MIN_PIECE; start++) {
      const piece = chars.slice(start, end).join("");
      if (reached.has(start) && sources.some((source) => source.includes(piece))) reached.add(end);
    }
  }
  return reached.has(chars.length);
}
