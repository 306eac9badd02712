/**
 * The parts of a person's message that are not that person's words (SPEC 4.4): what stands in fences, behind quotation
 * marks at the start of lines, below the head of a forwarded mail, or in long quotation marks; and messages so long that
 * nobody typed them.
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import { wordRuns } from "../../base/text/word_runs.ts";
import { fenceEnd, fenceMarker } from "../../workspace/fence.ts";

/** A part of a message. */
export interface MessagePart {
  /** With its line ends. */
  readonly text: string;
  /** Why these are not the words of who sent it, as a short clause, or `null`. */
  readonly foreign: string | null;
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
    parts.push({ text: rows.slice(from, at).join("\n"), foreign: null });
    parts.push({ text: rows.slice(at, end + 1).join("\n"), foreign: "fenced" });
    from = end + 1;
    at = end;
  }
  return [...parts, { text: rows.slice(from).join("\n"), foreign: null }];
}

/** Returns the parts of a person's message, in order. */
export function messageParts(text: string): MessagePart[] {
  if (codePoints(text) > MOST_TYPED_CHARS || text.trim().split("\n").length > MOST_TYPED_LINES) {
    return [{ text, foreign: "longer than what is typed" }];
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
    if (FORWARD.test(row) || isMailHead(rows, at)) {
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
  return parts.map(({ lines, foreign }) => ({ text: lines.join("\n"), foreign }));
}

/**
 * Returns whether a sentence quotes more than a name or a button: quotation marks around a run of five words or eight CJK
 * characters.
 */
export function hasQuotation(sentence: string): boolean {
  for (const [, ...groups] of sentence.matchAll(QUOTATION)) {
    const inner = groups.find((group) => group !== undefined) ?? "";
    if (isLong(inner)) return true;
  }
  return false;
}

function isLong(inner: string): boolean {
  const words = inner.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const han = inner.match(/\p{Script=Han}/gu)?.length ?? 0;
  return wordRuns(inner).size > 0 && (han >= LEAST_HAN || (han === 0 && words >= LEAST_WORDS));
}

/** As many as make a shingle (SPEC 4.5). */
const LEAST_WORDS = 5;
const LEAST_HAN = 8;

const QUOTATION = /"([^"\n]*)"|“([^”\n]*)”|「([^」\n]*)」|『([^』\n]*)』|«([^»\n]*)»|《([^》\n]*)》/gu;

function isQuoted(row: string): boolean {
  return /^\s{0,3}[>＞]/u.test(row) || /^(?: {4}|\t)\s*\S/.test(row) || /^\s*\|.*\|\s*$/.test(row);
}

/** What mail programs and chats put before somebody else's words. */
const FORWARD =
  /^\s*(?:-{2,}\s*)?(?:(?:begin )?forwarded message|original message|原始邮件|转发(?:的)?(?:邮件|消息)|以下是转发)|^\s*On .{4,80} wrote:\s*$|^.{2,60}(?:写道|寫道)[:：]\s*$/iu;

/** Two header lines of a mail, one after the other. */
function isMailHead(rows: readonly string[], at: number): boolean {
  return MAIL_FIELD.test(rows[at] ?? "") && MAIL_FIELD.test(rows[at + 1] ?? "");
}

const MAIL_FIELD =
  /^\s*\*{0,2}(?:from|to|cc|date|sent|subject|reply-to|发件人|收件人|抄送|主题|日期|发送时间)\*{0,2}\s*[:：]/iu;
