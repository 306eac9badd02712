/**
 * Has a language model write the notes of a session (SPEC 7.3, 10). It is told what was said in two parts that never meet:
 * the words of owner and agent, and all others. A note counts as what it was told from, and as untrusted if a word of it was
 * not said there, or not so: turned by a negation, or mixed of what was said apart.
 *
 * @module
 */
import * as z from "zod/mini";
import { MemoryError } from "../../base/errors.ts";
import { codePoints, estimateTokens } from "../../base/text/measure.ts";
import type { LanguageModel } from "../../model/model.ts";
import { isAtLeastAsTrusted, leastTrusted } from "../../provenance/origin.ts";
import { PRIVATE_SPANS } from "../redact/private_spans.ts";
import { type RedactionPolicy, redactShown } from "../redact/redact.ts";
import type { CoveredPart, CoveredSentence } from "./flush_origin.ts";

/** Who writes, and how much it is told. */
export interface NoteWriter {
  /** The model of the flush. */
  readonly model: LanguageModel;
  /** Deadline of each question, in ms (`model.timeoutMs`). */
  readonly timeoutMs: number;
  /** Estimated tokens of what was said that one question holds, at most; the newest are told (`flush.modelTokens`). */
  readonly maxTokens: number;
}

/** What may not be told. */
export interface NoteSecrets {
  /** The settings' `redact` slice. */
  readonly redaction: RedactionPolicy;
  /** Says of a text that it was forgotten. */
  readonly isForgotten: (text: string) => boolean;
}

/** Notes, and what they are judged by. */
export interface ModelNotes {
  /** One a line; empty if there is nothing to keep. */
  readonly notes: string;
  /** To be given to `writeFlush` with them. */
  readonly part: CoveredPart;
}

/** Notes of one part, at most: who has more to say did not choose. */
const MOST_NOTES = 20;

/** Longest note, in chars: one fact, a line and a half. */
const NOTE_CHARS = 300;

/** Chars of an answer around its notes; each may be escaped. */
const SPARE_CHARS = 500;

const ANSWER = z.strictObject({ notes: z.array(z.string()).check(z.maxLength(MOST_NOTES)) });

/**
 * Asks for notes about a part, once for each of the two kinds of words that it holds.
 *
 * @throws {MemoryError} failed, if the model does not answer in time, or not as it should; nothing was written
 */
export async function modelNotes(part: CoveredPart, writer: NoteWriter, secrets: NoteSecrets): Promise<ModelNotes> {
  const told = tellable(part.sentences, secrets);
  const isTrusted = ({ origin }: CoveredSentence) => isAtLeastAsTrusted(origin, "agent");
  const own = newest(told.filter(isTrusted), writer.maxTokens);
  const foreign = newest(told.filter((each) => !isTrusted(each)), writer.maxTokens);
  const fromOwn = own.length === 0 ? [] : await ask(own, writer);
  const fromForeign = foreign.length === 0 ? [] : await ask(foreign, writer);
  const sentences: CoveredSentence[] = [
    ...own,
    // A note may sum up two sentences that follow each other: then it counts as the lesser of them.
    ...own.slice(1).map(({ text, origin }, at) => ({
      text: `${own[at]?.text ?? ""}\n${text}`,
      origin: leastTrusted(own[at]?.origin ?? origin, origin),
    })),
    // Whoever was told foreign words writes foreign words.
    ...fromForeign.map((text) => ({ text, origin: "untrusted" as const })),
  ];
  return { notes: [...fromOwn, ...fromForeign].join("\n"), part: { sentences, least: "untrusted", isModels: true } };
}

/** Sentences without secrets; what is private or forgotten is left out as a whole. */
function tellable(sentences: readonly CoveredSentence[], { redaction, isForgotten }: NoteSecrets): CoveredSentence[] {
  const lines = sentences.map((each) => ({ ...each, text: each.text.replace(/\s*[\r\n]+\s*/g, " ") }));
  // A private part may run over several sentences.
  const spans = PRIVATE_SPANS.find(lines.map(({ text }) => text).join("\n"));
  let at = 0;
  return lines.flatMap((each) => {
    const [start, end] = [at, at + each.text.length];
    at = end + 1;
    const isPrivate = spans.some((span) => span.start < end && start < span.end);
    if (isPrivate || isForgotten(each.text)) return [];
    return [{ ...each, text: redactShown(each.text, redaction).text }];
  });
}

/** The newest sentences within a budget, in the order in which they were said. */
function newest(sentences: readonly CoveredSentence[], maxTokens: number): CoveredSentence[] {
  let tokens = 0;
  return sentences.toReversed().filter(({ text }) => (tokens += estimateTokens(text) + 1) <= maxTokens).toReversed();
}

async function ask(sentences: readonly CoveredSentence[], { model, timeoutMs }: NoteWriter): Promise<string[]> {
  const answer = await model.ask({
    purpose: "flush",
    prompt: promptFor(sentences),
    deadlineMs: timeoutMs,
    maxAnswerChars: SPARE_CHARS + 2 * MOST_NOTES * NOTE_CHARS,
  });
  const read = ANSWER.safeParse(answer);
  const refuse = (what: string) => new MemoryError(`The model "${model.name}" ${what}`);
  if (!read.success) throw refuse(`answered with something else than up to ${MOST_NOTES} notes`);
  const notes = read.data.notes.map((note) => note.trim()).filter((note) => note !== "");
  if (notes.some((note) => /[\r\n]/.test(note))) throw refuse("wrote a note of several lines");
  const long = notes.find((note) => codePoints(note) > NOTE_CHARS);
  if (long !== undefined) throw refuse(`wrote a note of ${codePoints(long)} chars, more than ${NOTE_CHARS}`);
  return notes;
}

function promptFor(sentences: readonly CoveredSentence[]): string {
  return [
    "The context of a conversation is about to be cut. Write down what will matter later: durable facts, decisions, open " +
    "ends. One fact a note, whole sentences, in the language and in the words of the conversation, with its numbers and " +
    "names. Leave out small talk, steps of the task, what anybody can look up, and secrets.",
    `Up to ${MOST_NOTES} notes of up to ${NOTE_CHARS} chars; none if nothing matters.`,
    'Form: {"notes": ["…"]}',
    `What was said, in order:\n${JSON.stringify(sentences.map(({ text }) => text))}`,
  ].join("\n\n");
}
