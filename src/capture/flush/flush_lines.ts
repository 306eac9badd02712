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

/** The line that opens or closes a fence. */
const FENCE = /^(?:`{3,}|~{3,})/;

/** Returns whether a text says that there is nothing to keep; one without a word does not. */
export function saysNothing(text: string): boolean {
  return linesOf(text).some((line) => NOTHING.test(line.replace(MARKER, "").trim()));
}

/**
 * Returns the notes of a text, one a line, without list markers. Passed over: blank lines, headings, rules, fences with what
 * is in them unless that is all there is, and words that say that there is nothing.
 *
 * @throws {MemoryError} usage, if there are more than 200
 */
export function flushLines(text: string): string[] {
  const lines: string[] = [];
  let isFenced = false;
  for (const line of withoutWrapping(linesOf(text))) {
    if (FENCE.test(line)) isFenced = !isFenced;
    else if (!isFenced) {
      const note = line.replace(MARKER, "").trim();
      if (!/^#{1,6}\s/.test(line) && /[\p{L}\p{N}]/u.test(note) && !NOTHING.test(note)) lines.push(note);
    }
  }
  if (lines.length <= MOST_NOTES) return lines;
  throw new MemoryError(`Cannot take ${lines.length} notes at once: at most ${MOST_NOTES}`, {
    kind: "usage",
    hint: "keep what will matter later, one fact a line",
  });
}

const MARKER = /^(?:[-*+•]|\d{1,3}[.)])\s+/;

function linesOf(text: string): string[] {
  return text.split(/\r?\n|\r/).map((raw) => raw.trim());
}

/** Models like to put the whole of an answer into one fence: then it is no quotation. */
function withoutWrapping(lines: readonly string[]): readonly string[] {
  const said = lines.filter((line) => line !== "");
  const fences = said.filter((line) => FENCE.test(line));
  const isWrapped = fences.length === 2 && FENCE.test(said[0] ?? "") && FENCE.test(said.at(-1) ?? "");
  return isWrapped ? said.slice(1, -1) : lines;
}
