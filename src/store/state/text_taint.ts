/**
 * Text taint (SPEC 4.5): what repeats the output of tools, for the rest of a session.
 *
 * @module
 */
import { sha256Hex } from "../../base/hash.ts";
import { NumberList } from "../../base/number_list.ts";
import { foldText } from "../../base/text/fold.ts";
import { eachWordRun, shortRuns, wordRuns } from "../../base/text/word_runs.ts";
import { type CommonKnowledge, tellingNames } from "../../provenance/telling_names.ts";
import { copyWidth, LEAST_COPY_WIDTH, withoutAccents } from "./copy_text.ts";
import { foldLookAlikes } from "./look_alikes.ts";
import type { StateStore } from "./open_state.ts";
import {
  type AskedTexts,
  type HashList,
  NO_HASHES,
  type TextAnswer,
  type TextHashes,
  type TextQuestion,
} from "./session_texts.ts";

/** What is known of texts that tools gave. */
export type TextTaintSource = Pick<StateStore, "sessionTexts" | "meta">;

/** What is asked about sentences. */
export type AskedText = TextQuestion;

/** Whose texts are asked, and which of them. */
export interface RepeatSource {
  /** Id of the session's row. */
  readonly id: number;
  /** Of a session that is over only what came from outside counts: output of a build is the owner's to write down. */
  readonly which: AskedTexts;
}

/** Who knows the texts of a session. */
export interface TextAnswerer {
  /** Returns what they say about sentences. */
  ask(question: AskedText): TextAnswer;
}

/** The share of a sentence's shingles from which on it repeats a text (SPEC 4.5). */
const REPEATED_SHARE = 0.5;

/** Hex digits of the digest of a text. */
const DIGEST_DIGITS = 32;

/** How a text is kept. */
export interface KeptAs extends CommonKnowledge {
  /** It came from a tool that reads from outside. */
  readonly isOutside: boolean;
  /** Of the session's own words: they repeat nothing, and only their names are known from then on. @default false */
  readonly isNamesOnly?: boolean;
}

/** Returns a text of a tool as it is kept. */
export function hashesOfText(
  { meta }: TextTaintSource,
  text: string,
  { isOutside, isNamesOnly = false, ...common }: KeptAs,
): TextHashes {
  return {
    digest: sha256Hex(text).slice(0, DIGEST_DIGITS),
    isOutside,
    shingles: isNamesOnly ? NO_HASHES : runsOfText(text, isOutside),
    names: new Float64Array(new Set(nameHashes(namesIn(text, common), meta.hmacKey))),
  };
}

function runsOfText(text: string, isOutside: boolean): HashList {
  const seen = asSeen(text);
  const runs = new NumberList(10 * seen.length / SHORT_LINE_UNITS);
  const add = (hash: number) => runs.add(hash);
  eachWordRun(seen, add);
  // A line shorter than a shingle would be found only together with its neighbours.
  const addShort = (part: string) => {
    if (part.length <= SHORT_LINE_UNITS && copyWidth(part.trim()) >= least) eachWordRun(part, add);
  };
  const least = isOutside ? LEAST_SAID_WIDTH : LEAST_COPY_WIDTH;
  for (const line of seen.split("\n")) {
    addShort(line);
    // Prose from outside has short sentences within its lines; output of a build has not, and there is much of it.
    if (isOutside) {
      for (const sentence of line.split(SENTENCE_END)) {
        addShort(sentence);
        for (const clause of sentence.split(CLAUSE_END)) addShort(clause);
      }
    }
  }
  return runs.take();
}

/**
 * Returns for each text whether it repeats what a tool gave to a session, whoever wrote it: names alone do not count, since
 * a person may know them as well.
 */
export function repeatedTexts(
  { sessionTexts }: Pick<TextTaintSource, "sessionTexts">,
  { id, which }: RepeatSource,
  texts: readonly string[],
): boolean[] {
  const asked = texts.map(sentenceRuns);
  const shingles = new Set(asked.flatMap((sentences) => sentences.flatMap((runs) => [...runs])));
  if (shingles.size === 0) return texts.map(() => false);
  const { shared } = sessionTexts.ask(id, { shingles, names: new Set() }, which);
  return asked.map((sentences) => isRepeated(sentences, shared));
}

/**
 * Returns why a text is not the session's own, as a short clause, or `null`: it repeats a text of a tool, or carries a
 * name that the session first saw in a text from outside.
 */
export function textTaintOf(
  source: TextTaintSource,
  sessionId: number,
  { text, ...common }: CommonKnowledge & { readonly text: string },
): string | null {
  return textTaintsOf(source, sessionId, { texts: [text], ...common })[0] ?? null;
}

/**
 * Does the same for many texts, in their order, for about the price of one: whoever asks goes through all that is kept of
 * the session, 50 ms for a million shingles.
 */
export function textTaintsOf(
  source: TextTaintSource,
  sessionId: number,
  { texts, ...common }: CommonKnowledge & { readonly texts: readonly string[] },
): (string | null)[] {
  const answerer = { ask: (question: AskedText) => source.sessionTexts.ask(sessionId, question) };
  return textTaintsBy(answerer, source.meta.hmacKey, { texts, ...common });
}

/** Does the same with whoever knows the texts of the session. */
export function textTaintsBy(
  answerer: TextAnswerer,
  hmacKey: string,
  { texts, ...common }: CommonKnowledge & { readonly texts: readonly string[] },
): (string | null)[] {
  const asked = texts.map((text) => ({
    sentences: sentenceRuns(text),
    names: nameHashes(namesIn(text, common), hmacKey),
  }));
  const shingles = new Set<number>();
  for (const { sentences } of asked) for (const runs of sentences) for (const hash of runs) shingles.add(hash);
  const names = new Set(asked.flatMap((each) => each.names));
  if (shingles.size === 0 && names.size === 0) return texts.map(() => null);
  const { shared, outsideNames } = answerer.ask({ shingles, names });
  return asked.map((each) => {
    if (each.names.some((name) => outsideNames.has(name))) return NAME_FROM_OUTSIDE;
    return isRepeated(each.sentences, shared) ? REPEATS : null;
  });
}

/** Returns the runs of each sentence of a text by which it is told whether it repeats another. */
export function repeatableRuns(text: string): ReadonlySet<number>[] {
  return sentenceRuns(text);
}

/**
 * Returns the parts of a sentence that are too short for a run and make most of it: whether a short line or clause from
 * outside stands in what a person says.
 */
export function sayableParts(sentence: string): ReadonlySet<number> {
  return shortRuns(asSeen(sentence), SAID_SHARE);
}

/** Returns whether enough of a sentence's runs are known for it to be a repetition. */
export function isRepetition(runs: ReadonlySet<number>, isKnown: (hash: number) => boolean): boolean {
  let count = 0;
  for (const hash of runs) if (isKnown(hash)) count++;
  return count >= REPEATED_SHARE * runs.size;
}

const NAME_FROM_OUTSIDE = "it carries a name that was first seen in text from outside";
const REPEATS = "it repeats what a tool gave";

/** What is short is easily the same by chance: more of a sentence has to be it than of one that shares runs. */
const SAID_SHARE = 0.7;

/** "use tabs" and 跳过测试: the least of an order that says something; a CJK character counts two. */
const LEAST_SAID_WIDTH = 8;

/** Where clauses end as well. */
const CLAUSE_END = /(?<=[.!?;,:])\s+|(?<=[。！？；，：、])|\s[-–—]\s/;

/** Where sentences and lines end. */
const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？；])|\n/;

/** Five words of Latin text are hardly longer, in UTF-16 units. */
const SHORT_LINE_UNITS = 60;

/** Returns the text itself and each of its sentences that is wide enough to be told from chance. */
function sentencesOf(text: string): string[] {
  const parts = text.split(SENTENCE_END).map((part) => part.trim());
  return [...new Set([text, ...parts])].filter((part) => copyWidth(part) >= LEAST_COPY_WIDTH);
}

function sentenceRuns(text: string): ReadonlySet<number>[] {
  return sentencesOf(text).map((sentence) => wordRuns(asSeen(sentence))).filter((runs) => runs.size > 0);
}

/** Returns a text as it looks: neither letters of another script nor marks on letters make other words of it. */
export function asSeen(text: string): string {
  if (!MAY_LOOK_LIKE.test(text)) return text;
  return foldLookAlikes(withoutAccents(foldText(text.replace(DRAWN, " ")).toLowerCase()));
}

/** Operators, frames and bars: a bar between two columns is no letter. */
const DRAWN = /[\u2200-\u245f\u2500-\u25ff]/g;

/** Anything but ASCII, punctuation, Kana and common Han: most texts, and most of what tools give, need no second look. */
const MAY_LOOK_LIKE = /[\u0080-\u200f\u2028-\u2fff\u3007\ua000-\uff00\uff5f-\uffff]/;

function isRepeated(sentences: readonly ReadonlySet<number>[], shared: ReadonlySet<number>): boolean {
  return sentences.some((runs) => countIn(runs, shared) >= REPEATED_SHARE * runs.size);
}

function countIn(runs: ReadonlySet<number>, shared: ReadonlySet<number>): number {
  let count = 0;
  for (const hash of runs) if (shared.has(hash)) count++;
  return count;
}

/** Names are short and few: without a key, who reads the hash of a port could try all ports. */
function nameHashes(names: ReadonlySet<string>, hmacKey: string): number[] {
  if (names.size === 0) return [];
  const seed = BigInt(`0x${hmacKey.slice(0, SEED_DIGITS)}`);
  return [...names].map((name) => Number(Bun.hash.xxHash64(name, seed) & NAME_MASK));
}

/** 64 bits of the key. */
const SEED_DIGITS = 16;

/** The bits that a JavaScript number holds exactly. */
const NAME_MASK = 2n ** 52n - 1n;

/** Returns the names of a text as it stands, and as it looks: letters of another script hide none. */
function namesIn(text: string, common: CommonKnowledge): ReadonlySet<string> {
  const names = tellingNames(text, common);
  const seen = foldLookAlikes(text);
  if (seen === text) return names;
  // No name goes over the end of a line: only lines that look otherwise can have others.
  const lines = text.split("\n");
  const others = seen.split("\n").filter((line, at) => line !== lines[at]);
  return names.union(tellingNames(others.join("\n"), common));
}
