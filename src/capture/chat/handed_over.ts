/**
 * Whether a message hands a text over to be worked on: "summarise this mail" with the mail right below. Nobody puts marks
 * around what is pasted, so that the request and the shape of what follows have to tell.
 *
 * @module
 */

/** How sure it is that a text of somebody else's stands in a message. */
export type HandedOver = "no" | "perhaps" | "likely";

/**
 * Returns whether a message holds a text that its writer did not write. `likely`: over lines, with a request that is about a
 * text, or in the shape of a letter, a console or a log. `perhaps`: such a request in one line, or an order as one step among
 * others.
 *
 * @param others the sentences of the message that give no order
 */
export function handedOver(said: string, others: readonly string[]): HandedOver {
  const isWork = others.some((sentence) => TEXT_WORK.test(sentence) || TEXT_WORK_HAN.test(sentence));
  const rows = said.split("\n").map((row) => row.trim()).filter((row) => row !== "");
  if (rows.length < 2) return isWork ? "perhaps" : "no";
  if (isWork || rows.some((row) => POINTS_BELOW.test(row)) || SHAPES.some((shape) => shape.test(said))) return "likely";
  const behindFirst = rows.slice(1);
  if (behindFirst.some((row) => SALUTATION.test(row)) || rows.some((row, at) => isFarewell(row, rows[at + 1]))) {
    return "likely";
  }
  return "no";
}

/** A farewell has a name below it, or stands for itself in Chinese. */
function isFarewell(row: string, next: string | undefined): boolean {
  if (FAREWELL_HAN.test(row)) return true;
  return FAREWELL.test(row) && next !== undefined && next.split(/\s+/).length <= NAME_WORDS;
}

const NAME_WORDS = 4;

/** What is done with a text. */
const TEXT_WORK =
  /\b(?:summari[sz]e|summary of|tl;?dr|translate|translation|proof-?read|paraphrase|rephrase|reword|shorten|spell-?check|typos?|spam|phishing)\b|\b(?:re-?write|explain|answer|reply to|respond to) (?:this|that|it|the following|the (?:e-?mail|mail|message|text|letter|post|log|error|output))\b|\b(?:this|that|these|following) (?:[a-z-]+ ){0,2}(?:e-?mails?|mails?|messages?|text|letters?|(?:web ?)?page|(?:web ?)?site|articles?|posts?|threads?|chat|readme|prs?|pull requests?|issues?|tickets?|comments?|logs?|output|transcripts?|descriptions?|announcements?|paragraphs?|snippets?|docs?|documents?|invoices?)\b|\bthe following\b|^explain[.:]?$/i;
const TEXT_WORK_HAN =
  /总结|總結|概括|摘要|翻译|翻譯|[译譯]成|润色|潤色|校对|校對|改写|改寫|缩短|縮短|解释(?:一?下|这)|解釋(?:一?下|這)|(?:回[复覆復]|回信)(?:一?下|给|給|他|她|这|這)|怎么回|什么意思|什麼意思|看一?下?[这這]|[这這](?:[封段篇份条條则則个個张張]|是)[^，。,.\n]{0,8}(?:邮件|郵件|信|网页|網頁|文章|文字|日志|日誌|说明|說明|消息|帖子|报告|報告|通知|公告|输出|輸出|文档|文檔|内容|內容|评论|評論)/u;

/** "Shorten this", and the thing stands below. */
const POINTS_BELOW = /\b(?:this|these|below)\s*[.?!]*$|(?:[这這]个|[这這]段|下面)\s*[。.？?！!]*$/iu;

/** Of consoles, logs and files of Markdown. */
const SHAPES: readonly RegExp[] = [
  /^\s*(?:[$%❯➜]|#{1,6})\s+\S/m,
  /^\s*\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\]?[:\s]/m,
  /\b(?:tool|command|program|script|console|terminal|build|test)s?(?:['’]s)? output\b/i,
];

const SALUTATION =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.!?:]{0,40}[,，!]?|(?:各位|尊敬的|亲爱的|親愛的|你好|您好|大家好)[^。:：]{0,20}[，,！!]?)$/iu;
const FAREWELL =
  /^(?:best(?: regards| wishes)?|(?:kind|warm)(?:est)? regards|regards|cheers|sincerely|yours(?: sincerely| truly)?|(?:many )?thanks(?: and regards)?)[,.!]?$/i;
const FAREWELL_HAN = /^(?:此致|敬礼|敬禮|顺颂商祺|順頌商祺|祝好)[，,。.！!]?$/u;

/** Returns whether an order is one step in a list of others that are none: instructions of somebody's, for somebody. */
export function isStepAmongOthers(said: string, isOrder: (row: string) => boolean): boolean {
  const items = said.split("\n").filter((row) => ITEM.test(row));
  return items.length > 1 && items.some(isOrder) && !items.every(isOrder);
}

const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)、])\s*\S/u;
