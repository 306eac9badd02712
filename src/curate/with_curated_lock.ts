/**
 * One writer of curated files at a time.
 *
 * @module
 */
import { withLock } from "../store/lock.ts";
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
export function withCuratedLock<T>({ locksDir }: Pick<WorkspaceLayout, "locksDir">, work: () => T): T {
  return withLock({ locksDir, name: "curated", waitMs: CURATED_WAIT_MS }, work);
}
