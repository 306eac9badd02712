import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { keptInPlace } from "../store/set_aside.ts";
import { explainSqlite, isCorrupt, isFaultOfPlace, isUnwritable } from "../store/sqlite_errors.ts";
import { setAsideDamaged } from "../store/state/set_aside_damaged.ts";
import type { Located } from "../workspace/locate.ts";

/** What is looked at when a command failed. */
export interface DamageContext {
  /** The workspace, or why there is none. */
  readonly located: Located | MemoryError;
  /** For the new name of a damaged file. */
  readonly clock: Clock;
  /** Closes both databases. */
  close(): void;
}

/**
 * Returns the error to show for one that ended a command. If a database was found damaged in the middle of work, it is
 * checked as a whole: a damaged state is set aside, never deleted; what is not the state is the index, which the next
 * command builds again. The command is not run again by itself: half of what it does may be done.
 */
export function explainDamage(error: unknown, { located, clock, close }: DamageContext): unknown {
  if (located instanceof MemoryError) return error;
  if (!isCorrupt(error)) {
    return isFaultOfPlace(error) ? explainSqlite(error, "go on with", located.layout.dataDir) : error;
  }
  close();
  const { layout, isSimulated, entry } = located;
  const now = clock.now().iso;
  const request = { path: layout.statePath, isRegistered: true, isSimulated, now };
  let moved: readonly string[];
  try {
    moved = setAsideDamaged({ ...request, workspaceId: entry.workspaceId ?? null });
  } catch (failure) {
    // Looking failed, too: that is what has to be mended first, and it is told like any other error.
    if (!isUnwritable(failure)) return failure;
    return error instanceof MemoryError ? error : keptInPlace(layout.statePath, error);
  }
  if (moved.length === 0) {
    return new MemoryError(`Cannot go on: a database of "${layout.dataDir}" is damaged`, {
      hint: "run `memory index --force`, which builds the index anew",
      cause: error,
    });
  }
  const names = moved.map((path) => `"${path}"`).join(", ");
  return new MemoryError(
    `Cannot go on: the state was damaged and has been set aside as ${names}; lines that were there are held as untrusted`,
    {
      hint: "put a copy of state.sqlite back if there is one, or go through the lines with: memory trust .",
      cause: error,
    },
  );
}
