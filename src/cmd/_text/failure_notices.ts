import type { SyncReport } from "../../pipeline/sync.ts";

/** Files named one by one; more would push the answer off the screen. */
const MAX_NAMED = 3;

/** Returns sentences for files that could not be read, so that "nothing found" is never said in place of a failure. */
export function failureNotices({ failures }: Pick<SyncReport, "failures">): string[] {
  const named = failures.slice(0, MAX_NAMED).map(({ path, reason }) => `Cannot read "${path}": ${reason}`);
  const rest = failures.length - named.length;
  return rest === 0 ? named : [...named, `${rest} more files cannot be read; "memory index" names them all`];
}
