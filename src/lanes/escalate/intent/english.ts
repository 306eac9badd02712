/**
 * Recall intent in English.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function englishIntent({ text, isQuestion, isInQuestion }: Sentence): boolean {
  if (ALWAYS.some((form) => form.test(text))) return true;
  if (isInQuestion && SAID.test(text) && (TIME.test(text) || EARLIER.test(text))) return true;
  const asks = isQuestion || ASKING.test(text);
  if (!asks || HOW_TO.test(text)) return false;
  return WE_DID.test(text) || (TIME.test(text) && PAST.test(text));
}

/** What is enough by itself, question mark or not. */
const ALWAYS: readonly RegExp[] = [
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
  /\bdo i have (?:some |any )?notes\b/,
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
  /\b(?:what|which|why|where|when|who|whom|how)\b.{0,60}?\b(?:did|had|have|were) (?:we|i) (?!just\b|do wrong|done wrong|to\b)|\b(?:what|which|why|where|when|how)\b.{0,40}?\b(?:did|had|have) you (?:say|said|suggest|recommend|mention|tell|told|propose|decide|conclude|promise|advise|give|given)|\b(?:did|didn't|have|haven't|had|hadn't|weren't|wasn't|didnt) (?:we|i) (?:not )?(?:ever |already |once |previously |all )?(?:decided?|agreed?|discuss(?:ed)?|talk(?:ed)?|settled?|choose|chosen|pick(?:ed)?|say|said|tell|told|mention(?:ed)?|f[io]u?nd|plan(?:ned)?|going to|drop(?:ped)?|rule)\b|\b(?:did|didn't|have|haven't|hadn't|didnt) you (?:not )?(?:ever |already |once |previously )?(?:say|said|tell|told|mention(?:ed)?|suggest(?:ed)?|recommend(?:ed)?|promised?|agreed?)\b|\bwhat (?:was|were) (?:my|our|it)\b|\bwhat (?:was|were) the (?:[a-z]+ )?(?:conclusions?|outcome|decisions?|verdict|consensus|rationale|action items?|takeaways?|plan)\b/;

const SAID =
  /\b(?:we|you|i)(?:'d|'ve| had| have)? (?:\w+ )?(?:mentioned|said|suggested|talked|discussed|told|agreed|proposed|gave|decided|had|spoke|chose|picked)\b/;

const EARLIER = /\b(?:earlier|previously|once|a while (?:ago|back))\b/;

const TIME =
  /\byesterday\b|\blast (?:night|week|month|year|spring|summer|autumn|fall|winter|quarter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\b|\bthe other (?:day|week|night)\b|\b(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of|some|several) (?:days?|weeks?|months?|years?) ago\b|\bearlier (?:this|that) (?:week|month|year)\b|\b(?:back )?in (?:january|february|march|april|june|july|august|september|october|november|december|20\d\d)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bback then\b|\bon (?:20\d\d-\d\d-\d\d|the \d{1,2}(?:st|nd|rd|th)\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b/;

const PAST = /\b(?:did|was|were|had|happened|said|told|decided|agreed|recommended|came|went|won)\b/;

const ASKING =
  /^(?:(?:hey|so|ok|okay|and|but|well|hi|please)[, ]+)*(?:what|which|why|where|when|who|whom|how|did|didn't|have|had|was|were)\b/;

/** What is asked for is a way of doing something, or that it is done. */
const HOW_TO = /\bhow (?:do|can|could|should|would|to)\b|^(?:please[, ]+)?(?:can|could|would|will) (?:you|we|i)\b/;
