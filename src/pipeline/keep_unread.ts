import type { IndexStore } from "../store/index/open_index.ts";
import { isAtOrBelow } from "./is_below.ts";
import type { SyncRun } from "./sync_run.ts";

/**
 * Takes over into the second index what the first one holds of files that could not be read: that a file cannot be read just
 * now does not mean that it is gone, in a forced run as little as in any other (SPEC 5, step 2). A notice says so.
 *
 * @param next the second index, whole but for these files
 */
export function keepUnread(run: SyncRun, next: IndexStore): void {
  const { failures, deps: { index }, notices } = run;
  if (failures.length === 0) return;
  const unread = new Set(failures.map(({ path }) => path));
  const kept = index.sources.stamps().map(({ path }) => path)
    .filter((path) => isAtOrBelow(path, unread) && next.sources.get(path) === null);
  if (kept.length === 0) return;
  next.transaction(() => {
    for (const path of kept) {
      const file = index.storedFile(path);
      if (file !== null) next.replaceFile(file.source, file.chunks);
    }
  });
  // Their files are compared one by one the next time.
  run.isExact = false;
  const [only = ""] = kept;
  const what = kept.length === 1 ? [`"${only}"`, "it"] : [`${kept.length} files`, "they"];
  notices.push(`What the index held of ${what[0]} before was kept: just now ${what[1]} could not be read`);
}
