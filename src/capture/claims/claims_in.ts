/**
 * Cuts a message into claims: single statements that will still mean something next month (SPEC 7.4). What is not surely
 * one is left out: a fact that is missed can be said again, a line of chatter stays in the diary for good. Pure.
 *
 * @module
 */
import { chineseVerdict } from "./chinese_facts.ts";
import { claimWeight, isMostlyChinese, MAX_CLAIM_WEIGHT, MIN_CLAIM_WEIGHT } from "./claim_weight.ts";
import { isDecision } from "./decision.ts";
import { englishVerdict } from "./english_facts.ts";
import { withoutHedge } from "./hedge.ts";
import { joinedText } from "./joined_text.ts";
import { type NotTaken, whyNotTaken } from "./not_taken.ts";
import { withoutLead } from "./lead.ts";
import { withoutTask } from "./task_tail.ts";
import { paragraphs } from "./paragraphs.ts";
import { isPassing } from "./passing.ts";
import { sentences } from "./sentences.ts";
import { isProse } from "./prose_shape.ts";
import { isChineseSmallTalk, isEnglishSmallTalk } from "./small_talk.ts";

/** Whose message it is: what an agent says of its own work is no fact, what an owner orders may be one. */
export type Speaker = "owner" | "agent";

/** One statement of a message. */
export interface MessageClaim {
  /** As it stands in the message, on one line: where the message breaks a line there is a blank, or nothing in Chinese. */
  readonly text: string;
  /** First UTF-16 unit in the message. */
  readonly start: number;
  /** Behind the last UTF-16 unit in the message. */
  readonly end: number;
}

/**
 * Returns the claims of a message in their order. Each has 12 to 280 chars, a CJK character counting two. They do not
 * overlap, and the claims of a claim are that claim.
 *
 * @param text raw, already without envelopes and fenced recall; redacted or not
 * @param left told why a sentence is none, for each
 */
export function claimsIn(
  text: string,
  speaker: Speaker,
  left: (reason: NotTaken) => void = () => undefined,
): readonly MessageClaim[] {
  return cut(text, speaker, left).filter((claim) => {
    const again = cut(claim.text, speaker);
    // What is read otherwise once it stands alone, as a line of a diary does, is not what was said.
    const isSame = again.length === 0 || (again.length === 1 && again[0]?.text === claim.text);
    if (!isSame) left("not a lasting fact");
    return isSame;
  });
}

function cut(text: string, speaker: Speaker, left?: (reason: NotTaken) => void): MessageClaim[] {
  const claims: MessageClaim[] = [];
  for (const paragraph of paragraphs(text)) {
    for (const sentence of sentences(text, paragraph)) {
      const { start, end } = withoutTask(text, withoutLead(text, sentence), speaker);
      const claim = joinedText(text.slice(start, end));
      if (isClaim(claim, speaker)) claims.push({ text: claim, start, end });
      else left?.(claim === "" ? "chatter" : whyNotTaken(claim));
    }
  }
  return claims;
}

function isClaim(text: string, speaker: Speaker): boolean {
  const weight = claimWeight(text);
  if (weight < MIN_CLAIM_WEIGHT || weight > MAX_CLAIM_WEIGHT || !isProse(text)) return false;
  const isChinese = isMostlyChinese(text);
  const verdict = isChinese ? chineseVerdict : englishVerdict;
  // What an agent thinks and proposes is no fact.
  if (speaker === "agent") return verdict(text, speaker);
  if (isDecision(text)) return true;
  if (isPassing(text)) return false;
  const stated = withoutHedge(text);
  return !(isChinese ? isChineseSmallTalk(stated) : isEnglishSmallTalk(stated)) && verdict(stated, speaker);
}
