/**
 * Whether a message holds nothing but what a person says in plain words. Only there an order is carried out (SPEC 7.2): where
 * something may be quoted, pasted or forwarded it becomes a proposal.
 *
 * @module
 */
import { asksToRemember, chatOrders } from "./chat_order.ts";
import { handedOver, isStepAmongOthers } from "./handed_over.ts";
import type { MessagePart } from "./message_parts.ts";
import { hasLongCode } from "./quoted_spans.ts";
import { sentenceSpans } from "./sentence_spans.ts";

/** Returns whether there is no sign of anybody else's words, in what is said or around it. */
export function isPlainWords(said: string, parts: readonly MessagePart[]): boolean {
  if (parts.some(({ foreign, quoted }) => foreign !== null || quoted.length > 0)) return false;
  if (SIGNS.some((sign) => sign.test(said)) || hasLongCode(said)) return false;
  const others = besideOrders(said);
  if (others.some(leadsIn) || handedOver(said, others) !== "no") return false;
  return !isStepAmongOthers(said, (row) => chatOrders(row).length > 0);
}

/** Returns whether a message most likely brings a text along that its writer did not write, without any mark around it. */
export function bringsTextAlong(said: string): boolean {
  return said.includes("\n") && handedOver(said, besideOrders(said)) === "likely";
}

/** Returns the sentences that give no order and ask to remember nothing. */
function besideOrders(said: string): string[] {
  const orders = chatOrders(said);
  return sentenceSpans(said).filter(({ start }) => !orders.some((order) => order.start <= start && start < order.end))
    .map(({ start, end }) => said.slice(start, end).trim()).filter((sentence) => !asksToRemember(sentence));
}

/** Tags, lines between parts, marks of changes, clock times of chats: nobody who types an order has them around it. */
const SIGNS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_])<\/?[\p{L}_!?][^<>\n]{0,200}>/u,
  /<[^<>\s@]{1,100}@[^<>\s@]{1,100}>/,
  /^\s*(?:[-=_*#~+·•—─━]\s?){3,}\s*$/mu,
  /^\s*(?:@@ |\+\+\+ |--- |diff --git )/m,
  /^\s*[\[(【（]?\s*\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?\s*[\])】）]/imu,
  /^[^\n]{0,60}[\s[(【（]\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?\s*[\])】）]?\s*[:：]?\s*$/imu,
];

/** What comes next is somebody's: `Bob:`, `Subject: …`, "the page says this", "他说了". */
function leadsIn(sentence: string): boolean {
  return /[:：]["'“‘「『`*_]*$/u.test(sentence) ||
    /^[^\s:：，,。.!?]{1,30}(?: [^\s:：，,。.!?]{1,30}){0,3}\s?[:：](?!\/\/|\d)/u.test(sentence) ||
    SAID.test(sentence);
}

const SAID =
  /\b(?:say(?:s|ing)?|said|writes?|wrote|reads as follows|quot(?:e[sd]?|ing|ation)|forward(?:ed|ing)?|past(?:ed?|ing)|according to|from (?:the|a|an|this) (?:e-?mail|mail|page|web ?page|website|article|post|thread|chat|readme|docs?|document|ticket|issue|comment|message|log))\b|说[:：，,]|说道|说的|说了|[写寫](?:道|着|著|的是)|引用|转发|轉發|粘贴|黏贴|原文|摘自|来自|如下|以下/iu;
