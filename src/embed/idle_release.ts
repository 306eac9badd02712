/**
 * Something costly that is opened when it is needed and given back when nobody needed it for a while.
 *
 * @module
 */

/** What can be given back. */
export interface Releasable {
  /** Gives it back. */
  close(): void;
}

/** Keeps one {@linkcode Releasable} while it is in use, and a while longer. */
export interface IdleRelease<T extends Releasable> {
  /** Runs with it, opening it if need be; it is not given back before the run has ended. */
  use<R>(run: (opened: T) => R | Promise<R>): Promise<R>;
  /** Gives it back now; a run that is under way ends first. Later uses open it again. */
  release(): Promise<void>;
  /** Whether it is open. */
  readonly isOpen: boolean;
}

/** Calls something later, unless it is cancelled. */
export type Schedule = (afterMs: number, act: () => unknown) => { cancel(): void };

/**
 * Returns a keeper.
 *
 * @param open opens the thing, or begins to; what it throws, `use` throws
 * @param idleMs how long it is kept without use
 * @param schedule by default a timer that does not keep the process alive
 */
export function idleRelease<T extends Releasable>(
  open: () => T | Promise<T>,
  idleMs: number,
  schedule: Schedule = laterWithoutWaiting,
): IdleRelease<T> {
  let opening: Promise<T> | null = null;
  let users = 0;
  let isReleaseDue = false;
  let timer: { cancel(): void } | null = null;

  const giveBack = async () => {
    timer?.cancel();
    timer = null;
    isReleaseDue = false;
    const last = opening;
    opening = null;
    (await last)?.close();
  };

  /** Opens it once for all who ask; where that fails, the next one tries again. */
  const opened = async (): Promise<T> => {
    const mine = opening ??= Promise.try(open);
    try {
      return await mine;
    } catch (error) {
      if (opening === mine) opening = null;
      throw error;
    }
  };

  return {
    get isOpen() {
      return opening !== null;
    },
    async use(run) {
      timer?.cancel();
      timer = null;
      users++;
      try {
        return await run(await opened());
      } finally {
        users--;
        if (users === 0) {
          if (isReleaseDue) await giveBack();
          else if (opening !== null) timer = schedule(idleMs, giveBack);
        }
      }
    },
    async release() {
      if (users > 0) isReleaseDue = true;
      else await giveBack();
    },
  };
}

/** A process that has nothing else to do may end. */
function laterWithoutWaiting(afterMs: number, act: () => unknown): { cancel(): void } {
  const timer = setTimeout(act, afterMs);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
}
