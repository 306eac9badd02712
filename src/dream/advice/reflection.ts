/**
 * What a model says about the week (SPEC 8.2): for people, in `DREAMS.md` only, and never an input of anything.
 *
 * @module
 */
import * as z from "zod/mini";
import { codePoints } from "../../base/text/measure.ts";
import type { Candidate } from "../candidate.ts";
import type { Theme } from "../rem/themes.ts";
import type { Reflection } from "./advice.ts";

/** What the model is given. */
export interface GivenWeek {
  /** Strongest first. */
  readonly themes: readonly Theme[];
  /** Claims that REM looked at, all of which pass the gate of origin. */
  readonly considered: readonly Candidate[];
}

/** Longest reflection, in chars: what a person reads in half a minute. */
const MAX_CHARS = 1_200;

/** Highlights that it may name, at most (SPEC 8.2). */
const MAX_HIGHLIGHTS = 3;

/** Chars of an answer around the reflection. */
const SPARE_CHARS = 500;

/** Chars of claims that a question holds at most. */
const MAX_CLAIM_CHARS = 12_000;

/** Longest answer, in chars; one that is escaped takes more. */
export const REFLECTION_ANSWER_CHARS = 2 * MAX_CHARS + SPARE_CHARS;

const ANSWER = z.strictObject({
  reflection: z.string(),
  highlights: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(MAX_HIGHLIGHTS)))),
});

/** Returns the claims that the question holds. */
export function claimsToShow(considered: readonly Candidate[]): Candidate[] {
  let chars = 0;
  return considered.filter(({ text }) => (chars += text.length) <= MAX_CLAIM_CHARS);
}

/** Returns the prompt. */
export function reflectionPrompt({ themes, considered }: GivenWeek): string {
  const claims = considered.map(({ key, text, day }) => ({ key, text, day }));
  return [
    "Somebody keeps notes. Say in a few plain sentences what their week was about and what seems to matter, from the notes " +
    "below and nothing else, in the language of the notes. No headings, no lists.",
    `Point at up to ${MAX_HIGHLIGHTS} notes that seem to matter most, by their keys.`,
    `Form: {"reflection": "…" (up to ${MAX_CHARS} chars), "highlights": ["c:…"]}`,
    `Themes:\n${JSON.stringify(themes.map(({ tag, entries, days }) => ({ tag, entries, days })))}`,
    `Notes:\n${JSON.stringify(claims)}`,
  ].join("\n\n");
}

/** Returns the reflection, or why it is refused, as the end of a sentence about the model. */
export function checkReflection(
  answer: unknown,
  { considered }: GivenWeek,
): Reflection | { readonly problem: string } {
  const read = ANSWER.safeParse(answer);
  if (!read.success) return { problem: "answered with a reflection of another form" };
  const text = read.data.reflection.replace(/\s+/g, " ").trim();
  if (text === "") return { problem: "answered with an empty reflection" };
  const length = codePoints(text);
  if (length > MAX_CHARS) return { problem: `wrote a reflection of ${length} chars, more than ${MAX_CHARS}` };
  const highlights = [...new Set(read.data.highlights ?? [])];
  const isGiven = highlights.every((key) => considered.some((candidate) => candidate.key === key));
  const sources = considered.map(({ key }) => key);
  return isGiven ? { text, sources, highlights } : { problem: "pointed at a note that it was not given" };
}
