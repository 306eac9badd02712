/**
 * One thing after the other: databases and a model are shared, and what waits can still be taken back.
 *
 * @module
 */

/** Runs work in the order in which it came. */
export interface InTurn {
  /** Queues work; it must not throw. */
  add(work: () => Promise<void>): void;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
}

/** Returns an empty queue. */
export function inTurn(): InTurn {
  let last: Promise<void> = Promise.resolve();
  return {
    add(work) {
      // Between two runs what came in is read, such as that the next is not wanted any more.
      last = last.then(nextRound).then(work);
    },
    idle: () => last,
  };
}

/** Resolves once streams had their turn. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
