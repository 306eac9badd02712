/**
 * Whether a shorter wording may stand for a claim (SPEC 8.6): words may be left out, and nothing else. Whatever turns one
 * fact into another stays: numbers, negations, names.
 *
 * @module
 */
import { isStopWord } from "../../base/text/stop_words.ts";
import { escapeHidden } from "../../base/text/display.ts";
import { codePoints } from "../../base/text/measure.ts";
import { derivedKey } from "../../curate/derived_key.ts";
import { fingerprint } from "../../curate/near_duplicate.ts";
import { contentWords, isInOrder } from "../../curate/content_words.ts";

/** Shortest entry, in chars: SPEC 7.4 takes no shorter claim. */
const MIN_CHARS = 12;

/** Share of the claim's content words that has to stay: with fewer, what is left says something else. */
const MIN_KEPT_SHARE = 0.6;

/** What could be read as markup where the claim had none. */
const MARKUP = /[<>`\[\]|*_#~\\]/g;

/** What a line could begin with to be another block than text. */
const BLOCK_START = /^(?:[-+*>#|=]|\d{1,9}[.)]|~{3}|`{3})/;

/** Returns why a wording may not stand for a claim, as a short clause; `null` if it may. */
export function compactProblem(wording: string, claim: string): string | null {
  if (wording !== wording.trim() || /[\r\n\t]/.test(wording) || wording !== wording.normalize("NFC")) {
    return "it is not one plain line";
  }
  if (escapeHidden(wording) !== wording) return "it holds hidden characters";
  if (!isSubset(wording.match(MARKUP) ?? [], claim.match(MARKUP) ?? [])) return "it holds markup of its own";
  if (BLOCK_START.test(wording) && !claim.startsWith(wording.slice(0, 1))) return "it begins like another block";
  const length = codePoints(wording);
  if (length < MIN_CHARS) return `it has ${length} chars, fewer than ${MIN_CHARS}`;
  if (length > codePoints(claim)) return "it is longer than the claim";
  const [words, source] = [contentWords(wording), contentWords(claim)];
  if (!isInOrder(words, source)) return "a word of it does not come from the claim, or not in its order";
  if (words.length < source.length * MIN_KEPT_SHARE) return "it leaves out too many words";
  return factsProblem(wording, claim);
}

function factsProblem(wording: string, claim: string): string | null {
  const [mine, theirs] = [fingerprint(wording), fingerprint(claim)];
  if (mine.facts !== theirs.facts) return "a number, a negation, a name or the like differs";
  const missing = [...theirs.names].find((name) => !isStopWord(name) && !mine.normalised.includes(name));
  if (missing !== undefined) return "a name is left out";
  return isAboutTheSame(derivedKey(wording), derivedKey(claim)) ? null : "it is about something else";
}

/** "The staging gateway" is not "the gateway". Where the claim's subject is not known, its words in order have to do. */
function isAboutTheSame(mine: string | null, theirs: string | null): boolean {
  return theirs === null || mine?.split("|", 1)[0] === theirs.split("|", 1)[0];
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
