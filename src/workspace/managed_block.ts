/**
 * Blocks that a program keeps up to date inside a note. Their lines are reports, not claims.
 *
 * @module
 */
import { headingOf } from "./line_shape.ts";

/**
 * Returns the line behind the managed block that begins on line `at`, or `null` if none does: OpenClaw's dreaming and
 * diary blocks, and text that was put before an agent between `<memory-data>` tags.
 *
 * A block without its end goes to the next heading, the next block or the end of the file, so that a lost end costs at
 * most one section.
 */
export function managedBlockEnd(rows: readonly string[], at: number): number | null {
  const row = rows[at] ?? "";
  const name = startName(row);
  if (name === null) return null;
  if (hasEnd(row, name)) return at + 1;
  let bound = rows.length;
  for (let next = at + 1; next < rows.length; next++) {
    const line = rows[next] ?? "";
    if (line.includes("<") && hasEnd(line, name)) return next + 1;
    if (line.includes("<") && startName(line) !== null) {
      bound = next;
      break;
    }
  }
  for (let next = at + 1; next < bound; next++) if (headingOf(rows[next] ?? "") !== null) return next;
  return bound;
}

const OPENCLAW_START = /<!--\s*(openclaw:[a-z:-]{1,64}):start\b[^>]*-->/;
const DATA_START = /<memory-data[\s>]/i;
const DATA_NAME = "memory-data";

/** Returns the name of the block that a line begins, or `null`. */
function startName(line: string): string | null {
  const name = OPENCLAW_START.exec(line)?.[1];
  if (name !== undefined) return name;
  return DATA_START.test(line) ? DATA_NAME : null;
}

function hasEnd(line: string, name: string): boolean {
  if (name === DATA_NAME) return /<\/memory-data\s*>/i.test(line);
  const at = line.indexOf(`${name}:end`);
  return at >= 0 && line.lastIndexOf("<!--", at) >= 0;
}
