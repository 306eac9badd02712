/**
 * What the rules of recall intent look at: a part of a message that is small enough, without what is quoted or code.
 *
 * @module
 */
import { cutCodePoints } from "../../../base/text/measure.ts";

/** One sentence, and what the message around it is like. */
export interface Sentence {
  /** Lower case, NFKC, single blanks, straight apostrophes; the mark at its end stays. */
  readonly text: string;
  /** It ends with a question mark. */
  readonly isQuestion: boolean;
  /** Some sentence of the message does. */
  readonly isInQuestion: boolean;
}

/** Of a pasted page the beginning and the end are read: people ask before or behind what they paste. In chars. */
const EDGE_CHARS = 1_500;
/** Sentences that are looked at on each side: more than {@linkcode EDGE_CHARS} hold in ordinary prose. */
const MOST_SENTENCES = 100;

/** Returns the sentences of a message; the work is bounded, however long the message is. */
export function sentencesOf(message: string): readonly Sentence[] {
  const all = withoutForeign(edges(message)).normalize("NFKC").toLowerCase().replace(/[\u2018\u2019\u02bc]/g, "'")
    .split(SENTENCE_END).map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
  const texts = all.length <= 2 * MOST_SENTENCES
    ? all
    : [...all.slice(0, MOST_SENTENCES), ...all.slice(-MOST_SENTENCES)];
  const isInQuestion = texts.some(isQuestion);
  return texts.map((text) => ({ text, isQuestion: isQuestion(text), isInQuestion }));
}

/** NFKC has made the full-width question mark an ordinary one. */
function isQuestion(text: string): boolean {
  return text.endsWith("?");
}

/** A full stop counts before a blank only, since it stands in numbers and names, too. */
const SENTENCE_END = /(?<=[\u3002!?;\n]|\.(?=\s))/;

function edges(message: string): string {
  if (message.length <= 2 * EDGE_CHARS) return message;
  const end = message.slice(-EDGE_CHARS);
  // The first half of a pair of surrogates may have been cut off.
  const isHalf = end.charCodeAt(0) >= 0xdc00 && end.charCodeAt(0) <= 0xdfff;
  return `${cutCodePoints(message.slice(0, 2 * EDGE_CHARS), EDGE_CHARS)}\n${isHalf ? end.slice(1) : end}`;
}

/** Code, quoted lines, and what stands between double quotes say what somebody else says, or what is to be worked on. */
function withoutForeign(text: string): string {
  return text
    .replace(/```[^]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`/g, " ")
    .replace(/^[ \t]*>.*$/gm, " ")
    .replace(/"[^"\n]{0,300}"|\u201c[^\u201d\n]{0,300}\u201d/g, " x ");
}
