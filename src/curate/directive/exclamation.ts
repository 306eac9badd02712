/**
 * Exclamations that open as orders do: "Never saw that before", "Always the same with you", 总是这样.
 *
 * @module
 */

/**
 * Returns whether an English or Chinese sentence with "always" or "never" (总是, 从来) in front, or behind "I" or "we", tells
 * what happens or happened and asks for nothing: what follows is no plain form of a verb that somebody could follow.
 */
export function isExclamation(text: string): boolean {
  const [, act] = OPENING.exec(text) ?? [];
  if (act !== undefined) return NO_ORDER.test(act) || PAST.test(act) || MISHAP.test(act);
  const [, actHan] = OPENING_HAN.exec(text) ?? [];
  return LET_US.test(text) || (actHan !== undefined && NO_ORDER_HAN.test(actHan)) || NEVER_HAN.test(text);
}

const OPENING = /^(?:(?:i|we|you)\s+)?(?:have\s+|'ve\s+)?(?:always|never)(?:\s+ever)?\b[\s,]*(.*)$/is;

/** No verb: an article, a pronoun, a feeling, or nothing. */
const NO_ORDER =
  /^(?:$|[.!…]|(?:the|an?|some(?:thing|one)?|any(?:thing|one)?|that|this|it|so|such|like|been|being|(?:should|could|would|will|can)\b|again|mind|happy|glad|fun|good|nice|great|bad|sad|weird|late|wrong|right|busy|tired|welcome|possible|enough|change\s*[.!…]*$|with (?:you|me|him|her|them)|in (?:my|a million)|too|more|less|fails?|failing|breaks?|crash(?:es|ing)?)\b)/i;

/** Regular past forms, save plain forms that end so, and the common ones that are no plain form as well. */
const PAST =
  /^(?!(?:embed|feed|need|heed|exceed|proceed|seed|speed|succeed|shed|wed|weed|bed|shred|forced|nested|signed|typed|sorted)\b)(?:[a-z]{2,}ed|saw|seen|had|has|was|were|knew|known|thought|got|gotten|went|gone|did|done|made|said|told|took|taken|came|found|felt|fell|forgot|forgotten|gave|given|heard|kept|left|lost|meant|ran|understood|won|wrote|written|worked|bought|brought|broke|began|did|does|met)\b/i;

/** What befalls somebody; nobody orders it. */
const MISHAP =
  /^(?:forget|get (?:this|that|an?|the|weird|lost|stuck|confused|errors?)|lose (?:my|track)|mix (?:up|\w+ up)|confuse|misread|mistype|misspell|struggle|wonder|know|remember (?:the|how|which|what|where)|understand|see (?:this|that|an?|the)|hear|feel|think (?:of|it|that)|have (?:trouble|problems?|issues?|to (?:look|google|search|guess))|end up|run into|do (?:that|this|it)\b|need to (?:look|google)|liked? (?:that|this|it)|manage|figured?)\b/i;

const LET_US = /^let(?:['’]s| us)\b.*\b(?:always|never)\b/i;

const OPENING_HAN = /^(?:我们?|你们?|咱们)?(?:总是|老是|總是|永远|永遠|绝不|絕不|绝对不?|决不|从不|從不)(.*)$/su;
const NO_ORDER_HAN =
  /^(?:$|[。.!！~～]|这样|那样|这么|那么|如此|可能|会吧|的|忘|记不|搞错|弄错|搞混|弄混|写错|打错|出错|出问题|报错|失败|挂|崩|卡|没法|看到(?:这|那)|遇到|碰到|听不懂|看不懂|觉得|以为|知道|明白|懂|迟到|差一点|不行)/u;
const NEVER_HAN = /^(?:我们?)?(?:从来|從來|从|從)(?:就|都)?(?:没|沒|未)/u;
