import type { App } from "../app/app.ts";
import { MemoryError } from "../base/errors.ts";
import { embedPending, type EmbedProgress } from "../pipeline/embed.ts";
import { noteOutcome } from "./_note_outcome.ts";
import { sync } from "../pipeline/sync.ts";
import { isUnusableIndex } from "../store/index/index_file.ts";
import { count } from "./_text/count.ts";
import type { VectorCounts } from "../store/index/vectors.ts";

/** What came of the vectors of an index run. */
export interface EmbeddedIndex {
  /** Pieces with and without a vector. */
  readonly vectors: VectorCounts;
  /** Why some have none, as sentences. */
  readonly notices: readonly string[];
}

/** How to embed. */
export interface EmbedIndexOptions {
  /** Only count what waits. */
  readonly isLeftOut: boolean;
  /** Shows one line of progress. */
  readonly progress: (line: string) => void;
  /** Ends the work behind the running batch. @default never */
  readonly signal?: AbortSignal;
}

/**
 * Embeds what the index holds for keywords only. Without an embedder that is told and nothing is wrong.
 *
 * @throws {MemoryError} failed, if an embedder that the settings name fails
 */
export async function embedIndex(app: App, options: EmbedIndexOptions): Promise<EmbeddedIndex> {
  try {
    return await embedOnce(app, options);
  } catch (error) {
    if (!isUnusableIndex(error)) throw error;
    // Bringing the words up to date did not look at the tables of vectors.
    app.index.reset();
    sync(app, { isRequired: true });
    const again = await embedOnce(app, options);
    return { ...again, notices: ["The index was damaged and has been built again", ...again.notices] };
  }
}

async function embedOnce(app: App, { isLeftOut, progress, signal }: EmbedIndexOptions): Promise<EmbeddedIndex> {
  const { index, layout } = app;
  const before = index.vectors.counts();
  if (isLeftOut) return { vectors: before, notices: [] };
  // An index without a word in it needs no model.
  if (before.done + before.pending === 0) return { vectors: before, notices: [] };
  const answer = await app.embedder();
  if (answer.kind === "failed" && answer.isExplicit) throw failed(answer.reason, answer.hint, answer.cause);
  if (answer.kind !== "ready") {
    return { vectors: before, notices: answer.kind === "off" ? [] : [left(answer.reason, before) + toDo(answer.hint)] };
  }
  const { embedder } = answer;
  const onProgress = (done: EmbedProgress) => progress(progressLine(done));
  const report = await embedPending({ index, layout, embedder }, {
    onProgress,
    mayReplace: true,
    ...(signal === undefined ? {} : { signal }),
  });
  if (report.failure !== null || report.embedded > 0) noteOutcome(app, embedder, report.failure);
  if (report.failure !== null && embedder.isExplicit) {
    const { failure } = report;
    const hint = failure instanceof MemoryError ? failure.hint ?? null : null;
    throw failed(report.reason ?? "", hint, failure instanceof MemoryError ? failure.cause : failure);
  }
  const { vectors, reason } = report;
  return { vectors, notices: reason === null ? [] : [left(reason, vectors)] };
}

function toDo(hint: string | null): string {
  return hint === null ? "" : `. What to do: ${hint}`;
}

/** Says what is wrong, and what it does to what is indexed. */
function left(reason: string, { pending }: VectorCounts): string {
  return pending === 0
    ? `${reason}; all text has its vectors already`
    : `${reason}; ${count(pending, "piece")} can be found by words only so far`;
}

/** Seconds in a minute. */
const MINUTE = 60;

/** Returns how far embedding has come, with its rate and the time that is left. */
export function progressLine({ done, total, perSecond }: EmbedProgress): string {
  const seconds = perSecond > 0 ? Math.ceil((total - done) / perSecond) : 0;
  const left = seconds >= MINUTE ? `${Math.ceil(seconds / MINUTE)} min` : `${seconds} s`;
  return `Embedding ${done} of ${total} pieces, ${Math.round(perSecond)} a second, ${left} left …`;
}

function failed(reason: string, hint: string | null, cause?: unknown): MemoryError {
  return new MemoryError(reason, {
    hint: `${hint === null ? "" : `${hint}; `}--no-embed indexes for words alone`,
    cause,
  });
}
