/**
 * Recall intent in English.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function englishIntent({ text, isQuestion, isInQuestion }: Sentence): boolean {
  // In this order few of the forms have to be built.
  const asks = isQuestion || ASKING.test(text);
  const isOfThen = asks && ((DID.test(text) && WE_DID.test(text)) || (PAST.test(text) && TIME.test(text)));
  if (isOfThen && !HOW_TO.test(text)) return true;
  if (isInQuestion && SAID.test(text) && (TIME.test(text) || EARLIER.test(text))) return true;
  if (MAY_BE_ENOUGH.test(text) && always().some((form) => form.test(text))) return true;
  const mayHaveMet = MAY_HAVE_MET.test(text);
  if (asks && ((mayHaveMet && hasMet().test(text)) || FAMILIAR.test(text))) return true;
  return mayHaveMet && (asks || isInQuestion || TRAILING.test(text)) && metThen().test(text);
}

/** Each of {@linkcode always} has one of these in it. Building all those forms takes longer than the rest of lane 1. */
const MAY_BE_ENOUGH =
  /remember|recall|forg[eo]t|remind|memor|again|know about|\bdo i |discuss|decided|agreed|talk|settled|chose|picked|planned|sa(?:y|id)|tell|told|mention|suggest|recommend|promise|previous|earlier|past|prior|recent|\blast\b|note|diary|conversation|chat|left off|pick up|yesterday|was it|was there|where (?:were|did) we|what (?:was|were) /;

/** What is enough by itself, question mark or not. */
const always = (): readonly RegExp[] => [
  /\b(?:do|don't|can|can't|could|would|did|didn't) (?:you|u) (?:still |even |happen to )?(?:remember|recall)\b(?! to\b)/,
  /\bwhat (?:do|can) you (?:still )?(?:remember|recall)\b/,
  /\b(?:i|we) (?:really )?(?:don't|do not|can't|cannot|couldn't|can not) (?:quite |really |even )?(?:remember|recall)\b(?! to\b)/,
  /\btrying to (?:remember|recall)\b/,
  /\bi(?: have|'ve)? forg[eo]t(?:ten)? (?:what|which|where|when|who|why|how)\b/,
  /^(?:(?:hey|so|ok|okay|and|oh|btw|hm+)[, ]+)*remember (?:when|how|what|where|that time|the time) (?:we|you|i|it|he|she|they|the|that|our|my)\b(?=.*\b(?:we|was|were|did|went|had|used|\w+ed)\b)/,
  /\bremind (?:me|us) (?:again )?(?:what|which|where|who|why|how)\b(?! to\b)/,
  /\bremind (?:me|us) (?:again )?when (?:we|i|you|it)\b.*\b(?:was|were|did|\w+ed)\b/,
  /\b(?:refresh|jog) my memory\b/,
  /\b(?:tell|show) me again (?:what|which|where|when|who|why|how)\b/,
  /\b(?:what|which|where|who|when)(?:'s| is| was| were| did)\b.* again ?\?$/,
  /\bwhat do you know about (?:me|my|us|our)\b/,
  /\b(?:what|which|where|how|when|who) do i (?:usually|normally|typically|generally|always|like to)\b/,
  /\b(?:as|like|what|which|how|where|why|way|plan) we(?:'d|'ve| had| have)? (?:already |previously |once |originally |last )?(?:discussed|decided|agreed|talked|settled|chose|picked|planned|said|left off)\b/,
  /\b(?:the|that|those|our) (?:[\w'-]+ ){1,3}(?:that |which )?we(?:'d|'ve| had| have)? (?:already |previously |once |originally )?(?:discussed|decided|agreed|talked|settled|chose|picked)\b/,
  /\b(?:the|that|those) (?:[\w'-]+ ){1,3}(?:that |which )?i (?:mentioned|told you|talked)\b/,
  /\bwhat (?:it was )?you (?:said|told|suggested|recommended|promised)\b/,
  /\b(?:previous|earlier|past|last|prior|recent) (?:[a-z'-]+ )?(?:conversation|chat|discussion|meeting|session|decision)s?\b(?![ -]?(?:id|token|key|cookie|handler|variable|store|state|object|model|table|class|timeout|middleware)s?\b)/,
  /\b(?:search|check|look (?:through|in|up|at)|go through|find|dig through|consult|review|summari[sz]e)\b.{0,24}\b(?:my|your|our) (?:[a-z'-]+ ){0,2}(?:notes?|memory|memories|diary|conversations?|chats?|discussions?)\b(?!\.\w)/,
  /\bdo i have (?:some |any )?notes\b|\b(?:anything|something|what|is|are)\b.{0,24}\bin (?:my|our|your) notes\b/,
  /\b(?:like|as|than) (?:we did |you did |i did )?last time\b|\blast time (?:we|you|i)\b|\b(?:did|have|had|was|were)\b.* last time ?[?.!]*$/,
  /\bleft off\b|\bpick up (?:the thread|where|from)\b|\b(?:continue|go on|resume|carry on)\b.{0,20}\b(?:from|where)\b.{0,20}\b(?:yesterday|last (?:week|time|night|month|session))\b/,
  /\b(?:who|what|which|why|when|where) was it\b/,
  /\bwas there (?:a|some|any) reason\b/,
  /^(?:(?:hey|so|ok|okay|and)[, ]+)*where (?:were|did) we(?: again| stop| leave off| left off)? ?\?*$/,
  /^(?:(?:hey|so|ok|okay|and)[, ]+)*what (?:was|were) (?:i|we) (?:working|talking|busy|doing|in the middle)\b/,
  // What another one said; a program says nothing about a budget.
  /^(?:(?:hey|so|ok|okay|and)[, ]+)*what (?:did|has|had) (?!(?:it|this|that|the|these|those|they)\b)[a-z][\w'-]* (?:say|said|tell|told|mention|mentioned|suggest|suggested) (?:us |me )?(?:about|regarding|on|to us|to me)\b/,
];

/** "What did we …?": what was done together is what a memory is asked for; of the other one only what it said. */
const WE_DID =
  /\b(?:what|which|why|where|when|who|whom|how)\b.{0,60}?\b(?:did|had|have|were) (?:we|i) (?!just\b|do wrong|done wrong|to\b|got\b)|\b(?:what|which|why|where|when|how)\b.{0,40}?\b(?:did|had|have) you (?:say|said|suggest|recommend|mention|tell|told|propose|decide|conclude|promise|advise|give|given)|\b(?:did|didn't|have|haven't|had|hadn't|weren't|wasn't|didnt) (?:we|i) (?:not )?(?:ever |already |once |previously |all )?(?:decided?|agreed?|discuss(?:ed)?|talk(?:ed)?|settled?|choose|chosen|pick(?:ed)?|say|said|tell|told|mention(?:ed)?|f[io]u?nd|plan(?:ned)?|going to|drop(?:ped)?|rule|(?:figure|work|sort|find|rule) out|(?:go|gone|went) (?:over|through)|end(?:ed)? up|turn(?:ed)? down|reject(?:ed)?)\b|\bwhat (?:was|were|is) (?:that|those|the) (?:[\w-]+ ){1,3}(?:that )?we (?:tried|used|looked at|picked|tested|wanted|saw|found|had)\b|\b(?:did|didn't|have|haven't|hadn't|didnt) you (?:not )?(?:ever |already |once |previously )?(?:say|said|tell|told|mention(?:ed)?|suggest(?:ed)?|recommend(?:ed)?|promised?|agreed?)\b|\bwhat (?:was|were) (?:my|our|it)\b|\bwhat (?:was|were) the (?:[a-z]+ )?(?:conclusions?|outcome|decisions?|verdict|consensus|rationale|action items?|takeaways?|plan)\b/;

/** What people go through, and remember only in part. */
const MET =
  "(?:see|seen|saw|have|had|hit|try|tried|meet|met|faced?|encounter(?:ed)?|r[au]n into|c[ao]me across|bump(?:ed)? into|fix(?:ed)?|solved?|deal(?:t)? with|run across|debug(?:ged)?|work(?:ed)? around|patch(?:ed)?|ask(?:ed)?|use|used|do|done|did|choose|chose|pick(?:ed)?|talk(?:ed)? about|discuss(?:ed)?)";
const BEFORE =
  "(?:before(?= ?(?:$|[?!.,;:]))|in the past|a while (?:ago|back)|once(?= ?(?:before|$|[?!.,;:]))|previously|last time|back then|some time ago)";

/** {@linkcode hasMet} and {@linkcode metThen} have one of these in them. */
const MAY_HAVE_MET =
  /before|in the past|a while |once|previously|last time|back then|some time ago|already|\b(?:same|exact|very|kind of)\b|i know we/;

/** "Have we seen this before?", "has this ever come up before?" */
function hasMet(): RegExp {
  const has = "\\b(?:have|haven't|has|hasn't|had|hadn't|did|didn't|was|wasn't|were)";
  return new RegExp(
    `${has} (?:we|i|you|us|anyone|anybody|someone|somebody)\\b[^,;]{0,20}? ${MET}\\b.{0,40}\\b${BEFORE}` +
      `|${has} (?:we|i) (?:not )?(?:\\w+ )?${MET} .{0,40}\\balready\\b` +
      `|${has} (?:this|that|it|something like (?:this|that)|the same)\\b.{0,24}\\b(?:come? up|happen(?:ed)?|occur(?:red)?|been (?:seen|fixed|solved|discussed|reported|an issue)|break|broken)\\b.{0,24}\\b${BEFORE}` +
      `|\\bhow (?:did|was|were|has|have) (?:this|that|it|we|the \\w+)\\b.{0,40}\\b(?:the )?last time\\b`,
  );
}

/** "We fixed this before, how?", "we had the same problem in June". */
function metThen(): RegExp {
  return new RegExp(
    `\\bwe(?:'ve|'d| have| had)? (?:\\w+ )?(?:${MET}|been (?:here|there|through)) .{0,40}\\b${BEFORE}` +
      `|\\bwe(?:'ve|'d| have)? (?:\\w+ )?(?:had|hit|saw|seen|met) (?:this|that|the)(?: \\w+)? (?:same|exact|very|kind of) .{0,60}(?:${TIME.source})` +
      `|\\bi know we (?:\\w+ )?${MET}\\b`,
  );
}
const FAMILIAR =
  /\b(?:looks|sounds|seems|feels|is) (?:very |quite |awfully )?familiar\b.*\b(?:did|have|had|was|when|where|what)\b/;
/** A question put behind: ", how?" */
const TRAILING = /[,;:-] ?(?:but |so |and )?(?:how|what|why|which|where|when|who)(?: \w+){0,4} ?[?.]*$/;

/** {@linkcode WE_DID} has one of these in it. */
const DID = /\b(?:did|had|have|were|was)|\bwhat is /;

const SAID =
  /\b(?:we|you|i)(?:'d|'ve| had| have)? (?:\w+ )?(?:mentioned|said|suggested|talked|discussed|told|agreed|proposed|gave|decided|had|spoke|chose|picked)\b/;

const EARLIER = /\b(?:earlier|previously|once|a while (?:ago|back))\b/;

const TIME =
  /\byesterday\b|\blast (?:night|week|month|year|spring|summer|autumn|fall|winter|quarter|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\b|\bthe other (?:day|week|night)\b|\b(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of|some|several) (?:days?|weeks?|months?|years?)(?: and a half)? ago\b|\bhalf an? year ago\b|\bearlier (?:this|that) (?:week|month|year)\b|\b(?:back )?in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|20\d\d)\b|\b(?:these|those) (?:last|past) (?:few |couple of )?(?:days|weeks)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bback then\b|\bon (?:20\d\d-\d\d-\d\d|the \d{1,2}(?:st|nd|rd|th)\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b/;

const PAST = /\b(?:did|was|were|had|happened|said|told|decided|agreed|recommended|came|went|won)\b/;

const ASKING =
  /^(?:(?:hey|so|ok|okay|and|but|well|hi|please)[, ]+)*(?:what|which|why|where|when|who|whom|how|did|didn't|have|had|was|were)\b/;

/** What is asked for is a way of doing something, or that it is done. */
const HOW_TO = /\bhow (?:do|can|could|should|would|to)\b|^(?:please[, ]+)?(?:can|could|would|will) (?:you|we|i)\b/;
