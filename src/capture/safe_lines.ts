/**
 * Foreign text as lines of Markdown that mean nothing but what they say.
 *
 * @module
 */
import { stripControls } from "../base/text/display.ts";

/**
 * Returns a text as one line: line breaks and tabs are blanks, control sequences are gone, a list marker of its own is
 * taken off, and neither a comment, a code fence nor a `<memory-data>` tag can begin in it.
 */
export function safeLine(text: string): string {
  const plain = stripControls(text.replace(LINE_BREAKS, " "));
  return closed(plain.replace(/\t/g, " ").trim().replace(/^[-*+]\s+/, "")).replace(FENCE, "\\");
}

/**
 * Returns a text as lines in which no comment and no `<memory-data>` tag can begin; a code fence only if all are closed
 * again. Blanks at their beginning stay.
 */
export function safeLines(text: string): string[] {
  const lines = stripControls(text.replace(OTHER_BREAKS, "\n")).split("\n").map((line) => closed(line.trimEnd()));
  const isBalanced = lines.filter((line) => FENCE.test(line.trimStart())).length % 2 === 0;
  return isBalanced ? lines : lines.map((line) => line.replace(/^(\s*)(?=`{3}|~{3})/, "$1\\"));
}

function closed(line: string): string {
  // After everything that takes characters away: what is left must not close up to a comment.
  return line.replaceAll("<!--", "<! --").replace(DATA_TAG, "< ");
}

/** A run of anything that breaks a line, with the blanks around it: LF, VT, FF, CR, NEL, and the two separators. */
const LINE_BREAKS = /[ \t]*[\n\v\f\r\u0085\u2028\u2029]+[ \t]*/g;
const OTHER_BREAKS = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;

/** Begins one of the tags that frame what agents are given (SPEC 4.7). A blank takes it apart, as it does a comment. */
const DATA_TAG = /<(?=\/?\s*memory-data)/gi;

const FENCE = /^(?=`{3}|~{3})/;
