/**
 * The question of a search, taken apart. Any text is a legal question (SPEC 6); only one that holds nothing to look for
 * is refused.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { cutCodePoints } from "../../base/text/measure.ts";
import { MAX_QUERY_CHARS, type QueryTerm, queryTerms } from "../../base/text/query_terms.ts";
import { isStopWord } from "../../base/text/stop_words.ts";
import { tokenise } from "../../base/text/tokenise.ts";
import { askedPart } from "./asked_part.ts";
import { dayTerms } from "./day_terms.ts";

/** What a search looks for. */
export interface Question {
  /** As asked. */
  readonly text: string;
  /** What of a long text is the question; the whole text of a short one. This is what the vector lane is given. */
  readonly asked: string;
  /**
   * Terms that count: the days it names, then those that say something, or all of them if none does. At most
   * {@linkcode MAX_TERMS}.
   */
  readonly terms: readonly QueryTerm[];
  /** Texts of the terms that stand beside the question proper of a long text. They say less. */
  readonly asides: ReadonlySet<string>;
  /**
   * Tokens that speak for a chunk without being asked for: pieces of a hyphenated word, and Chinese bigrams across the
   * edge of a function word (我住). They help to order hits and make none.
   */
  readonly clues: readonly string[];
  /** What stood between double quotes, term by term. */
  readonly phrases: readonly (readonly QueryTerm[])[];
  /** It has function words outside its quotes, so the quotes mark a name or a citation and demand nothing. */
  readonly isSentence: boolean;
}

/**
 * Terms of one question that are looked up. A pasted page has hundreds; its first ones say what it is about, and each
 * further term costs a scan of its postings.
 */
export const MAX_TERMS = 64;
/** A question with more terms than this is a message with a question in it; two sentences seldom have so many. */
const LONG_TERMS = MAX_TERMS / 2;
/** Phrases of one question that are looked up. */
const MAX_PHRASES = 8;

/**
 * Returns the parts of a question.
 *
 * @throws {MemoryError} usage, when the text is empty, blank or invisible
 */
export function readQuestion(text: string): Question {
  if (isBlank(text)) {
    throw new MemoryError(`Cannot search for "${text.trim().slice(0, 20)}": a question needs at least one word`, {
      kind: "usage",
      hint: 'ask as in: memory search "gateway port"',
    });
  }
  const all = queryTerms(text);
  const telling = all.terms.filter((term) => !term.isStop);
  const days = dayTerms(text);
  const asked = telling.length > LONG_TERMS ? askedPart(text) : text;
  const meant = unique([...days, ...(telling.length > 0 ? telling : all.terms)]);
  const inside = asked === text ? null : new Set([...days, ...queryTerms(asked).terms].map((term) => term.text));
  const asides = inside === null ? [] : meant.filter((term) => !inside.has(term.text));
  const terms = [...meant.filter((term) => !asides.includes(term)), ...asides].slice(0, MAX_TERMS);
  const phrases = all.phrases.filter((phrase) => phrase.length > 0).slice(0, MAX_PHRASES);
  const quoted = new Set(phrases.flat().map((term) => term.text));
  const isSentence = all.terms.some((term) => term.isStop && !quoted.has(term.text));
  const aside = new Set(asides.map((term) => term.text));
  return { text, asked, terms, asides: aside, clues: cluesOf(text, terms), phrases, isSentence };
}

/**
 * Blanks, control and invisible characters. Written out: classes of Unicode properties take longer to build than a
 * question takes to read.
 */
const BLANK =
  // deno-lint-ignore no-control-regex -- control characters are meant
  /^[\s\x00-\x1f\x7f-\x9f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*$/;

/** Returns whether a text is empty, or holds nothing that can be seen. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/**
 * Returns whether a question that is not blank holds no word in any script, as `!!!` and 🦊: no lane is asked for it, as
 * anything is as near to it as anything else.
 */
export function isWordless({ text, terms }: Pick<Question, "text" | "terms">): boolean {
  // The class takes a while to build, so it is asked last.
  return terms.length === 0 && !/[\p{L}\p{N}]/u.test(text);
}

function unique(terms: readonly QueryTerm[]): QueryTerm[] {
  return [...new Map(terms.map((term) => [term.text, term])).values()];
}

/** What a question must hold to have clues: CJK text, or something that joins the pieces of a word. */
const MAY_HAVE_CLUES = /[^ -~]|[^ ][-_.\/:+#@A-Z]/;

function cluesOf(text: string, terms: readonly QueryTerm[]): string[] {
  if (!MAY_HAVE_CLUES.test(text)) return [];
  const asked = new Set(terms.flatMap((term) => term.alternatives.map((way) => way.phrase.join(" "))));
  const clues = new Set<string>();
  for (const { kind, text: token } of tokenise(cutCodePoints(text, MAX_QUERY_CHARS))) {
    if ((kind === "bigram" || kind === "part") && !asked.has(token) && !isStopWord(token)) clues.add(token);
  }
  return [...clues].slice(0, MAX_TERMS);
}
