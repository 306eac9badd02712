/**
 * Decisions that are worded like a proposal to the other side: "let's go with Stripe for payments", 就用 Stripe 收款吧. By
 * their grammar they are orders or questions; what is named in them holds for good.
 *
 * @module
 */

/** Returns whether an owner's English or Chinese sentence settles on something that it names. */
export function isDecision(text: string): boolean {
  if (SETTLES.test(text)) return (NAME.test(text) || PURPOSE.test(text)) && !FOR_NOW.test(text);
  return SETTLES_HAN.test(text) && NAME_HAN.test(text) && !POINTS_HAN.test(text);
}

/** "Going with …", whoever is said to; what was said before, and what only the other side knows, is not named. */
const SETTLES =
  /^(?:(?:let['’]s|let us|we['’](?:ll|re)|we (?:will|are)|i['’](?:ll|m)|i (?:will|am)) )?(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) on) (?!(?:that|this|these|those|it|them|what|whatever|which\w*|you|yours?|his|hers?|both|all|any|one|option|plan|variant|version|the (?:first|second|third|last|latter|former|other|same|rest|flow|plan|idea|current|new|old|short|long|simpl|easi|bigg|small)\w*)\b)/i;
/** A name or a number, but not the word with which the sentence begins. */
const NAME = /\s`?(?:[A-Z]\w|\d)/;
/** What it is for. */
const PURPOSE = /\s(?:for|on|in|as) (?:the|our|my|all|every|each)\b/i;
const FOR_NOW = /\b(?:for now|today|tonight|this time|right now)\b/i;

const SETTLES_HAN =
  /^(?:好[，,]?)?(?:那|那么)?[^，,。把]{0,8}?就?(?:都)?(?:用|选|定)(?!个|过|一下|不)[^，,]{2,30}吧[。.!！]*$/u;
/** A Latin name with more than a letter, a number, or what it is taken for. */
const NAME_HAN = /[A-Za-z][\w.+#-]+|\d|(?:用|选|定)[\p{Script=Han}·]{2,8}(?:做|搞|当|办)[\p{Script=Han}]/u;
const POINTS_HAN =
  /这|那(?!就|么|我们|咱)|你|您|它|上面|下面|刚才|第[一二三四五两\d]|方案|前者|后者|先|暂时|今天|这次/u;
