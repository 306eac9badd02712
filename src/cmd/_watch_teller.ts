import type { Clock } from "../base/clock.ts";
import type { SyncReport } from "../pipeline/sync.ts";
import type { ProgramFacts } from "./_declare.ts";
import { batchText } from "./_text/watch_text.ts";

/** Writes the events of one watch. */
export class WatchTeller {
  /** Batches that were told. */
  batches = 0;
  #told = new Set<string>();
  #failures = "[]";
  #before = { changed: 0, removed: 0 };
  readonly #program: Pick<ProgramFacts, "emit" | "progress">;
  readonly #clock: Clock;
  readonly #gone: AbortController;

  /** `gone` is aborted when nobody reads any more. */
  constructor(
    program: Pick<ProgramFacts, "emit" | "progress">,
    { clock, gone }: { clock: Clock; gone: AbortController },
  ) {
    this.#program = program;
    this.#clock = clock;
    this.#gone = gone;
  }

  /** Writes one event; `null`: where the form is text it is not worth a line. */
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

  /** Tells how far a batch in slices came. */
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
