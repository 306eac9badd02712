/**
 * Orders that are given in a chat: "remember …", "记住 …", and that the dream may write (SPEC 7.2, 8). Precision comes
 * first: what may as well be a question, a memory or a quotation is no order.
 *
 * @module
 */
import type { ChatOrder } from "./classified_piece.ts";
import { hasQuotation } from "./quoted_spans.ts";
import { sentenceSpans, type Span } from "./sentence_spans.ts";

/** An order and where its sentence stands. */
export interface PlacedOrder extends Span {
  /** What is ordered. */
  readonly order: Omit<ChatOrder, "isPlain">;
}

/** Returns the orders in a person's own words. */
export function chatOrders(text: string): PlacedOrder[] {
  const spans = sentenceSpans(text);
  const orders: PlacedOrder[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at];
    if (span === undefined) break;
    const sentence = text.slice(span.start, span.end).trim();
    if (isDreaming(sentence)) orders.push({ ...span, order: { kind: "enable-dreaming", text: sentence } });
    const wanted = wantedBy(sentence);
    if (wanted === null || isErrand(wanted, sentence)) continue;
    if (HAS_WORD.test(wanted) && !POINTS_ELSEWHERE.test(wanted)) {
      orders.push({ ...span, order: { kind: "remember", text: wanted } });
    } else if (/[:：]$/.test(sentence)) {
      for (const item of itemsBelow(text, spans.slice(at + 1))) {
        orders.push(item);
        at++;
      }
    }
  }
  return orders;
}

/** Returns whether a whole text asks for something to be done once, which is a task and nothing for a memory. */
export function isOneOff(text: string): boolean {
  const sentence = text.trim();
  const wanted = wantedBy(sentence);
  return wanted !== null && isErrand(wanted, sentence);
}

/** Returns whether a sentence asks to remember something, be it what follows. */
export function asksToRemember(sentence: string): boolean {
  return wantedBy(sentence) !== null;
}

/** Returns what a sentence wants remembered, which may be nothing by itself; `null` if it is no order. */
function wantedBy(sentence: string): string | null {
  if (/[?？]["”’)]*$|[吗么呢嘛]\s*[。.!！]*$/u.test(sentence) || hasQuotation(sentence)) return null;
  const plain = sentence.replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, "");
  if (!ENGLISH_NOT.test(plain)) {
    const english = ENGLISH.exec(plain);
    if (english !== null) return plain.slice(english[0].length).trim();
  }
  const chinese = CHINESE.exec(plain);
  if (chinese !== null && !CHINESE_NOT.test(plain)) return plain.slice(chinese[0].length).trim();
  return null;
}

/** Politeness and links before an order. */
const ENGLISH =
  /^(?:(?:ok(?:ay)?|and|also|please|pls|so|then|yes|right|hey|btw|by the way|from now on|for (?:the )?future(?: reference)?|always)[,:;!]?\s+)*(?:remember|keep in mind|(?:don['’]t|do not|never) forget|memori[sz]e|make a note)\b(?:\s+please)?(?:\s*[,:–—-]\s*|\s+)?(?:(?:this|the following|it)\s*[:：]\s*)?(?:(?:that|to|of)\b\s*)?[,:]?\s*/i;

/** "Remember when we …" tells; it asks for nothing. */
const ENGLISH_NOT =
  /^(?:\S+\s+){0,4}?(?:remember|keep in mind|forget)\s+(?:when|how|what|why|who|whom|whose|where|whether|which|if|is|was|means|me\b|us\b|the (?:time|day|good)|those days|back in|last (?:time|week|month|year)|it (?:is|was)|from)\b|^remember(?:ed|ing|s)\b/i;

const CHINESE =
  /^(?:(?:请你?|麻烦你?|帮我|给我|替我|你要|要|另外|还有|对了|好的?|嗯|那|那么|以后|从现在(?:开始|起)|今后|务必|一定要?|千万)[，,、:：\s]*)*(?:记住(?!了)|记下来?(?!了)|记一下|记牢|牢记|铭记|别忘了?|不要忘记|请?记得)[，,：:\s]*(?:(?:这|以下|下面)(?:一?[点条件个]|几[点条件])?\s*[：:]\s*)?/u;

/** Recollections and questions. */
const CHINESE_NOT = /^(?:.{0,6})(?:还记得|记得(?:吗|么|当时|上次|那次|以前|小时候|之前)|记得住|没记住|记不)/u;

/** "Remember this." names nothing that could be remembered. */
const POINTS_ELSEWHERE =
  /^(?:this|that|it|these|those|all (?:this|that|of (?:this|it|that))|everything|the above|for (?:later|me|next time))[.!]*$|^(?:这|那|它|这个|那个|这些|那些|这一?点|以上|上面(?:这些|的)?|刚才(?:说的)?|我(?:刚才?)?说的|一下|哈|啊|哦)[。.!！]*$/iu;

/** Something to be done once, now or next, is a task for the agent and nothing for its memory. */
function isErrand(wanted: string, sentence: string): boolean {
  if (ONCE.test(wanted) || ONCE_HAN.test(wanted) || A_THING.test(wanted)) return true;
  const before = sentence.slice(0, sentence.length - wanted.length).trim();
  if (/\bto$/i.test(before)) return TODAY.test(wanted) || !(LASTING.test(wanted) || HOW.test(wanted));
  // "别忘了我对花生过敏" tells something; with a verb first it is a thing to do.
  return /(?:记得|别忘了?|不要忘记)[，,：:]?$/u.test(before) && !/以后|今后|从现在/u.test(before) &&
    ACT_HAN.test(wanted) && !LASTING_HAN.test(wanted);
}

const LASTING =
  /\b(?:always|never|every|each|any|before (?:each|every|any|\w+ing|I|we|you (?:commit|push|merge|deploy|release|send|delete|publish|answer|reply))|whenever|when|if|until|unless|instead|rather|by default|from now on|only|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\bfirst[.!]*$/i;
/** Says how to work, not what to do. */
const HOW =
  /^(?:use|prefer|avoid|stick to|not|call me|(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)? in)\b/i;
const TODAY = /\b(?:today|tonight|tomorrow|(?:this|for this|for the) (?:morning|afternoon|evening|next))\b/i;
const ONCE =
  /^this (?:is|was)\b|\b(?:this|that|these|those) (?:one|time|change|fix|commit|branch|bug|error|test|file|step|task|run|build|thing|PR)s?\b|\b(?:this|it|that) (?:once|when|after|later|now)\b|\bfor (?:this|it) before\b|\b(?:once|when|after|before) you(?:['’]re| are| have)? (?:done|finished|ready|go|leave|stop)\b|\b(?:right now|for now|next step|in a (?:sec|minute|moment))\b/i;
const ONCE_HAN =
  /跑一?[下遍次]|[做看改修试测查发推交写]一[下遍次]|刚才|刚刚|这次|这回|本次|下一步|待会|等会|等下|一会儿|暂时|顺便/u;
/** "Don't forget the milk": nothing is said of the thing. */
const A_THING = /^(?:the|an?|some|your) [a-z-]+(?: [a-z-]+)?[.!]*$/i;
const ACT_HAN =
  /^(?:先)?(?:把|去|给|跑|买|带|拿|取|寄|付|关|打开|删|修|改|测试?|检?查|看|加|写|发|推送?|提交|重启|更新|清理|运行|部署|合并|安装|下载|上传|保存|告诉|通知|联系|问|约|订|交)(?!在|是|窗口|信息|说明|环境|分支|时|前|之前|的)/u;
const LASTING_HAN =
  /以后|今后|每|总是|永远|一律|默认|都|如果|之前|以前|时候|再|才|用|周[一二三四五六日天末]|不要|不能|只/u;

const HAS_WORD = /[\p{L}\p{N}]/u;

function isDreaming(sentence: string): boolean {
  return DREAMING.test(sentence) || DREAMING_HAN.test(sentence);
}

const DREAMING =
  /^(?:(?:ok(?:ay)?|yes|please)[,:]?\s+)*(?:enable|turn on|switch on|activate)\s+(?:the\s+|your\s+)?(?:memory\s+|nightly\s+)?dream(?:ing|s)?(?:\s+please)?\s*[.!]*$/i;
const DREAMING_HAN =
  /^(?:请|麻烦|帮我|好的?[，,]?|可以[，,]?|给我)*(?:开启|启用|打开)(?:一下)?(?:记忆的?|你的|夜间)?(?:做梦|梦境整理|dreaming)(?:功能|模式)?(?:吧)?\s*[。.!！]*$/iu;

/** List items right below a line that ends with a colon. */
function itemsBelow(text: string, spans: readonly Span[]): PlacedOrder[] {
  const items: PlacedOrder[] = [];
  for (const span of spans) {
    const item = /^\s*(?:[-*+•]|\d{1,2}[.)、])\s*(\S[^]*?)\s*$/u.exec(text.slice(span.start, span.end))?.[1];
    if (item === undefined) break;
    items.push({ ...span, order: { kind: "remember", text: item } });
  }
  return items;
}
