import { STDERR, type Streams } from "./_streams.ts";

/** Work shorter than this shows nothing (SPEC 11.4). */
const QUIET_MS = 500;
/** Redrawing more often than this only flickers. */
const REDRAW_MS = 100;
/** To the line's start, then erase it. */
const ERASE_LINE = "\r\x1b[K";

/** Where a line cannot be redrawn each one stays: one every five seconds tells enough. */
const LINE_MS = 5_000;

/** How progress is shown: a line that is redrawn, a line now and then, or not at all. */
export type ProgressForm = "redrawn" | "lines" | "none";

/** Progress on stderr. */
export interface Progress {
  /** Shows a line, if it is time to. */
  show(line: string): void;
  /** Takes the line away; call it before anything else is printed. */
  clear(): Promise<void>;
}

/** Returns a progress line; nothing shows unless the work takes half a second. */
export function startProgress(streams: Streams, form: ProgressForm, steadyMs: () => number): Progress {
  const startMs = steadyMs();
  const pauseMs = form === "lines" ? LINE_MS : REDRAW_MS;
  let lastMs = startMs + QUIET_MS - pauseMs;
  let drawn: Promise<boolean> | undefined;
  return {
    show(line) {
      const nowMs = steadyMs();
      if (form === "none" || nowMs - lastMs < pauseMs) return;
      lastMs = nowMs;
      drawn = streams.write(STDERR, form === "lines" ? `${line}\n` : `${ERASE_LINE}${line}`);
    },
    async clear() {
      if (drawn === undefined) return;
      await drawn;
      if (form === "redrawn") await streams.write(STDERR, ERASE_LINE);
      drawn = undefined;
    },
  };
}
