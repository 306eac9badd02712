/**
 * The imperative form of a preference (SPEC 7.2): "I like short answers" is "Prefer short answers" in `USER.md`, 以后用中文
 * is 总是用中文. A closed list of forms, in docs/directives.md; what fits none is no directive, and nobody guesses.
 *
 * @module
 */
import { chineseForm } from "./chinese_form.ts";
import { englishForm } from "./english_form.ts";
import { isExclamation } from "./exclamation.ts";

/**
 * Returns a preference, in English or Chinese, as an imperative on one line; `null` for what tells no agent what to do.
 * What has the form already keeps its words, so that the form of a form is the form.
 */
export function directiveForm(text: string): string | null {
  const plain = text.replace(/\s+/g, " ").trim().replace(/\u2019/g, "'");
  if (isExclamation(plain)) return null;
  const form = isChinese(plain) ? chineseForm(plain) : englishForm(plain);
  return form === null || form === "" ? null : form;
}

/** Returns a text without the words that only ask to have it remembered: "remember that", 记住. */
export function withoutMemo(text: string): string {
  return text.replace(MEMO, "").replace(MEMO_HAN, "").trim() || text;
}

const MEMO = /^(?:please\s+)?(?:remember|note|keep in mind|memorise|memorize)\s*(?:[:,]\s*|this[:,]\s*|that\s+)/i;
const MEMO_HAN = /^(?:请|請)?(?:帮我|幫我)?(?:记住|记得|记下|牢记|記住|記得)(?:了)?(?:[:：,，]|这一点[:：])?\s*/u;

/**
 * Returns whether a text says that it holds from now on: with always, never, from now on, 以后, 总是, 绝不 and their like.
 * Said once by the owner this is enough for a directive; any other preference has to be said on two days (SPEC 7.2).
 */
export function isStandingOrder(text: string): boolean {
  return STANDING.test(text) || STANDING_HAN.test(text);
}

const STANDING =
  /\b(?:always|never|from now on(?:wards)?|from here on|going forward|henceforth|from today(?: on)?|in future)\b/i;
const STANDING_HAN =
  /总是|永远|始终|一律|务必|绝不|绝对不|决不|永不|从不|千万|以后|今后|往后|从今往后|从现在(?:起|开始)|從現在起|總是|永遠|一律|絕不|以後|今後/;

/** The script of the first word decides; a term of the other one may follow. */
function isChinese(text: string): boolean {
  const first = /[\p{Script=Han}]|[A-Za-z]{2,}/u.exec(text)?.[0];
  if (first === undefined) return false;
  return /\p{Script=Han}/u.test(first) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) > text.length / 2;
}
