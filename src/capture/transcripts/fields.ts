/**
 * Looks at the fields of parsed records whose types nobody vouches for.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { isRecord } from "../../base/record.ts";

/** A parsed object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns a field that holds a text with at least one character, or `null`. */
export function textField(record: Fields, name: string): string | null {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns a field that holds an object, or `null`. */
export function recordField(record: Fields, name: string): Fields | null {
  const value = record[name];
  return isRecord(value) ? value : null;
}

/** Returns the objects in a field that holds a list; none if it holds anything else. */
export function recordsField(record: Fields, name: string): readonly Fields[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Returns a moment given as ISO 8601 or as milliseconds since the epoch, in UTC; `null` if it is neither, or lies
 * outside of the years in which transcripts were written.
 */
export function timeOf(value: unknown): IsoTime | null {
  const ms = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : null;
}

/** The year 2015: no agent wrote transcripts before. Seconds taken for milliseconds fall before it. */
const EARLIEST_MS = Date.UTC(2015);
const LATEST_MS = Date.UTC(2200);

/**
 * Returns the text of a content that is a text, or a list of texts and of blocks with one: what the formats of all
 * clients have in common. Other blocks (images, thoughts) are left out.
 */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (isRecord(content)) return typeof content["text"] === "string" ? content["text"] : "";
  if (!Array.isArray(content)) return "";
  return content.map((block: unknown) => typeof block === "string" ? block : isRecord(block) ? blockText(block) : "")
    .filter((text) => text !== "").join("\n");
}

/**
 * Returns all prose that stands anywhere in a value whose meaning is not known: each text with a blank or a CJK character in
 * it, a line each. Names, ids and packed data are left out.
 */
export function allProse(value: unknown): string {
  const found: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") {
      if (PROSE.test(next)) found.push(next);
    } else if (Array.isArray(next)) {
      for (let at = next.length - 1; at >= 0; at--) waiting.push(next[at]);
    } else if (isRecord(next)) {
      for (const inner of Object.values(next).reverse()) waiting.push(inner);
    }
  }
  return found.join("\n");
}

/** Three words, or four CJK characters: what is shorter says nothing that could be told from chance. */
const PROSE = /\S\s+\S+\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;

function blockText(block: Fields): string {
  return typeof block["text"] === "string" ? block["text"] : "";
}
