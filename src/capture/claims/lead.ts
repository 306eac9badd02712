/**
 * What stands before a statement without belonging to it: a greeting, a yes, "note that", a label in bold type.
 *
 * @module
 */
import type { Span } from "./paragraphs.ts";

/** Returns the sentence without its lead, and without the marks of emphasis that frame all of it. */
export function withoutLead(text: string, sentence: Span): Span {
  let { start, end } = sentence;
  for (let round = 0; round < MAX_LEADS; round++) {
    const rest = text.slice(start, end);
    const lead = LEADS.map((pattern) => pattern.exec(rest)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
    if (lead === 0) break;
    start += lead;
  }
  const framed = /^(\*\*|__|\*|_)(?=\S).*\S\1$/s.exec(text.slice(start, end))?.[1];
  if (framed !== undefined && text.indexOf(framed, start + framed.length) === end - framed.length) {
    start += framed.length;
    end -= framed.length;
  }
  return { start, end };
}

/** "Okay, thanks. Also, note that …" has three. */
const MAX_LEADS = 4;

const LEADS: readonly RegExp[] = [
  // The marker of a list that was written on one line.
  /^(?:[*+\u2022\u00b7-]|\d{1,2}[.)])\s+/,
  /^(?:\*\*|__)?(?:root cause|cause|decision|decided|key (?:insight|point|fact)|finding|findings|conclusion|background|context|rule|convention|policy|preference|insight|gotcha|caveat|\u6839\u56e0|\u539f\u56e0|\u7ed3\u8bba|\u51b3\u5b9a|\u80cc\u666f|\u89c4\u5219|\u7ea6\u5b9a)(?:(?:\*\*|__)\s{0,2}[:\uff1a]|[:\uff1a](?:\*\*|__)?)\s*/i,
  /^\[\[[a-z_]+(?::[^\]]{0,80})?\]\]\s*/i,
  /^(?:ok(?:ay)?|yes|yep|yeah|no|nope|sure|right|great|yes please|thx|ty|thanks?(?: you| a lot)?|cool|perfect|good|hi|hello|hey|well|so|oh|ah|hmm+|also|and|but|btw|by the way|fyi|actually|anyway|besides|in addition|additionally|moreover|however|got it|noted|understood|done|correct|exactly|in short|to be clear|for context|for reference|for the record|one more thing|last thing|one last thing|another thing|important|note|nb|reminder|heads[- ]up|fact|tip|ps|p\.s\.)\s{0,2}(?:[,:!\u2014\u2013]|\.(?=\s)|-(?=\s))\s*/i,
  /^(?:please )?(?:(?:also )?(?:note|remember|keep in mind|bear in mind|don't forget|do not forget|be aware|just so you know|and note|make a note|memorize|memorise)(?: that|:|,)?|just so you know,?|as (?:a reminder|you know|I said|mentioned),?)\s+(?=\S+\s)/i,
  /^(?:(?:and |but |so )?(?:btw|by the way|fyi)|and|but|so|because|also|oh|well)\s+(?=(?:we|i|the|our|my|all|every|never|always|btw|in|on|for)\s)/i,
  // Laughter before a statement; before anything else it is the message.
  /^(?:lol|lmao|rofl|ha(?:ha)+h?|he(?:he)+|heh|omg)[,!.~]{0,3}\s+(?=(?:we|i|the|our|my|his|her|every|never|always)\s)/i,
  /^(?:哈{2,}|嘿{2,}|呵{2,})\s*[,，。!！~～]+\s*/,
  /^(?:好的?呢?|嗯+|哦+|对|是的|没错|行|可以|收到|明白了?|了解|知道了|谢谢|感谢|你好|嗨|另外|还有|顺便(?:说一下|说一句)?|对了|补充(?:一点|一下)?|其实|总之|备注|注意|提示|提醒(?:一下)?|说明|事实|重要|记下了|已记下|记住了|已记住|记一下|ok|OK)\s*[,，:：。!！、~～]\s*/,
  /^.{1,4}吧\s*[，,]\s*(?:但是?|不过)?\s*/,
  /^(?:另外|还有|对了|顺便|再)?(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住|记得|记一下|记下来?|注意|别忘了|不要忘了|要知道)(?:了|哦|啊|一下|这一点|一点)?\s*[,，:：]?\s*/,
];
