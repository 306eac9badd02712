/**
 * Trigger phrases for an entry whose writer gave none (SPEC 8.6).
 *
 * @module
 */
import { lazily } from "../base/lazily.ts";
import { tokenise } from "../base/text/tokenise.ts";

/** Phrases that are derived, at most: the first ones say what a claim is about. */
const MAX_PHRASES = 3;
/** Of these, at most so many in the writing that the claim has first, if it has a pair in the other one, too. */
const MAX_FIRST_WRITING = 2;

/**
 * Returns phrases made of two concept tags each, since one word alone fires too easily; a single tag only if there is no
 * second. The first tag is what the claim is about, so it is paired with each further one: a question has both and not
 * always what stood between them. Pairs are of one writing, as messages are; verbs that go with everything are left out.
 *
 * @param tags concept tags of the text
 */
export function derivedTriggers(text: string, tags: readonly string[]): string[] {
  const lower = text.normalize("NFKC").toLowerCase();
  const inText = tags.filter((tag) => lower.includes(tag) && !/[,;<>]|--/.test(tag))
    .sort((a, b) => lower.indexOf(a) - lower.indexOf(b));
  const telling = inText.filter((tag) => !isLightVerb(tag));
  const pool = telling.length > 1 ? telling : inText;
  const isFirstHan = HAN.test(pool[0] ?? "");
  const own = pairsOf(pool.filter((tag) => HAN.test(tag) === isFirstHan));
  const other = pairsOf(pool.filter((tag) => HAN.test(tag) !== isFirstHan));
  if (own.length === 0 && other.length === 0) return pool.length === 0 ? [] : [pool.slice(0, 2).join(" ")];
  const first = own.slice(0, other.length === 0 ? MAX_PHRASES : MAX_FIRST_WRITING);
  return [...first, ...other.slice(0, MAX_PHRASES - first.length)];
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the pairs of the first tag, then those of the second, and so on. */
function pairsOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag, at) => tags.slice(at + 1).map((further) => `${tag} ${further}`));
}

/** Whether a word says that something is or does, and nearly nothing else. */
function isLightVerb(tag: string): boolean {
  return LIGHT_VERBS().has(tokenise(tag)[0]?.text ?? "");
}

/** As stems, the way the index has them. */
const LIGHT_VERBS = lazily((): ReadonlySet<string> =>
  new Set(
    tokenise(
      "answer ask become begin belong bring call change choose come contain decide depend do end expect find follow give go " +
        "happen have help hold include keep leave let lie listen live look mean meet move open prefer provide put reach read " +
        "replace require return run save see send serve set show sit speak stand start stay stop store take tell think turn " +
        "use wait want work write",
    ).map(({ text }) => text),
  )
);
