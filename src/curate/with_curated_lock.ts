/**
 * One writer of curated files at a time.
 *
 * @module
 */
import { basename } from "node:path";
import { withLock } from "../store/lock.ts";
import { hasHeld, recoverHeld } from "../workspace/swap_in.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** A write takes some milliseconds; a minute is a queue of some thousand orders. */
const CURATED_WAIT_MS = 60_000;

/**
 * Runs a synchronous function while no other process of this program writes `MEMORY.md` or `USER.md`. Editors know nothing
 * of it: against them the file is compared before it is replaced. Not re-entrant.
 *
 * Who needs several locks takes them in this order, so that no two wait for each other: `sweep`, `ingest`, `curated`, `diary`.
 *
 * @throws {MemoryError} busy, if other writers hold the lock for a minute
 */
export function withCuratedLock<T>({ locksDir, root }: Pick<WorkspaceLayout, "locksDir" | "root">, work: () => T): T {
  return withLock({ locksDir, name: "curated", waitMs: CURATED_WAIT_MS }, () => {
    recoverHeld(root);
    return work();
  });
}

/**
 * Settles what a killed writer left of an editor's text, and returns the names of files that hold it again. Most of the time
 * nothing is there, and nobody has to wait.
 */
export function recoverCurated({ locksDir, root }: Pick<WorkspaceLayout, "locksDir" | "root">): string[] {
  if (!hasHeld(root)) return [];
  const lock = { locksDir, name: "curated", waitMs: CURATED_WAIT_MS };
  return withLock(lock, () => recoverHeld(root)).map((path) => basename(path));
}
