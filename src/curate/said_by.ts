/**
 * Whether a sentence that a model wrote only says what a statement says (SPEC 4.5, 9.3): words may be left out, and nothing
 * else. Invented words, other negations and orders made of a report are what a model is never believed.
 *
 * @module
 */
import { grantsPermission } from "../provenance/grants_permission.ts";
import { contentWords, isInOrder } from "./content_words.ts";
import { turningWords } from "../base/text/telling_facts.ts";

/**
 * Returns whether a wording is a statement with words left out: it has content words, each comes from the statement in its
 * order, its negations and modal words are the statement's, and it is no order or permission that the statement is not.
 */
export function isSaidBy(wording: string, statement: string): boolean {
  const words = contentWords(wording);
  if (words.length === 0 || !isInOrder(words, contentWords(statement))) return false;
  const [mine, theirs] = [turningWords(wording), turningWords(statement)];
  if (mine.fixed.join() !== theirs.fixed.join() || !isInOrder(mine.opposite, theirs.opposite)) return false;
  if (grantsPermission(wording) && !grantsPermission(statement)) return false;
  return !isOrder(wording, statement);
}

/** Words without a content that make an order of a report: they have to be the statement's. */
const ADDRESS = /\b(?:you|your|please|let|lets|(?:have|has|is|are) to)\b|[请你您]/g;

/** A part of a sentence that could stand alone. */
const PART_START = /(?:^|[:;,.!?\u2014\uff1a\uff0c\u3002\uff1b-])[\s"'(]*([a-z]+)/g;

/** "We agreed to use Bun" is a report, "use Bun" an order: a part may not begin with a verb that "to" stood before. */
function isOrder(wording: string, statement: string): boolean {
  const [mine, theirs] = [wording, statement].map((text) => text.normalize("NFKC").toLowerCase());
  if (mine === undefined || theirs === undefined) return false;
  if (!isInOrder(mine.match(ADDRESS) ?? [], theirs.match(ADDRESS) ?? [])) return true;
  return [...mine.matchAll(PART_START)].some(([, verb = ""]) =>
    new RegExp(`\\b(?:to|not|never|please|and|or|can|could|will|would|should|must|may|might)\\s+${verb}\\b`).test(
      theirs,
    )
  );
}
