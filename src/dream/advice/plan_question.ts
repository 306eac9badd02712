/**
 * What a model is asked for the plan of a night (SPEC 8.6, 10): claims that passed every gate, entries that the owner or
 * the agent wrote, and the form of the answer in words.
 *
 * @module
 */
import type { StandingEntry } from "../../curate/curated_change.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { observedDay } from "../deep/entry.ts";
import type { Evaluation } from "../deep/evaluate.ts";
import { contentWords } from "../../curate/content_words.ts";
import type { GivenPlan } from "./check_plan.ts";

/** Chars of entries that a question holds at most: more than the resident budget allows a file to have. */
const MAX_ENTRY_CHARS = 16_000;

/** Chars of an answer around its operations, and for each of them; and as many as a claim for a shorter wording. */
const ANSWER_CHARS = 1_000;
const OPERATION_CHARS = 800;

/** Returns the longest answer that a plan can need, in chars. */
export function planAnswerChars({ ready, rewrite }: GivenPlan): number {
  const texts = rewrite === "compact" ? ready.reduce((sum, { candidate }) => sum + candidate.text.length, 0) : 0;
  return ANSWER_CHARS + ready.length * OPERATION_CHARS + texts;
}

/**
 * Returns the entries that may be shown to a model: items that the owner or the agent wrote, and of too many those that
 * have most words in common with the claims.
 */
export function entriesToShow(standing: readonly StandingEntry[], ready: readonly Evaluation[]): StandingEntry[] {
  const trusted = standing.filter(({ entry, origin }) =>
    entry.kind === "item" && isAtLeastAsTrusted(origin.origin, "agent") && origin.state !== "pending" &&
    origin.state !== "echo"
  );
  const wanted = new Set(ready.flatMap(({ candidate }) => contentWords(candidate.text)));
  const nearest = trusted
    .map((each, at) => ({ each, at, shared: contentWords(each.entry.text).filter((word) => wanted.has(word)).length }))
    .sort((a, b) => b.shared - a.shared || a.at - b.at);
  let chars = 0;
  const shown = nearest.filter(({ each }) => (chars += each.entry.text.length) <= MAX_ENTRY_CHARS);
  return shown.sort((a, b) => a.at - b.at).map(({ each }) => each);
}

/** Returns the prompt. */
export function planPrompt({ ready, entries, rewrite }: GivenPlan): string {
  const candidates = ready.map(({ candidate }) => ({
    candidate: candidate.key,
    text: candidate.text,
    observed: observedDay(candidate),
  }));
  const standing = entries.map(({ entry }) => ({
    entry: entry.key,
    text: entry.text,
    observed: entry.annotations.observed,
  }));
  return [
    "You help to keep a long-term memory. Decide for each candidate how it goes into the memory. The program checks the " +
    "answer and writes the text itself.",
    ...RULES,
    ...rewrite === "compact" ? [COMPACT_RULE] : [],
    `Form: {"operations": [{"candidate": "c:…", "action": "added"|"merged"|"superseded", "entry": "e:…" or null, ` +
    `"triggers": ["…"], "importance": 3-10${rewrite === "compact" ? ', "text": "…" or null' : ""}}]}`,
    `Candidates:\n${JSON.stringify(candidates)}`,
    `Entries of the memory:\n${JSON.stringify(standing)}`,
  ].join("\n\n");
}

const RULES: readonly string[] = [
  'One operation for each candidate, none left out. Use only keys that are given. "entry" is null for "added".',
  '"merged": an entry says the same in other words, with the same numbers, names and negations. "superseded": the ' +
  'candidate is a later value of what an entry says. "added": anything else, and whenever in doubt.',
  '"triggers": up to three phrases of two or three words that somebody would use who needs this fact; every word is taken ' +
  'from the text of the candidate. "importance": 3 for a detail, 10 for what must never be missed.',
];

const COMPACT_RULE =
  '"text": the candidate with needless words left out, the others unchanged and in their order; numbers, ' +
  "names and negations stay; null keeps it whole.";
