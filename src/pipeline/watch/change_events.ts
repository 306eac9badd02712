/**
 * Notices that something below some paths may have changed. Events are hints, no more: what really changed is found by
 * comparing the disk with the index, so an event too many costs little and a lost one is made up for.
 *
 * @module
 */
import { type ChokidarOptions, watch } from "chokidar";
import { errorCode } from "../../base/errors.ts";

/** A running look-out. */
export interface ChangeEvents {
  /** Resolves when all paths are looked at. */
  readonly isReady: Promise<void>;
  /** Ends it. */
  close(): Promise<void>;
}

/** What to look at, and whom to tell. */
export interface ChangeEventsRequest {
  /** Files and folders, absolute; they need not exist yet. */
  readonly paths: readonly string[];
  /** Something may have changed. */
  readonly onChange: () => void;
  /** The system gives no more events: its limits are used up. Called once at most. */
  readonly onExhausted: (code: string) => void;
}

/** Starts to look; `start` stands for the library in tests. */
export function changeEvents(request: ChangeEventsRequest, start: typeof watch = watch): ChangeEvents {
  const { paths, onChange, onExhausted } = request;
  const { promise: isReady, resolve } = Promise.withResolvers<void>();
  let isExhausted = false;
  const ignored = (path: string) =>
    paths.some((root) => path.startsWith(root) && LEFT_OUT.test(path.slice(root.length)));
  const watcher = start([...paths], { ...OPTIONS, ignored });
  watcher.on("all", onChange);
  watcher.on("ready", resolve);
  watcher.on("error", (error) => {
    const code = errorCode(error) ?? "";
    // Any other error is about some path: comparing tells what is the matter with it.
    if (!EXHAUSTED.has(code)) return onChange();
    if (!isExhausted) onExhausted(code);
    isExhausted = true;
    resolve();
  });
  return { isReady, close: () => watcher.close() };
}

/** Out of watches, of watchers, or of file handles. */
const EXHAUSTED: ReadonlySet<string> = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

const OPTIONS: ChokidarOptions = {
  ignoreInitial: true,
  // A link adds nothing to the memory, and what it leads to may be of any size.
  followSymlinks: false,
  ignorePermissionErrors: true,
  // Settling is waited for by the bell.
  atomic: false,
};

/** Below a path that is looked at: what the lister leaves out by its name. */
const LEFT_OUT = /[\\/](?:\.|node_modules(?:[\\/]|$))/;
