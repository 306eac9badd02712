/**
 * What a line is by itself, without its neighbours.
 *
 * @module
 */
import { cjkUnits } from "../base/text/characters.ts";

/** A heading's depth and title. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Without the `#` on both sides; may be empty. */
  readonly title: string;
}

/**
 * Returns the heading that a line is, or `null`. A blank behind `#` is not needed (`##标题`), but a line of hashtags,
 * `#!` and `#12` are text.
 */
export function headingOf(line: string): Heading | null {
  const text = line.trim();
  if (!text.startsWith("#")) return null;
  let level = 0;
  while (text.charAt(level) === "#") level++;
  if (level > MAX_HEADING_LEVEL) return null;
  const rest = text.slice(level);
  const hasBlank = rest === "" || rest.trimStart() !== rest;
  if (!hasBlank && level === 1 && (/^[\d!]/.test(rest) || /\s#\S/.test(rest))) return null;
  return { level, title: withoutClosing(rest.trim()) };
}

/** Returns the text of a list item without its marker and task box, or `null` if the line is none. */
export function bulletOf(line: string): string | null {
  const text = line.trim();
  const units = markerUnits(text);
  if (units === 0) return null;
  const content = text.slice(units).trimStart();
  return /^\[[ xX-]\](?=\s|$)/.test(content) ? content.slice(TASK_BOX_UNITS).trimStart() : content;
}

/** Returns whether a line only separates: `---`, `* * *`, `___`, `===`, or a marker that a merge conflict left behind. */
export function isRule(line: string): boolean {
  const text = line.trim();
  const sign = text.charAt(0);
  if (sign === "<" || sign === ">") return /^(?:<{7}|>{7})(?: |$)/.test(text);
  if (sign !== "-" && sign !== "*" && sign !== "_" && sign !== "=") return false;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === sign) count++;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= MIN_RULE_SIGNS;
}

/** Returns a line without the `>` of quotations, trimmed. */
export function unquoted(line: string): string {
  let at = 0;
  while (at < line.length && QUOTE_OR_BLANK.has(line.charAt(at))) at++;
  return line.slice(at).trimEnd();
}

const MAX_HEADING_LEVEL = 6;
const MIN_RULE_SIGNS = 3;
/** `[x]` */
const TASK_BOX_UNITS = 3;
/** Numbers of list items have few digits; `2026. ` begins a sentence. */
const MAX_NUMBER_DIGITS = 3;
const QUOTE_OR_BLANK: ReadonlySet<string> = new Set([">", " ", "\t", "\ufeff"]);

function withoutClosing(title: string): string {
  if (!title.endsWith("#")) return title;
  let end = title.length;
  while (end > 0 && title.charAt(end - 1) === "#") end--;
  // A sign right behind a letter belongs to the title: C#.
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title;
}

/** Returns how many units the list marker at the start of a trimmed line has, or 0. */
function markerUnits(text: string): number {
  const first = text.charAt(0);
  if (first === "\u2022" || first === "\u00b7") return 1;
  if (first === "-" || first === "*" || first === "+") {
    // `*重点*` is emphasis, but `-重点` can only be an item.
    return isBlankOrEnd(text, 1) || (first === "-" && cjkUnits(text, 1) > 0) ? 1 : 0;
  }
  let digits = 0;
  while (digits <= MAX_NUMBER_DIGITS && text.charAt(digits) >= "0" && text.charAt(digits) <= "9") digits++;
  if (digits === 0 || digits > MAX_NUMBER_DIGITS) return 0;
  const sign = text.charAt(digits);
  if (sign === "\u3001") return digits + 1;
  if (sign !== "." && sign !== ")" && sign !== "\uff0e" && sign !== "\uff09") return 0;
  return isBlankOrEnd(text, digits + 1) || cjkUnits(text, digits + 1) > 0 ? digits + 1 : 0;
}

function isBlankOrEnd(text: string, at: number): boolean {
  return at >= text.length || text.charAt(at) === " " || text.charAt(at) === "\t";
}
