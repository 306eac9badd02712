/**
 * The words that a line of Markdown shows once it is rendered (SPEC 4.3: markup does not make a copy look different).
 *
 * @module
 */
import { decodeReferences } from "./character_references.ts";

/**
 * Returns a line of {@linkcode plainText} without tags, the targets of links, emphasis and backslashes of escapes, with
 * character references decoded. It is for comparison only: spacing and punctuation are not those of a renderer.
 */
export function renderedOf(plain: string): string {
  let text = plain;
  // Most lines have no markup at all.
  if (!MARKUP.test(text)) return text;
  if (text.includes("<")) text = text.replace(BREAK_TAG, " ").replace(TAG, "");
  if (text.includes("]")) text = text.replace(LINK_TARGET, "]").replace(BRACKETS, "");
  return decodeReferences(text).replace(INLINE_MARKS, "");
}

/** Returns a line without comments and list marks: what somebody reads who sees the source. */
export function plainText(line: string): string {
  return withComments(line, () => "").replace(LINE_MARKS, "");
}

/**
 * Returns a text with the codes of addresses and of strings as the letters they stand for (`%20`, `\u8bf7`): a person does
 * not read them, an agent does.
 */
export function decodedText(text: string): string {
  if (!CODED.test(text)) return text;
  return text.replace(PERCENT_CODES, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      // Bytes of no text.
      return codes;
    }
  }).replace(STRING_CODE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Returns a line with the text of its comments in place of them: a person does not see it, an agent reads it. Of
 * annotations nothing is left: what they say is about the line, and many lines may say the same.
 */
export function openedText(line: string): string {
  return withComments(line, (_, text) => NAMED.test(text) ? " " : ` ${text} `)
    .replace(LINE_MARKS, "");
}

/** Returns the same with the text of annotations as well. */
export function annotatedText(line: string): string {
  return withComments(line, (_, text) => ` ${text} `).replace(LINE_MARKS, "");
}

/** Returns the texts of the comments of a line that are no annotation of ours. */
export function hiddenTexts(line: string): string[] {
  if (!line.includes("<!--")) return [];
  return [...line.slice(0, lastClose(line)).matchAll(COMMENT)].map(([, text = ""]) => text.trim()).filter((text) =>
    !ANNOTATION.test(text)
  );
}

/** Returns the line with each comment replaced. */
function withComments(line: string, replacement: (comment: string, text: string) => string): string {
  if (!line.includes("<!--")) return line;
  const end = lastClose(line);
  return line.slice(0, end).replace(COMMENT, replacement) + line.slice(end);
}

/** Returns the place behind the last `-->`. Up to there every `<!--` is closed, so that a line of many stays linear. */
function lastClose(line: string): number {
  const at = line.lastIndexOf("-->");
  return at < 0 ? 0 : at + 3;
}

/**
 * What annotations say in words of no claim; a text that only looks like one is still found by its other forms. Trigger
 * phrases are a writer's own words and not among them.
 */
const ANNOTATION =
  /^(?:origin|source|key|importance|project|observed|expires|status)\s*:\s*\S{0,200}(?:\s*\|.{0,40})?$/i;
/** Names of annotations, whatever the value: more is taken for one here than where the text of a tainted line is kept. */
const NAMED = /^\s*(?:importance|trigger|project|key|source|observed|expires|origin)\s*:[^\n]*$/i;
const COMMENT = /<!--([\s\S]*?)-->/g;
const LINE_MARKS = /^(?:\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])(?=\s))+/gm;
const CODED = /%[0-9a-f]{2}|\\u[0-9a-f]{4}/i;
const PERCENT_CODES = /(?:%[0-9a-f]{2})+/gi;
const STRING_CODE = /\\u([0-9a-f]{4})/gi;
const MARKUP = /[<&\]*`~\\]/;
/** What separates words. */
const BREAK_TAG = /<\/?(?:br|hr|p|div|li|ul|ol|td|th|tr|table|h[1-6]|blockquote|pre|section)(?:\s[^<>]*)?\/?>/gi;
/** A name and perhaps attributes: an address in angle brackets is text. */
const TAG = /<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?\/?>/g;
const LINK_TARGET = /\](?:\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^[\]]*\])/g;
const BRACKETS = /!?\[|\]/g;
const INLINE_MARKS = /[*`~\\]/g;
