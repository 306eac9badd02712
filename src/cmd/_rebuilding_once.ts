import { sync, type SyncDeps } from "../pipeline/sync.ts";
import { isUnusableIndex } from "../store/index/index_file.ts";

/**
 * Runs work that reads the index. If that finds the index damaged where bringing it up to date did not look, the index is
 * built again and the work runs once more: it can be lost at any time and must never be the reason for no answer.
 */
export function rebuildingOnce<T>(deps: SyncDeps, work: () => T): T {
  try {
    return work();
  } catch (error) {
    buildAgain(deps, error);
    return work();
  }
}

/** Does the same for work that waits for something. */
export async function rebuildingOnceLater<T>(deps: SyncDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    buildAgain(deps, error);
    return await work();
  }
}

/** @throws {unknown} the error itself, if it is not one of a damaged index */
function buildAgain(deps: SyncDeps, error: unknown): void {
  if (!isUnusableIndex(error)) throw error;
  deps.index.reset();
  sync(deps);
}
