/**
 * `index --watch`. Loaded only with that flag: the library that watches takes longer to load than an index run takes.
 *
 * @module
 */
import type { App } from "../app/app.ts";
import type { Clock } from "../base/clock.ts";
import { terminalText } from "../base/text/display.ts";
import { sync, type SyncReport } from "../pipeline/sync.ts";
import { type BatchOutcome, watchFiles } from "../pipeline/watch/watch_files.ts";
import { MEMORY_FILE, USER_FILE } from "../workspace/layout.ts";
import type { Answer, CommandContext } from "./_declare.ts";
import { embedIndex } from "./_embed_index.ts";
import { stopSignal } from "./_stop_signal.ts";
import { batchText, stoppedText } from "./_text/watch_text.ts";

/** What the command hands over. */
export type WatchContext = Pick<CommandContext, "app" | "reopen" | "program">;

/** How to watch. */
export interface WatchIndexOptions {
  /** `--no-embed`. */
  readonly isEmbedLeftOut: boolean;
}

/** Watches until the program is told to stop, and returns the last line. @throws {MemoryError} busy, failed */
export async function watchIndex(context: WatchContext, options: WatchIndexOptions): Promise<Answer> {
  const { layout, extraPaths, config: { index: { debounceMs } }, clock } = await context.app();
  const gone = new AbortController();
  const signal = AbortSignal.any([stopSignal(), gone.signal]);
  const teller = new Teller(context.program, { clock, gone });
  const run = { program: context.program, signal, isEmbedLeftOut: options.isEmbedLeftOut, teller };
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
    runBatch: async (workMs) => await runBatch(await context.reopen(), workMs, run),
    onNotice: (notice) => teller.notice(notice),
    onReady: () => teller.tell("watching", { workspace: layout.root }, `Watching ${terminalText(layout.root)}`),
  });
  const { batches } = teller;
  return { json: { event: "stopped", at: clock.now().iso, batches }, text: () => stoppedText(batches) };
}

interface WatchRun {
  readonly program: WatchContext["program"];
  readonly signal: AbortSignal;
  readonly isEmbedLeftOut: boolean;
  readonly teller: Teller;
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
  // Between two batches nothing is held: a file may be deleted or replaced, and a log cut back.
  opened.close();
  return { isBehind: report.isBehind, hasChanged };
}

/** Writes the events of one watch. */
class Teller {
  /** Batches that were told. */
  batches = 0;
  #told = new Set<string>();
  #failures = "[]";
  #before = { changed: 0, removed: 0 };
  readonly #program: WatchContext["program"];
  readonly #clock: Clock;
  readonly #gone: AbortController;

  /** `gone` is aborted when nobody reads any more. */
  constructor(program: WatchContext["program"], { clock, gone }: { clock: Clock; gone: AbortController }) {
    this.#program = program;
    this.#clock = clock;
    this.#gone = gone;
  }

  async tell(event: string, facts: object, text: string | null): Promise<void> {
    const isRead = await this.#program.emit({ event, at: this.#clock.now().iso, ...facts }, text);
    // What is written goes nowhere, and a watch that nobody wants should end.
    if (!isRead) this.#gone.abort();
  }

  /** Each sentence once: it would come again with every batch. */
  async notice(notice: string): Promise<void> {
    if (this.#told.has(notice) || PASSING.test(notice)) return;
    this.#told.add(notice);
    await this.tell("notice", { notice }, notice);
  }

  async slice({ files }: SyncReport): Promise<void> {
    const done = this.#withSlices(files);
    this.#before = { changed: done.changed, removed: done.removed };
    this.#program.progress(`Indexing … ${done.changed}/${done.seen} files`);
    await this.tell("progress", { files: done }, null);
  }

  /** The first batch is always told; later ones if they did something or something else failed. */
  async batch(report: SyncReport, vectors: object): Promise<void> {
    const files = this.#withSlices(report.files);
    this.#before = { changed: 0, removed: 0 };
    const { chunks, failures } = report;
    const failed = JSON.stringify(failures);
    const isNews = this.batches === 0 || files.changed + files.removed > 0 || failed !== this.#failures;
    this.#failures = failed;
    if (!isNews) return;
    this.batches++;
    await this.tell("batch", { files, chunks, vectors, failures }, batchText({ ...report, files }, this.#clock.now()));
  }

  /** Counts of a batch whose earlier slices were told as progress. */
  #withSlices(files: SyncReport["files"]): SyncReport["files"] {
    const { changed, removed } = this.#before;
    return { ...files, changed: files.changed + changed, removed: files.removed + removed };
  }
}

/** Said of a slice that is followed by the next one. */
const PASSING = /^(?:The index is behind|Another process is indexing)/;
