/**
 * Files that tell a scheduler what to start: written whole, and put back as they were if it does not take them.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import type { TextChange } from "./scheduler.ts";

/** What each of our files says near its beginning; the cron expression stands in the quotes. */
export const WRITTEN_FOR = /Written by memory cron install for "([^"\n]*)"/;

/** Returns a file's text, or `null` if it is not there. @throws {MemoryError} failed, if it is there and not ours */
export function readUnit(path: string): string | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8");
  if (WRITTEN_FOR.test(text)) return text;
  throw new MemoryError(`Cannot use "${path}": somebody else wrote that file`, { hint: "move it away" });
}

/** Returns what has to change for the files to say what is wanted; `null` removes one. */
export function unitChanges(wanted: Readonly<Record<string, string | null>>): TextChange[] {
  return Object.entries(wanted).map(([name, after]) => ({ name, before: readUnit(name), after }))
    .filter(({ before, after }) => before !== after);
}

/** Writes the files, then has them taken up; what `takeUp` throws is thrown once they are as they were. */
export function applyUnits(changes: readonly TextChange[], takeUp: () => void): void {
  for (const { name, after } of changes) put(name, after);
  try {
    takeUp();
  } catch (error) {
    for (const { name, before } of changes) put(name, before);
    throw error;
  }
}

function put(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else writeFileAtomic(path, text, { mode: UNIT_MODE });
}

/** Readable by this user alone: the paths in it are nobody else's business. */
const UNIT_MODE = 0o600;
