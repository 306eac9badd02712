/**
 * The key of a claim that was given none (SPEC 8.6): its subject and its attribute, without the value. Two claims with one
 * derived key say different things of the same, so that the later one can take the place of the earlier.
 *
 * The rule, in both languages: everything before the first verb of state is the subject and stays, numbers and names in it
 * too. Of what follows, values are left out: numbers, dates, weekdays, times of day, and negations; after "is", "uses" and
 * the like also a name that ends the claim. Words of change ("now", "moved to", 改成) and what is said of the former value
 * ("instead of 5", 从 5) are left out. What remains, stemmed and in order, is the key. A claim without such a verb has none.
 *
 * @module
 */
import { derivedKeyHan } from "./derived_key_han.ts";
import { tokenise } from "../base/text/tokenise.ts";

/** CJK characters from which a claim is read as Chinese. */
const HAN_CHARS = 4;
/** A longer subject is a clause of its own, and no subject that two claims could share. In words. */
const MAX_SUBJECT = 8;

/** Returns the derived key, or `null` if the rule finds none. */
export function derivedKey(text: string): string | null {
  const plain = text.normalize("NFKC").replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
  const han = plain.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han >= HAN_CHARS ? derivedKeyHan(plain) : derivedKeyLatin(plain);
}

function derivedKeyLatin(plain: string): string | null {
  const words = plain.replace(FORMER, " ").replace(CHANGE, " is ").split(/[\s,;()"“”]+|[.!?:](?=\s|$)/)
    .filter((word) => word !== "");
  const at = words.findIndex((word, index) => index > 0 && VERBS.has(word.toLowerCase()));
  if (at < 0) return null;
  const verb = VERBS.get(words[at]?.toLowerCase() ?? "") ?? "";
  const subject = words.slice(0, at).filter(isTelling).map(stem);
  if (subject.length === 0 || subject.length > MAX_SUBJECT || VAGUE.has(subject.join(" "))) return null;
  const rest = words.slice(at + 1).filter(isTelling);
  const values = verb === "have" ? valuesFirst(rest) : withoutValues(rest);
  const predicate = NAMING.has(verb) ? withoutName(values) : values;
  const said = predicate.map((word) => word === VALUE ? VALUE : stem(word));
  // "x is" without anything left would be the key of everything that is said of x.
  if (said.length === 0) return null;
  return `en:${subject.join(" ")}|${verb}|${said.join(" ")}`;
}

/** Stands for a value. */
const VALUE = "#";

/** What is said of the former value. */
const FORMER =
  /\b(?:instead of|rather than)\s[^,;.]*|\((?:was|formerly|previously|not)\s[^)]*\)|,\s*(?:not|no longer)\s[^,;.]*|(?<=\b(?:changed|moved|switched|raised|lowered|reduced|increased)\s)from\s\S+\s(?=to\b)/giu;

/** Words that say that something changed to a value: no more than "is". */
const CHANGE =
  /\b(?:(?:has|have|was|were|is|been)\s+)*(?:changed|moved|switched|set|renamed|raised|lowered|reduced|increased|reverted|restored)\s+(?:back\s+)?to\b|\b(?:is|are)\s+back\s+(?=(?:on|at|in|to)\b)/giu;

/** Verbs of state by their forms; "was" tells of the past. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ...["is", "are", "am", "isn't", "aren't"].map((form) => [form, "is"] as const),
  ...["has", "have", "hasn't", "haven't"].map((form) => [form, "have"] as const),
  ...["needs", "need", "requires", "require", "needn't"].map((form) => [form, "need"] as const),
  ...["uses", "use"].map((form) => [form, "use"] as const),
  ...["runs", "run"].map((form) => [form, "run"] as const),
  ...["listens", "listen"].map((form) => [form, "listen"] as const),
  ...["lives", "live", "sits", "sit", "stands", "stand", "lies", "lie", "stays"].map((form) => [form, "live"] as const),
  ...["starts", "start", "begins", "begin"].map((form) => [form, "start"] as const),
  ...["ends", "end", "expires", "expire", "closes", "close"].map((form) => [form, "end"] as const),
  ...["opens", "open"].map((form) => [form, "open"] as const),
  ...["takes", "take", "lasts", "last"].map((form) => [form, "take"] as const),
  ...["costs", "cost"].map((form) => [form, "cost"] as const),
  ...["keeps", "keep", "stores", "store"].map((form) => [form, "keep"] as const),
  ...["points", "goes", "go"].map((form) => [form, "go"] as const),
  ...["must", "mustn't", "should", "shouldn't", "may", "can", "cannot", "can't"].map((form) => [form, "must"] as const),
]);

/** After these a name at the end is a value. */
const NAMING: ReadonlySet<string> = new Set(["is", "use", "run", "live"]);

/** Subjects that mean something else in each claim. */
const VAGUE: ReadonlySet<string> = new Set(
  ["it", "thi", "this", "that", "there", "here", "he", "she", "they", "these", "those", "who", "what"],
);

const SILENT: ReadonlySet<string> = new Set(
  ("the a an our my your his her their its now again currently still also already actually just only do does did don't " +
    "doesn't not no never nor cannot any longer without").split(" "),
);

function isTelling(word: string): boolean {
  return !SILENT.has(word.toLowerCase().replaceAll("’", "'"));
}

const VALUE_WORD =
  /^(?:[$€£¥#]?\d[\w:.,/%°+-]*|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:january|february|march|april|june|july|august|september|october|november|december)|am|pm|noon|midnight|morning|afternoon|evening|night)$/iu;

function withoutValues(words: readonly string[]): string[] {
  return joined(words.map((word) => VALUE_WORD.test(word) ? VALUE : word));
}

/** "has 3 printers" counts, "has printer 3" names one of several. */
function valuesFirst(words: readonly string[]): string[] {
  const [first, ...others] = words;
  return first === undefined ? [] : [VALUE_WORD.test(first) ? VALUE : first, ...others];
}

const PREPOSITIONS: ReadonlySet<string> = new Set(["in", "at", "on", "to", "called", "named", "from", "until", "by"]);
/** Longest name, in words. */
const MAX_NAME = 3;

/** A name right behind the verb that ends the claim. */
function withoutName(words: readonly string[]): readonly string[] {
  const start = PREPOSITIONS.has(words[0]?.toLowerCase() ?? "") ? 1 : 0;
  const name = words.slice(start);
  const isName = name.length > 0 && name.length <= MAX_NAME && name.every((word) => word === VALUE || isNameLike(word));
  return isName ? [...words.slice(0, start), VALUE] : words;
}

function isNameLike(word: string): boolean {
  return /^\p{Lu}/u.test(word) || /\d/.test(word) || /\w[-_./@]\w/.test(word);
}

/** One sign for several values in a row. */
function joined(words: readonly string[]): string[] {
  return words.filter((word, at) => word !== VALUE || words[at - 1] !== VALUE);
}

function stem(word: string): string {
  return tokenise(word).find(({ kind }) => kind === "identifier" || kind === "word")?.text ?? word.toLowerCase();
}
