/**
 * Wishes that ask for no reminder: "don't remind me on Friday", 取消周五的提醒. Booked, they would do what they forbid, and taking
 * one back is explicit only (SPEC 9.5).
 *
 * @module
 */

/** What a text asks against: to be reminded, or that an earlier wish stays. */
export type Negation = "reminding" | "earlier";

/** Returns what a text asks against, or `null`: the first thing that it asks for decides, so "remind me not to wake Ann" is a wish. */
export function negationOf(text: string): Negation | null {
  const asked = ASKED.exec(text);
  const before = text.slice(0, asked?.index ?? 0);
  if (asked !== null && (ENGLISH_NOT.test(before) || CHINESE_NOT.test(before))) return "reminding";
  const back = TAKEN_BACK.exec(text);
  return back !== null && (asked === null || back.index < asked.index) ? "earlier" : null;
}

/** Asks to be reminded; 提醒 alone as well. */
const ASKED =
  /\b(?:remind(?:ing)?|ping(?:ing)?|nudg(?:e|ing)|wak(?:e|ing)|alert(?:ing)?|notify(?:ing)?)\s+(?:me|us)\b|提醒|[叫通喊催](?:知|醒)?(?:我|咱)/i;

/** Right before it. "Don't forget to remind me" has another verb between. */
const ENGLISH_NOT =
  /\b(?:(?:do|did|should|must|need|wo|would)(?:n['’]?t|\s+not)|never|no\s+longer|not\s+to|no\s+need(?:\s+for\s+you)?\s+to|stop|quit)\s+(?:(?:you\s+)?(?:need|have|want|like)(?:\s+you)?\s+to\s+)?(?:(?:ever|again|please|bother|bother\s+to|keep)\s+)*$/i;

/** Before it in the same clause, without "forget" between: 别忘了提醒我 is a wish, and so are 别的 and 要不要. */
const CHINESE_NOT =
  /(?:(?<!要)不要|(?<![特分区區级級性个個告离離差类類])[别別](?![的人墅处處名称稱])|不用|无需|無需|无须|不必|不需要|不再|甭|勿|停止)[^，,。.;；!！?？\n忘]{0,12}$/;

/** Takes an earlier one back. */
const TAKEN_BACK =
  /^(?:(?:please|pls|ok(?:ay)?|and|so|then|no|actually|hey|now)[,:;!]?\s+)*(?:(?:cancel|delete|remove|drop|skip|clear|disable|scrap|turn\s+off|switch\s+off)\s+(?:[^\s.;!?]+\s+){0,6}?reminders?(?=\s+(?:on|for|at|about|to|of|from|i|that|today|tomorrow|this|next|please)\b|\s*[.,;!]|\s*$)|no\s+(?:more\s+)?reminders?\b)|(?:取消|删除|刪除|删掉|刪掉|撤销|撤銷|关闭|關閉|关掉|關掉|停掉)[^，,。；;!！?？\n]{0,14}(?:提醒|闹钟|鬧鐘)(?![我咱他她它大])/i;
