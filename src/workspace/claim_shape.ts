/**
 * What can be a claim at all (SPEC 8.1). Form only: whether a claim is worth keeping is the dream's business.
 *
 * @module
 */
import { cjkUnits } from "../base/text/characters.ts";

/**
 * Returns whether a text, without marker and annotations, may be a claim: 12 to 600 chars, where a CJK character counts
 * two for the lower bound (SPEC 7.4), and no turn of a transcript, shell line, JSON, report of a memory program or answer
 * of an unattended turn.
 *
 * Capture segments what it writes into claims of at most 280 chars; a longer line that a person or another program wrote
 * is still one claim, since cutting it would make statements that nobody wrote. What is longer than 600 is a section
 * flattened into one line.
 */
export function mayBeClaim(text: string): boolean {
  if (!hasClaimLength(text)) return false;
  return !NO_CLAIMS.some((pattern) => pattern.test(text)) && !isJson(text);
}

/** SPEC 7.4. */
const MIN_CLAIM_CHARS = 12;
/** Twice what capture writes, and some room. */
const MAX_CLAIM_CHARS = 600;

const NO_CLAIMS: readonly RegExp[] = [
  // A role word alone, or a turn of a transcript.
  /^(?:\[[^\]]{1,80}\]\s*)?(?:\*\*|__)?(?:user|assistant|system|human|ai|bot|tool|model|developer|用户|助手|系统|人类|工具)(?:\*\*|__)?\s*(?:[:：]|$)/i,
  // A prompt of a shell or an interpreter.
  /^`?(?:[$%❯➜]\s+\S|>>>\s|PS [A-Z]:\\|[\w.-]{1,32}@[\w.-]{1,64}(?::[^\s$#]{0,80})?[$#]\s)/,
  // Reports and prompts of memory programs and of unattended turns.
  /^(?:candidate|reflections?|possible lasting (?:truths|updates)|confidence|evidence|recalls)\s*:/i,
  /\[score=\d|^\[cron:|^(?:HEARTBEAT_OK|NO_REPLY)\b|^pre-compaction memory flush/i,
  /<\/?memory-data\b/i,
];

function hasClaimLength(text: string): boolean {
  // A character has two units at most: so nearly every claim needs no counting.
  if (text.length >= 2 * MIN_CLAIM_CHARS && text.length <= MAX_CLAIM_CHARS) return true;
  let chars = 0;
  let weight = 0;
  for (let at = 0; at < text.length && chars <= MAX_CLAIM_CHARS; chars++) {
    const units = cjkUnits(text, at);
    weight += units > 0 ? 2 : 1;
    at += units > 0 ? units : (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return weight >= MIN_CLAIM_CHARS && chars <= MAX_CLAIM_CHARS;
}

/** A whole object or array, or one pair of it. A time such as `[10:02] said` is not one. */
function isJson(text: string): boolean {
  if (/^"[^"]{1,80}"\s*:\s/.test(text)) return true;
  const isBraced = /^\{.*\},?$/s.test(text) || /^\[.*\],?$/s.test(text);
  return isBraced && /["{]/.test(text);
}
