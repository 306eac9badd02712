/**
 * The class of a line that sums up a part of a session (SPEC 4.5): that of the sentences it was taken from, as far as they
 * can be told.
 *
 * @module
 */
import { isStopWord } from "../../base/text/stop_words.ts";
import { tokenise } from "../../base/text/tokenise.ts";
import { isSaidBy } from "../../curate/said_by.ts";
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";

/** A sentence of the part. */
export interface CoveredSentence {
  /** As said. */
  readonly text: string;
  /** Its class. */
  readonly origin: OriginClass;
}

/** The part of a session that notes are about. */
export interface CoveredPart {
  /** What was said, in order. */
  readonly sentences: readonly CoveredSentence[];
  /** The least trusted class of all of it, also of what was too much to be kept. */
  readonly least: OriginClass;
  /** A model wrote the notes: a note has to be a sentence of the part, or two that follow each other, with words left out. */
  readonly isModels?: boolean;
}

/**
 * Returns what tells the class of a line: the least trusted class of the sentences that each hold all of its content words;
 * of the whole part if there is none, or the line has no content word. What a model wrote has to be said, too: in order
 * and with the sentence's negations.
 */
export function flushOrigins(part: CoveredPart): (line: string) => OriginClass {
  const sentences = part.sentences.map(({ text, origin }) => ({ text, words: contentWords(text), origin }));
  const isHeld = (line: string, text: string) => part.isModels !== true || isSaidIn(line, text.split("\n"));
  return (line) => {
    const wanted = [...contentWords(line)];
    const holding = wanted.length === 0
      ? []
      : sentences.filter(({ words, text }) => wanted.every((word) => words.has(word)) && isHeld(line, text));
    const [first, ...others] = holding;
    if (first === undefined) return part.least;
    return others.reduce((least, { origin }) => leastTrusted(least, origin), first.origin);
  };
}

/** Of two sentences each part of the line has to be one of them: a subject of one with what the other says is neither. */
function isSaidIn(line: string, sentences: readonly string[]): boolean {
  return [[line], line.split(/[,;\uff0c\uff1b\u3002]|\.(?=\s)/)].some((parts) =>
    parts.filter((part) => part.trim() !== "").every((part) => sentences.some((sentence) => isSaidBy(part, sentence)))
  );
}

/** Stems, identifiers and pairs of Chinese characters, without words that say nothing by themselves. */
function contentWords(text: string): Set<string> {
  const kept = tokenise(text).filter(({ kind }) => kind === "word" || kind === "identifier" || kind === "bigram");
  return new Set(kept.map((token) => token.text).filter((word) => !isStopWord(word)));
}
