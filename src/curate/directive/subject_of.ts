/**
 * The subject of a directive: what it is about, apart from what it says of it (SPEC 7.2). Worked out by code from closed
 * lists (docs/directives.md), the same for every call.
 *
 * @module
 */
import { StemMemo } from "../../base/text/stem.ts";
import { CONCEPTS, EMPTY_WORDS, EMPTY_WORDS_HAN, VALUE_SLOTS } from "./subject_words.ts";

/** What a directive is about, and what it says of it. */
export interface Subject {
  /** Whether it asks for its values or rules them out. */
  readonly stance: "for" | "against";
  /** The slots it fills, with their values; a slot that is only named has none. */
  readonly slots: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is left of its words: stems, concepts, runs of Chinese. */
  readonly words: ReadonlySet<string>;
  /** Its numbers in order. */
  readonly numbers: readonly string[];
  /** The two sides of "X over Y", each as its words; `null` without. The first is wanted. */
  readonly sides: readonly [string, string] | null;
  /** The name that the owner wants to be called by, or `null`. */
  readonly calledName: string | null;
}

/** Returns a reader of subjects; its word lists are made once. */
export function subjectReader(): (text: string) => Subject {
  const lexicon = makeLexicon();
  return (text) => readSubject(text, lexicon);
}

/** Returns whether one value of a slot rules the others out wherever the rest of two directives is the same. */
export function isExclusive(slot: string): boolean {
  return !VALUE_SLOTS.some((line) => line.startsWith(`${slot}? =`));
}

const MANY = /\?$/;

/** What a word or phrase counts as. */
type Meaning =
  | { readonly kind: "value"; readonly slot: string; readonly value: string }
  | { readonly kind: "slot"; readonly slot: string }
  | { readonly kind: "concept"; readonly name: string }
  | { readonly kind: "empty" };

interface Lexicon {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Finds the longest known phrase; Latin ones as whole words. */
  readonly pattern: RegExp;
  readonly stems: StemMemo;
}

function makeLexicon(): Lexicon {
  const meanings = new Map<string, Meaning>();
  const add = (words: string, meaning: Meaning, by: string | RegExp = "|") => {
    for (const word of words.split(by)) if (word !== "" && !meanings.has(word)) meanings.set(word, meaning);
  };
  for (const line of VALUE_SLOTS) {
    const [name = "", words = "", values = ""] = line.split(" = ");
    const slot = name.replace(MANY, "");
    for (const value of values.split("; ")) add(value, { kind: "value", slot, value: value.split("|")[0] ?? value });
    add(words, { kind: "slot", slot });
  }
  for (const words of CONCEPTS) add(words, { kind: "concept", name: words.split("|")[0] ?? words });
  for (const words of [...EMPTY_WORDS, ...EMPTY_WORDS_HAN]) add(words, { kind: "empty" }, " ");
  const longestFirst = [...meanings.keys()].sort((a, b) => b.length - a.length);
  const alternatives = longestFirst.map((word) => {
    const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const [first, last] = [/^[\p{Script=Latin}\d]/u.test(word), /[\p{Script=Latin}\d+#]$/u.test(word)];
    return `${first ? "(?<![\\p{Script=Latin}\\d_])" : ""}${escaped}${last ? "(?![\\p{Script=Latin}\\d_+#])" : ""}`;
  });
  return { meanings, pattern: new RegExp(alternatives.join("|"), "gu"), stems: new StemMemo() };
}

const AGAINST =
  /^(?:(?:please|you|in future|from now on,?)\s+)*(?:never|avoid|don't|do not|stop|refrain|no longer|under no circumstances|not)\b/i;
const AGAINST_INSIDE =
  /^(?:[^,]{0,60}\b)?(?:must|should|shall|can|may|do|will)(?: not|n't|not)\b|^(?:when|if|in|for|before|after)\b[^,]*,\s*(?:never|avoid|don't|do not)\b/i;
const AGAINST_HAN =
  /^(?:总是)?(?:[^,，。不别勿]{0,20}?)(?:绝不|絕不|绝对不|决不|永不|从不|切勿|请勿|勿|禁止|严禁|不准|不许|不得|不要|不用|不能|不再|避免|别|別|不(?!超过|多于|少于))/u;
const CALLED = /^(?:(?:always|please)\s+)?(?:call|address)\s+me\s+(?:as\s+|by\s+)?(.+)$/i;
const CALLED_HAN = /^(?:总是|请)?(?:叫我|称呼我为?|喊我)(.+)$/u;
const OVER =
  /^(?:always\s+)?(?:prefer|use|choose|favou?r|pick|take)\s+(.+?)\s+(?:over|rather than|instead of|to|not|, not)\s+(.+)$/i;
const OVER_HAN = /^(?:总是|优先)?(?:优先)?(?:用|使用|选|写)?(.+?)[,，]?\s*(?:而不是|而非|不用|不要用|代替)(.+)$/u;
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  两: "2",
  二: "2",
  三: "3",
  四: "4",
  五: "5",
  六: "6",
  七: "7",
  八: "8",
  九: "9",
  十: "10",
};

function readSubject(text: string, lexicon: Lexicon): Subject {
  const plain = text.normalize("NFKC").replaceAll("\u2019", "'").replace(/\s+/g, " ").replace(/[.。!！]+$/u, "").trim()
    .toLowerCase();
  const called = CALLED.exec(plain)?.[1] ?? CALLED_HAN.exec(plain)?.[1] ?? null;
  const stance = AGAINST.test(plain) || AGAINST_INSIDE.test(plain) || AGAINST_HAN.test(plain) ? "against" : "for";
  const [, wanted, other] = OVER.exec(plain) ?? OVER_HAN.exec(plain) ?? [];
  const parts = partsOf(wanted !== undefined && isTwoSided(wanted, other) ? wanted : plain, lexicon);
  const sides: Subject["sides"] = wanted === undefined || other === undefined || !isTwoSided(wanted, other)
    ? null
    : [sideOf(wanted, lexicon), sideOf(other, lexicon)];
  return { stance, ...parts, sides, calledName: called };
}

/** "Prefer X to Y" has two sides; "Use X to do Y" has not. */
function isTwoSided(wanted: string, other: string | undefined): boolean {
  return other !== undefined && wanted.length <= MAX_SIDE_CHARS && other.length <= MAX_SIDE_CHARS;
}

/** A side of "X over Y" is a thing with a word or two around it, no sentence. */
const MAX_SIDE_CHARS = 40;

type Parts = Pick<Subject, "slots" | "words" | "numbers">;

function partsOf(text: string, { meanings, pattern, stems }: Lexicon): Parts {
  const slots = new Map<string, Set<string>>();
  const words = new Set<string>();
  const numbers: string[] = [];
  const left = text.replace(pattern, (found) => {
    const meaning = meanings.get(found);
    if (meaning?.kind === "value") slots.set(meaning.slot, (slots.get(meaning.slot) ?? new Set()).add(meaning.value));
    else if (meaning?.kind === "slot") slots.set(meaning.slot, slots.get(meaning.slot) ?? new Set());
    else if (meaning?.kind === "concept") words.add(meaning.name);
    return " ";
  });
  for (const [token] of left.matchAll(/\d+(?:[.:]\d+)*|\p{Script=Han}+|[\p{L}][\p{L}\p{N}_.+#/-]*/gu)) {
    const number = /^\d/.test(token) ? token : NUMBER_WORDS[token];
    if (number !== undefined) numbers.push(number);
    else if (/^[a-z]+$/.test(token)) words.add(stems.stem(token, 0, token.length));
    else words.add(token.replace(/[.\-/]+$/, ""));
  }
  return { slots, words, numbers };
}

function sideOf(text: string, lexicon: Lexicon): string {
  const { slots, words, numbers } = partsOf(text, lexicon);
  const values = [...slots].flatMap(([slot, found]) => [...found].map((value) => `${slot}=${value}`));
  return [...values, ...words, ...numbers].sort().join(" ");
}
