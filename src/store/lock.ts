/**
 * Locks between processes. The operating system releases them with the process, however it ends.
 *
 * @module
 */
import type { MemoryError } from "../base/errors.ts";

/** Who holds a lock, as far as is known. */
export interface LockHolder {
  readonly pid: number;
  /** When the process took the lock, ISO 8601. */
  readonly since: string;
}

/** Which lock, and how long to wait for it. */
export interface LockRequest {
  /** The folder of the lock files; made if absent. */
  readonly locksDir: string;
  /** Lower-case letters and `-`: `diary`, `sweep`, `index`. */
  readonly name: string;
  /** Milliseconds; 0 tries once. */
  readonly waitMs: number;
  /** Makes the error when the wait was in vain. @default kind `busy`, naming the holder */
  readonly onBusy?: (holder: LockHolder | null) => MemoryError;
}
