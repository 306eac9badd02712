/**
 * Cuts what an agent or a model wrote into notes.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";

/** Notes that one flush takes: who has more to say writes a file. */
const MOST_NOTES = 200;

/** Answers that mean that there is nothing to keep. */
const NOTHING = /^(?:no[_ ]?reply|nothing(?: to (?:note|save|keep|store|remember))?|none|n\/a|无|没有|暂无)[.。!]?$/i;

/**
 * Returns the notes of a text, one a line, without list markers. Passed over: blank lines, headings, rules, fences with what
 * is in them, and words that say that there is nothing.
 *
 * @throws {MemoryError} usage, if there are more than 200
 */
export function flushLines(text: string): string[] {
  const lines: string[] = [];
  let isFenced = false;
  for (const raw of text.split(/\r?\n|\r/)) {
    const line = raw.trim();
    if (/^(?:`{3,}|~{3,})/.test(line)) isFenced = !isFenced;
    else if (!isFenced) {
      const note = line.replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, "").trim();
      if (!/^#{1,6}\s/.test(line) && /[\p{L}\p{N}]/u.test(note) && !NOTHING.test(note)) lines.push(note);
    }
  }
  if (lines.length <= MOST_NOTES) return lines;
  throw new MemoryError(`Cannot take ${lines.length} notes at once: at most ${MOST_NOTES}`, {
    kind: "usage",
    hint: "keep what will matter later, one fact a line",
  });
}
