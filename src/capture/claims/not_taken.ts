/**
 * Why a sentence is no claim, so that who wonders what became of it is told (SPEC 7.4).
 *
 * @module
 */
import { claimWeight, isMostlyChinese, MAX_CLAIM_WEIGHT, MIN_CLAIM_WEIGHT } from "./claim_weight.ts";
import { isPassing } from "./passing.ts";
import { isProse } from "./prose_shape.ts";
import { isChineseSmallTalk, isEnglishSmallTalk } from "./small_talk.ts";

/**
 * The reasons. `chatter`: it passes with the talk; `not a lasting fact`: it may be true, and means nothing next month, or
 * nothing by itself.
 */
export const NOT_TAKEN = [
  "too short",
  "too long",
  "question",
  "code, quotation or fragment",
  "chatter",
  "not a lasting fact",
] as const;
/** One of {@linkcode NOT_TAKEN}. */
export type NotTaken = (typeof NOT_TAKEN)[number];

/** Returns the reason of a sentence that was not taken. */
export function whyNotTaken(text: string): NotTaken {
  const weight = claimWeight(text);
  if (QUESTION.test(text)) return "question";
  if (weight < MIN_CLAIM_WEIGHT) return "too short";
  if (weight > MAX_CLAIM_WEIGHT) return "too long";
  if (!isProse(text)) return "code, quotation or fragment";
  const isSmallTalk = isMostlyChinese(text) ? isChineseSmallTalk : isEnglishSmallTalk;
  return isPassing(text) || isSmallTalk(text) ? "chatter" : "not a lasting fact";
}

/** Ends as one. */
const QUESTION = /[?\uff1f][\s"'\u201d\u2019)*_]*$|[\u5417\u5462][\u3002.!\uff01]?$/;
