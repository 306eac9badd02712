import type { SyncReport } from "../../pipeline/sync.ts";
import { count } from "./count.ts";

/** Files named one by one; more would push the answer off the screen. */
const MAX_NAMED = 3;

/** Returns sentences for files that could not be read, so that "nothing found" is never said in place of a failure. */
export function failureNotices({ failures }: Pick<SyncReport, "failures">): string[] {
  const named = failures.slice(0, MAX_NAMED).map(({ path, reason }) => `Cannot read "${path}": ${reason}`);
  const rest = failures.length - named.length;
  return rest === 0 ? named : [...named, `${rest} more files cannot be read; "memory index" names them all`];
}

/**
 * Returns a sentence for a search that found nothing while files are left out of the index: what was looked for may stand
 * in one of them.
 */
export function leftOutNotices({ skipped }: Pick<SyncReport, "skipped">): string[] {
  if (skipped.length === 0) return [];
  const are = skipped.length === 1 ? "is" : "are";
  return [
    `Nothing was found, but ${count(skipped.length, "file")} ${are} left out of the index; "memory status" says why`,
  ];
}
