import { MemoryError } from "../base/errors.ts";
import { takeLock } from "./lock.ts";

/** Returns whether another process holds a lock now; by the time the answer is used it may have let go. */
export function isLocked(locksDir: string, name: string): boolean {
  try {
    takeLock({ locksDir, name, waitMs: 0 })();
    return false;
  } catch (error) {
    if (error instanceof MemoryError && error.kind === "busy") return true;
    throw error;
  }
}
