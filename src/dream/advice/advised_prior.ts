/**
 * What a model may decide that the planner did not (SPEC 8.1, 8.6): that a claim says the same as an entry in other words,
 * or that it takes an entry's place without a common key. Within these bounds, whatever it says; acceptance counts what is
 * lost by it.
 *
 * @module
 */
import { jaccard } from "../../base/jaccard.ts";
import { isStopWord } from "../../base/text/stop_words.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import { type Fingerprint, fingerprint } from "../../curate/near_duplicate.ts";
import type { Candidate } from "../candidate.ts";
import { contentWords } from "../../curate/content_words.ts";

/**
 * Share of words that two wordings of one fact have in common, at least: with equal numbers, negations and names, half is
 * another wording; below that it is another fact about the same things.
 */
const SAME_FACT_SHARE = 0.5;

/** Content words that a later statement has in common with the one it replaces, at least: a subject and what it is said of. */
const SAME_SUBJECT_WORDS = 2;

/** The same as a share of the words of the shorter one. */
const SAME_SUBJECT_SHARE = 0.5;

/** Returns whether a claim may be joined to an entry because a model says that both say the same. */
export function maySayTheSame(candidate: Candidate, { entry }: StandingEntry): boolean {
  const [mine, theirs] = [fingerprint(candidate.text), fingerprint(entry.text)];
  if (mine.facts !== theirs.facts || !namesAll(mine, theirs) || !namesAll(theirs, mine)) return false;
  return jaccard(new Set(contentWords(candidate.text)), new Set(contentWords(entry.text))) >= SAME_FACT_SHARE;
}

/** Returns whether a claim may take an entry's place, without a common key, because a model says so. */
export function mayBeLaterValue(candidate: Candidate, { entry }: StandingEntry): boolean {
  const { key } = entry.annotations;
  // Two keys that a writer gave say that these are two things.
  if (key !== null && candidate.wishes.key !== null && key !== candidate.wishes.key) return false;
  const [ours, others] = [contentWords(candidate.text), contentWords(entry.text)];
  const [mine, theirs] = [new Set(ours), new Set(others)];
  // What a sentence is about stands first: "the birch service keeps …" is no later value of "the apple service keeps …".
  if (!theirs.has(ours[0] ?? "") || !mine.has(others[0] ?? "")) return false;
  const shared = [...mine].filter((word) => theirs.has(word) && !/^\d/.test(word)).length;
  return shared >= SAME_SUBJECT_WORDS && shared >= SAME_SUBJECT_SHARE * Math.min(mine.size, theirs.size);
}

function namesAll(one: Fingerprint, other: Fingerprint): boolean {
  return [...other.names].every((name) => isStopWord(name) || one.normalised.includes(name));
}
