import { lazily } from "../base/lazily.ts";

/** Something that was opened and has to be closed. */
export interface Closable {
  /** Closes it; a second call does nothing. */
  close(): void;
  /** In place of `close` at the end of the process; returns whether it was left to the system. @default it is closed */
  leave?(): boolean;
}

/** Opens parts when they are first asked for and remembers what to close. */
export interface LazyParts {
  /** Returns a getter that opens its part once. */
  part<T extends Closable>(open: () => T): () => T;
  /** Returns a getter that works its value out once; there is nothing to close. */
  value<T>(make: () => T): () => T;
  /** Closes every opened part, the newest first. */
  close(): void;
  /** Closes every opened part, or leaves it where it may be; returns whether one was left. */
  leave(): boolean;
}

/** Returns an empty set of parts. */
export function lazyParts(): LazyParts {
  const opened: Closable[] = [];
  return {
    part: (open) =>
      lazily(() => {
        const part = open();
        opened.push(part);
        return part;
      }),
    value: lazily,
    close() {
      for (let part = opened.pop(); part !== undefined; part = opened.pop()) part.close();
    },
    leave() {
      let isLeft = false;
      for (let part = opened.pop(); part !== undefined; part = opened.pop()) {
        if (part.leave === undefined) part.close();
        else if (part.leave()) isLeft = true;
      }
      return isLeft;
    },
  };
}
