import { lazily } from "../base/lazily.ts";

/** Something that was opened and has to be closed. */
export interface Closable {
  /** Closes it; a second call does nothing. */
  close(): void;
}

/** Opens parts when they are first asked for and remembers what to close. */
export interface LazyParts {
  /** Returns a getter that opens its part once. */
  part<T extends Closable>(open: () => T): () => T;
  /** Returns a getter that works its value out once; there is nothing to close. */
  value<T>(make: () => T): () => T;
  /** Closes every opened part, the newest first. */
  close(): void;
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
  };
}
