/**
 * What is asked for in the same breath: "the API moved, please fix the client"; "我们用 pnpm，帮我改一下脚本".
 *
 * @module
 */
import type { Speaker } from "./claims_in.ts";
import type { Span } from "./paragraphs.ts";

/**
 * Returns the sentence up to the comma behind which a task begins, or what was redacted; of an agent's also what it did
 * therefore.
 */
export function withoutTask(text: string, { start, end }: Span, speaker: Speaker): Span {
  const sentence = text.slice(start, end);
  for (const match of sentence.matchAll(COMMA)) {
    const tail = sentence.slice(match.index + match[0].length);
    if (!TASK_TAIL.test(tail) && !REDACTED_TAIL.test(tail) && !(speaker === "agent" && OWN_TAIL.test(tail))) continue;
    // Half a sentence, or one that only leads to the request: nothing of it can stand alone.
    const isWhole = !NO_SENTENCE.test(sentence.slice(0, match.index));
    return isWhole ? { start, end: start + match.index } : { start, end: start };
  }
  return { start, end };
}

/** A clause that only told what was taken out. */
const REDACTED_TAIL = /^[^,\uff0c]*\[redacted: [a-z0-9-]+\][.!\u3002\uff01\s]*$/;
const OWN_TAIL = /^(?:(?:so|and|which is why|therefore) (?:i|we|i've|i'll|we've)\b|(?:所以|因此|于是)?我)/i;

const COMMA = /[,\uff0c]\s*/g;

/** Only words that can be nothing else: half of a rule must not be cut off. */
const TASK_TAIL =
  /^(?:(?:so|and|then|but) )?(?:please|can you|could you|would you|will you|let's|how about|what do you|do you|i(?:'m| am| was) (?:wondering|looking|hoping|curious|thinking|sure you)|i(?:'d| would) (?:like|love|appreciate)|i want (?:to|you)|i need (?:to|you)|you can take|(?:set|make|change|fix|use|put|run|add|remove|update|move|rename|delete) (?:it|that|this|them|these|those)\b)\b|^(?:所以|然后|那|那么|你|就)?(?:请(?!假)|麻烦你?|帮我|帮忙|给我(?!的|们)|你(?:帮|看|改|查|试|去|来|先)|看看|看一下|查一下|改一下|试一下|试试|推荐)|^[^,\uff0c]{1,12}一下[\s\u3002.!\uff01]*$/i;

const NO_SENTENCE =
  /^(?:but |and |so )?(?:since|although|though|while|because|if|before|after|as|unless|until|given|now that|when)\b(?!.*,)|\b(?:to ask|wondering|want to|like to|meaning to|going to)\b/i;
