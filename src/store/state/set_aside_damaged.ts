/**
 * What follows a suspicion: a query found the state damaged although it could be opened (SPEC 13).
 *
 * @module
 */
import { dirname, join } from "node:path";
import { connect } from "../connect.ts";
import { withLock } from "../lock.ts";
import { setAside } from "../set_aside.ts";
import { isCorrupt } from "../sqlite_errors.ts";
import { openState, type OpenStateRequest } from "./open_state.ts";

/** A check of a large state takes seconds, and many processes may have found the damage. */
const CHECK_WAIT_MS = 60_000;

/**
 * Checks a state as a whole and, if it is damaged, sets it aside under a new name and begins a new one, which knows that it
 * was lost. Every page is read: to be called only after a query failed, with the state closed.
 *
 * @returns the new names; empty if the state is sound, as when another process was faster
 */
export function setAsideDamaged(request: OpenStateRequest): readonly string[] {
  const lock = { locksDir: join(dirname(request.path), "locks"), name: "state-recovery", waitMs: CHECK_WAIT_MS };
  return withLock(lock, () => {
    if (isSound(request.path)) return [];
    const moved = setAside(request.path, request.now);
    openState({ ...request, isRegistered: true }).close();
    return moved;
  });
}

function isSound(path: string): boolean {
  try {
    const connection = connect(path, { synchronous: "FULL" });
    try {
      const [row] = connection.prepare("PRAGMA integrity_check(1)").values();
      return row?.[0] === "ok";
    } finally {
      connection.close();
    }
  } catch (error) {
    if (isCorrupt(error)) return false;
    throw error;
  }
}
