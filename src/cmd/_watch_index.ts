/**
 * `index --watch`. Loaded only with that flag: the library that watches takes longer to load than an index run takes.
 *
 * @module
 */
import { existsSync } from "node:fs";
import type { App } from "../app/app.ts";
import { MemoryError } from "../base/errors.ts";
import { terminalText } from "../base/text/display.ts";
import { sync } from "../pipeline/sync.ts";
import { type BatchOutcome, watchFiles } from "../pipeline/watch/watch_files.ts";
import { MEMORY_FILE, USER_FILE } from "../workspace/layout.ts";
import type { Answer, CommandContext } from "./_declare.ts";
import { embedIndex } from "./_embed_index.ts";
import { stopSignal } from "./_stop_signal.ts";
import { stoppedText } from "./_text/watch_text.ts";
import { WatchTeller } from "./_watch_teller.ts";

/** What the command hands over. */
export type WatchContext = Pick<CommandContext, "app" | "reopen" | "program">;

/** How to watch. */
export interface WatchIndexOptions {
  /** `--no-embed`. */
  readonly isEmbedLeftOut: boolean;
  /** Goes on beside the watch until that ends; the watch ends with it if it throws. @default nothing */
  beside?(watch: RunningWatch): Promise<void>;
}

/** What stands beside a watch may use. */
export interface RunningWatch {
  /** Aborted when the watch ends. */
  readonly signal: AbortSignal;
  /** Writes the events. */
  readonly teller: WatchTeller;
  /** Runs with a freshly opened app, never while a batch runs, and closes it. */
  alone<R>(work: (opened: App) => R | Promise<R>): Promise<R>;
}

/** Watches until the program is told to stop, and returns the last line. @throws {MemoryError} busy, failed */
export async function watchIndex(context: WatchContext, options: WatchIndexOptions): Promise<Answer> {
  const { layout, extraPaths, config: { index: { debounceMs } }, clock } = await context.app();
  const gone = new AbortController();
  const signal = AbortSignal.any([stopSignal(), gone.signal]);
  const teller = new WatchTeller(context.program, { clock, gone });
  const run = { program: context.program, signal, isEmbedLeftOut: options.isEmbedLeftOut, teller };
  const alone = oneAtATime(context, layout.root, (error) => gone.abort(error));
  let beside: Promise<void> | undefined;
  await watchFiles({
    locksDir: layout.locksDir,
    lock: { name: "watch", watched: "this workspace" },
    paths: [
      ...[MEMORY_FILE, USER_FILE].map((name) => `${layout.root}/${name}`),
      layout.memoryDir,
      layout.sessionsDir,
      ...extraPaths,
    ],
    debounceMs,
    signal,
    runBatch: (workMs) => alone((opened) => runBatch(opened, workMs, run)),
    onNotice: (notice) => teller.notice(notice),
    async onReady() {
      await teller.tell("watching", { workspace: layout.root }, `Watching ${terminalText(layout.root)}`);
      beside = options.beside?.({ signal, teller, alone }).catch((error: unknown) => gone.abort(error));
    },
  }).finally(() => gone.abort());
  await beside;
  if (gone.signal.reason instanceof Error && gone.signal.reason.name !== "AbortError") throw gone.signal.reason;
  const { batches } = teller;
  return { json: { event: "stopped", at: clock.now().iso, batches }, text: () => stoppedText(batches) };
}

/** Returns what runs one work after the other, each with an app of its own; `onGone` is told when there is no workspace. */
function oneAtATime(context: WatchContext, root: string, onGone: (error: MemoryError) => void): RunningWatch["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = async () => {
      if (!existsSync(root)) {
        const error = new MemoryError(`Cannot go on: the workspace "${root}" is gone`, {
          hint: "start again where it is now",
        });
        onGone(error);
        throw error;
      }
      const opened = await context.reopen();
      try {
        return await work(opened);
      } finally {
        // Between two batches nothing is held: a file may be deleted or replaced, and a log cut back.
        opened.close();
      }
    };
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}

interface WatchRun {
  readonly program: WatchContext["program"];
  readonly signal: AbortSignal;
  readonly isEmbedLeftOut: boolean;
  readonly teller: WatchTeller;
}

async function runBatch(opened: App, workMs: number, run: WatchRun): Promise<BatchOutcome> {
  const { teller, program: { progress }, signal } = run;
  const report = sync(opened, { workMs });
  const hasChanged = report.files.changed + report.files.removed > 0;
  for (const notice of [...opened.notices, ...report.notices]) await teller.notice(notice);
  if (report.isBehind) await teller.slice(report);
  else {
    const isLeftOut = run.isEmbedLeftOut || (!hasChanged && teller.batches > 0);
    const { vectors, notices } = await embedIndex(opened, { isLeftOut, progress, signal });
    for (const notice of notices) await teller.notice(notice);
    await teller.batch(report, vectors);
  }
  return { isBehind: report.isBehind, hasChanged };
}
