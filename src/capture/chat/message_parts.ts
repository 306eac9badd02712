/**
 * The parts of a person's message that are not that person's words (SPEC 4.4): what stands in fences, behind quotation
 * marks at the start of lines, below the head of a forwarded mail, or in long quotation marks; and messages so long that
 * nobody typed them.
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import { fenceEnd, fenceMarker } from "../../workspace/fence.ts";
import { quotedSpans } from "./quoted_spans.ts";
import type { Span } from "./sentence_spans.ts";

/** A part of a message. */
export interface MessagePart {
  /** With its line ends. */
  readonly text: string;
  /** Why these are not the words of who sent it, as a short clause, or `null`. */
  readonly foreign: string | null;
  /** Quotations over more than one sentence that begin or end within it; offsets within its text. */
  readonly quoted: readonly Span[];
}

/** SPEC 4.4: a longer message is pasted. In chars. */
export const MOST_TYPED_CHARS = 1_200;
/** SPEC 4.4: a message of more lines is pasted. */
export const MOST_TYPED_LINES = 20;

/** Returns the parts of an agent's message, in order: code stands apart from prose. */
export function fencedParts(text: string): MessagePart[] {
  const rows = text.split("\n");
  const parts: MessagePart[] = [];
  let from = 0;
  for (let at = 0; at < rows.length; at++) {
    const marker = fenceMarker(rows[at] ?? "");
    if (marker === null) continue;
    const end = fenceEnd(rows, at, marker);
    if (end === null) continue;
    parts.push({ text: rows.slice(from, at).join("\n"), foreign: null, quoted: [] });
    parts.push({ text: rows.slice(at, end + 1).join("\n"), foreign: "fenced", quoted: [] });
    from = end + 1;
    at = end;
  }
  return [...parts, { text: rows.slice(from).join("\n"), foreign: null, quoted: [] }];
}

/** Returns the parts of a person's message, in order. */
export function messageParts(text: string): MessagePart[] {
  if (codePoints(text) > MOST_TYPED_CHARS || text.trim().split("\n").length > MOST_TYPED_LINES) {
    return [{ text, foreign: "longer than what is typed", quoted: [] }];
  }
  const rows = text.split("\n");
  const parts: { lines: string[]; foreign: string | null }[] = [];
  const add = (line: string, foreign: string | null) => {
    const last = parts.at(-1);
    if (last !== undefined && last.foreign === foreign) last.lines.push(line);
    else parts.push({ lines: [line], foreign });
  };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? "";
    if (isForwardHead(rows, at)) {
      for (const rest of rows.slice(at)) add(rest, "forwarded");
      break;
    }
    const marker = fenceMarker(row);
    if (marker !== null) {
      // A fence that nobody closed goes on to the end: of what follows nobody can say whose it is.
      const end = fenceEnd(rows, at, marker) ?? rows.length - 1;
      for (; at < end; at++) add(rows[at] ?? "", "fenced");
      add(rows[at] ?? "", "fenced");
    } else add(row, isQuoted(row) ? "quoted" : null);
  }
  return withQuotations(text, parts.map(({ lines, foreign }) => ({ text: lines.join("\n"), foreign })));
}

/** Says of each part where quotations of the whole message reach into it; one that lies in a quotation is quoted itself. */
function withQuotations(text: string, parts: readonly Omit<MessagePart, "quoted">[]): MessagePart[] {
  const spans = quotedSpans(text);
  let from = 0;
  return parts.map((part) => {
    const [start, end] = [from, from + part.text.length];
    from = end + 1;
    const quoted = part.foreign !== null ? [] : spans.filter((span) => span.start < end && span.end > start)
      .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(end, span.end) - start }));
    return { ...part, quoted };
  });
}

function isQuoted(row: string): boolean {
  return /^\s{0,3}[>＞»│┃▌▏]/u.test(row) || /^(?: {4}|\t)\s*\S/.test(row) || /^\s*\|.*\|\s*$/.test(row);
}

/** Returns whether from a line on somebody else speaks. */
function isForwardHead(rows: readonly string[], at: number): boolean {
  const row = rows[at] ?? "";
  const next = rows[at + 1] ?? "";
  if (FORWARD.test(row) || isMailHead(row, next)) return true;
  // The line of a mail program may be wrapped.
  const isWrapped = [next, rows[at + 2] ?? ""].some((rest) => /(?:wrote|写道|寫道)[:：]\s*$/iu.test(rest));
  if (isWrapped && /^\s*(?:On |在|于|於).{4,}$/iu.test(row)) return true;
  return next.trim() !== "" && CHAT_HEAD.test(row);
}

/** What mail programs and chats put before somebody else's words. */
const FORWARD =
  /^\s*(?:-{2,}\s*)?(?:(?:begin )?forwarded (?:message|from)|original message|原始邮件|转发(?:的|自)?(?:邮件|消息)?[:：]?|以下是转发)|^\s*On .{4,} wrote:\s*$|^.{2,60}(?:写道|寫道)[:：]\s*$/iu;

/** Two header lines of a mail, one after the other, or one with an address. */
function isMailHead(row: string, next: string): boolean {
  return MAIL_FIELD.test(row) && (MAIL_FIELD.test(next) || /[^\s@]@[^\s@]/.test(row));
}

const MAIL_FIELD =
  /^\s*\*{0,2}(?:from|to|cc|date|sent|subject|reply-to|发件人|收件人|抄送|主题|日期|发送时间)\*{0,2}\s*[:：]/iu;

/** A name of at most four words with a time, as chats copy them: `张三 10:32`, `Bob, [1.8.2026 10:32]`, `[10:32] Bob: …`. */
const CHAT_HEAD =
  /^\s*[\[(【（]?(?:[\d./年月日-]{6,12}[,，]?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?[\])】）]?\s*[-–—]?\s*[^\s:：]{1,30}(?: [^\s:：]{1,30}){0,3}\s*[:：]|^\s*(?:[^\s\d.。!?:：][^\s.。!?:：]{0,29}\s+){1,4}(?:[-–—|·•]\s+)?[\[(【（]?(?:(?:today|yesterday|今天|昨天)(?: at)?\s*|[\d./年月日-]{6,12}[,，]?\s*)?(?:[上下]午)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?[\])】）]?\s*[:：]?\s*$/iu;
