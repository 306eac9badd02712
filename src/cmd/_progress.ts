import { STDERR, type Streams } from "./_streams.ts";

/** Work shorter than this shows nothing (SPEC 11.4). */
const QUIET_MS = 500;
/** Redrawing more often than this only flickers. */
const REDRAW_MS = 100;
/** To the line's start, then erase it. */
const ERASE_LINE = "\r\x1b[K";

/** One line on stderr that is redrawn. */
export interface Progress {
  /** Shows a line, if it is time to. */
  show(line: string): void;
  /** Takes the line away; call it before anything else is printed. */
  clear(): Promise<void>;
}

/** Returns a progress line; it never shows unless `isShown` (a terminal, not quiet) and the work takes half a second. */
export function startProgress(streams: Streams, isShown: boolean, steadyMs: () => number): Progress {
  const startMs = steadyMs();
  let lastMs = startMs + QUIET_MS - REDRAW_MS;
  let drawn: Promise<boolean> | undefined;
  return {
    show(line) {
      const nowMs = steadyMs();
      if (!isShown || nowMs - lastMs < REDRAW_MS) return;
      lastMs = nowMs;
      drawn = streams.write(STDERR, `${ERASE_LINE}${line}`);
    },
    async clear() {
      if (drawn === undefined) return;
      await drawn;
      await streams.write(STDERR, ERASE_LINE);
      drawn = undefined;
    },
  };
}
