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
import { keyWording } from "./key_wording.ts";
import { measuredBy } from "./unit_words.ts";
import { tokenise } from "../base/text/tokenise.ts";

/** CJK characters from which a claim is read as Chinese. */
const HAN_CHARS = 4;
/** A longer subject is a clause of its own, and no subject that two claims could share. In words. */
const MAX_SUBJECT = 8;

/** Returns the derived key, or `null` if the rule finds none. */
export function derivedKey(text: string): string | null {
  const plain = plainClaim(text);
  return isHan(plain) ? derivedKeyHan(plain) : derivedKeyLatin(plain);
}

/** Returns a claim in NFKC without marks of code and emphasis, with single blanks. */
export function plainClaim(text: string): string {
  return text.normalize("NFKC").replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
}

/** Returns whether a claim is read as Chinese. */
export function isHan(plain: string): boolean {
  return (plain.match(/\p{Script=Han}/gu)?.length ?? 0) >= HAN_CHARS;
}

/** Returns the words of an English claim that tell something, stemmed, without articles, negations and words of change. */
export function tellingWords(plain: string): string[] {
  return wordsOf(plain).filter(isTelling).map((word) => stem(VERBS.get(word.toLowerCase()) ?? word));
}

function wordsOf(plain: string): string[] {
  return keyWording(plain).split(/[\s,;()"“”]+|[.!?:](?=\s|$)/).filter((word) => word !== "");
}

function derivedKeyLatin(plain: string): string | null {
  const words = wordsOf(plain);
  const at = words.findIndex((word, index) => index > 0 && VERBS.has(word.toLowerCase()));
  if (at < 0) return null;
  const verb = VERBS.get(words[at]?.toLowerCase() ?? "") ?? "";
  const subject = ownerFirst(words.slice(0, at).filter(isTelling)).map(stem);
  if (subject.length === 0 || subject.length > MAX_SUBJECT || VAGUE.has(subject.join(" "))) return null;
  const rest = words.slice(at + 1).filter(isTelling);
  const values = verb === "have" ? valuesFirst(rest) : withoutValues(rest);
  const predicate = NAMING.has(verb) ? withoutName(values, verb) : values;
  const said = predicate.map((word) => isValue(word) ? word : stem(word));
  // "x is" without anything left would be the key of everything that is said of x.
  if (said.length === 0) return null;
  // Whose port is 5 listens on port 5.
  const [preposition, port, ...others] = said;
  const isPort = verb === "listen" && preposition === "on" && port === "port" && others[0] === VALUE;
  const owner = subject.join(" ");
  return isPort ? `en:${owner} port|is|${others.join(" ")}` : `en:${owner}|${verb}|${said.join(" ")}`;
}

/** Stands for a value; what it measures may follow. */
const VALUE = "#";

function isValue(word: string): boolean {
  return word.startsWith(VALUE);
}

/** "port of the gateway" is the gateway port. */
function ownerFirst(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word.toLowerCase() === "of");
  return at < 1 || at === words.length - 1 ? [...words] : [...ownerFirst(words.slice(at + 1)), ...words.slice(0, at)];
}

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
  ...["works", "work"].map((form) => [form, "work"] as const),
  ...["points", "goes", "go"].map((form) => [form, "go"] as const),
  ...["must", "mustn't", "should", "shouldn't", "may", "can", "cannot", "can't"].map((form) => [form, "must"] as const),
]);

/** After these a name at the end is a value. */
const NAMING: ReadonlySet<string> = new Set(["is", "use", "run", "live", "work"]);

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

/** What a unit can follow. */
const NUMBER =
  /^(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half)$/iu;

const VALUE_WORD =
  /^(?:[$€£¥#]?\d[\w:.,/%°+-]*|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:january|february|march|april|june|july|august|september|october|november|december)|am|pm|noon|midnight|morning|afternoon|evening|night)$/iu;

function withoutValues(words: readonly string[]): string[] {
  const said: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const { value, length } = valueAt(words, at);
    // Several values in a row are one.
    if (value !== said.at(-1) || !isValue(value)) said.push(value);
    at += length - 1;
  }
  return said;
}

/** Returns the sign of a value with its unit, or the word itself, and how many words that takes. */
function valueAt(words: readonly string[], at: number): { readonly value: string; readonly length: number } {
  const [word = "", next = ""] = words.slice(at);
  if (!VALUE_WORD.test(word)) return { value: word, length: 1 };
  const attached = measuredBy(/^\d[\d.,]*(\p{L}+)$/u.exec(word)?.[1] ?? "");
  if (attached !== null) return { value: VALUE + attached, length: 1 };
  const measured = NUMBER.test(word) ? measuredBy(next) : null;
  return measured === null ? { value: VALUE, length: 1 } : { value: VALUE + measured, length: 2 };
}

/** "has 3 printers" counts, "has printer 3" names one of several. */
function valuesFirst(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const { value, length } = valueAt(words, 0);
  return [value, ...words.slice(length)];
}

const PREPOSITIONS: ReadonlySet<string> = new Set(["in", "at", "on", "to", "called", "named", "from", "until", "by"]);
/** What something is used for tells one use from another. */
const PURPOSES: ReadonlySet<string> = new Set(["for", "as"]);
/** Longest name, in words. */
const MAX_NAME = 3;

/** A name right behind the verb that ends the claim, or that only a purpose follows. */
function withoutName(words: readonly string[], verb: string): readonly string[] {
  const first = words[0]?.toLowerCase() ?? "";
  // Nobody works at two places of one kind, but on several things.
  if (verb === "work" && first === "on") return words;
  const start = PREPOSITIONS.has(first) ? 1 : 0;
  const purpose = verb === "use" ? words.findIndex((word) => PURPOSES.has(word.toLowerCase())) : -1;
  const name = words.slice(start, purpose < 0 ? undefined : purpose);
  const isName = name.length > 0 && name.length <= MAX_NAME && name.every((word) => isValue(word) || isNameLike(word));
  return isName ? [...words.slice(0, start), VALUE, ...purpose < 0 ? [] : words.slice(purpose)] : words;
}

function isNameLike(word: string): boolean {
  return /^\p{Lu}/u.test(word) || /\d/.test(word) || /\w[-_./@]\w/.test(word);
}

function stem(word: string): string {
  return tokenise(word).find(({ kind }) => kind === "identifier" || kind === "word")?.text ?? word.toLowerCase();
}
