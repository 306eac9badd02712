/**
 * Blocks that a program keeps up to date inside a note. Their lines are reports, not claims.
 *
 * @module
 */

/**
 * Returns the line behind the managed block that begins on line `at`, or `null` if none does: OpenClaw's dreaming and
 * diary blocks, and text that was put before an agent between `<memory-data>` tags.
 *
 * A marker counts only if it is all of its line (blanks and the `>` of a quotation aside), and only as one of two: its end
 * has to follow within 600 lines and before the next marker that begins a block of the same name. Any other marker is an
 * ordinary line, so that no single line can take what stands below it.
 */
export function managedBlockEnd(rows: readonly string[], at: number): number | null {
  const name = startName(rows[at] ?? "");
  if (name === null) return null;
  const bound = Math.min(rows.length, at + MAX_BLOCK_LINES);
  for (let next = at + 1; next < bound; next++) {
    const line = rows[next] ?? "";
    if (!line.includes("<")) continue;
    if (endName(line) === name) return next + 1;
    if (startName(line) === name) return null;
  }
  return null;
}

/**
 * Lines of a block with its markers, at most. OpenClaw stages up to 100 candidates of five lines, and blank lines between
 * them; a file that we put before an agent has at most 20,000 chars. What is longer is text that got between two markers.
 */
const MAX_BLOCK_LINES = 600;

const OPENCLAW = /^[\s>]{0,64}<!--\s*(openclaw:[a-z:-]{1,64}):(start|end)\b[^<>]*-->\s*$/;
const DATA_START = /^[\s>]{0,64}<memory-data(?:\s[^<>]*)?>\s*$/i;
const DATA_END = /^[\s>]{0,64}<\/memory-data\s*>\s*$/i;
const DATA_NAME = "memory-data";

/** Returns the name of the block that a line begins, or `null`. */
function startName(line: string): string | null {
  return openclawName(line, "start") ?? (DATA_START.test(line) ? DATA_NAME : null);
}

/** Returns the name of the block that a line ends, or `null`. */
function endName(line: string): string | null {
  return openclawName(line, "end") ?? (DATA_END.test(line) ? DATA_NAME : null);
}

function openclawName(line: string, side: "start" | "end"): string | null {
  const [, name, found] = OPENCLAW.exec(line) ?? [];
  return name !== undefined && found === side ? name : null;
}
