/**
 * Step 7 of the index pipeline: what is in the index for keywords only gets its vectors (SPEC 5, 11.2). It runs after the
 * other steps and apart from them: keyword rows are there first, and vectors follow in transactions of one answer each,
 * so that whoever searches meanwhile, or kills the process, finds what is done.
 *
 * @module
 */
import type { Embedder } from "../embed/embedder.ts";
import { MemoryError } from "../base/errors.ts";
import { isUnusableIndex } from "../store/index/index_file.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { EmbeddedText, VectorCounts } from "../store/index/vectors.ts";
import { takeLock } from "../store/lock.ts";
import { isOutOfRoom, isUnwritable } from "../store/sqlite_errors.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** What {@linkcode embedPending} works with. */
export interface EmbedDeps {
  /** Where the lock lies. */
  readonly layout: Pick<WorkspaceLayout, "locksDir">;
  /** The open index, brought up to date. */
  readonly index: IndexStore;
  /** What makes the vectors. */
  readonly embedder: Embedder;
}

/** How far the work has come. */
export interface EmbedProgress {
  /** Pieces embedded in this run. */
  readonly done: number;
  /** Pieces to embed when it began. */
  readonly total: number;
  /** Pieces a second since the start; 0 before the first is done. */
  readonly perSecond: number;
}

/** How to run. */
export interface EmbedOptions {
  /** Begin no batch after this many milliseconds. @default no limit */
  readonly budgetMs?: number;
  /** Embed at most so many pieces. @default no limit */
  readonly maxPieces?: number;
  /** Put the vectors of another model aside, if the index has some. @default false: then nothing is embedded */
  readonly mayReplace?: boolean;
  /** Told after each batch. */
  readonly onProgress?: (progress: EmbedProgress) => void;
  /** Ends the work behind the running batch; what is done stays. */
  readonly signal?: AbortSignal;
}

/** What was done. */
export interface EmbedReport {
  /** Pieces embedded in this run. */
  readonly embedded: number;
  /** Pieces with and without a vector afterwards. */
  readonly vectors: VectorCounts;
  /**
   * Why some wait, as a sentence without final stop; `null` if none does, or only for lack of time. It is worth another
   * try with the next command.
   */
  readonly reason: string | null;
  /** The embedder's own error, if that is the reason. */
  readonly failure: unknown;
}

/**
 * Embeds what has no vector of the embedder's model yet. If the index holds vectors of another model, nothing is done
 * unless that is asked for; then they are put aside, and everything is embedded. One process embeds at a time; another one that comes meanwhile does nothing and says
 * so. An embedder that fails ends the run: what is done stays done.
 *
 * @throws {Error} of a damaged index; see {@linkcode isUnusableIndex}
 */
export async function embedPending(deps: EmbedDeps, options: EmbedOptions = {}): Promise<EmbedReport> {
  const { index, layout, embedder } = deps;
  const { vectors } = index;
  if (index.isReadonly || index.isInMemory) {
    return {
      embedded: 0,
      vectors: vectors.counts(),
      reason: "There is no index that could keep vectors",
      failure: null,
    };
  }
  const run: EmbedRun = { ...deps, options, total: 0, embedded: 0, startMs: performance.now(), failure: null };
  let release: (() => void) | undefined;
  let reason: string | null = null;
  try {
    release = takeLock({ locksDir: layout.locksDir, name: "embed", waitMs: 0 });
    const held = vectors.fingerprint();
    if (held !== null && held !== embedder.fingerprint && options.mayReplace !== true) {
      reason = `The index holds vectors of "${held}", the model now is "${embedder.fingerprint}"`;
    } else await embedAll(run);
  } catch (error) {
    reason = reasonOf(error);
    if (reason === null) throw error;
    if (error instanceof MemoryError && error.kind === "failed" && !isOutOfRoom(error)) run.failure = error;
  } finally {
    release?.();
  }
  const { failure } = run;
  if (failure !== null) reason = failure instanceof Error ? failure.message : String(failure);
  return { embedded: run.embedded, vectors: vectors.counts(), reason, failure };
}

/**
 * Pieces of the first window: a window's pieces are sorted by length together, and its files can be found when it is done.
 * Later ones are larger or smaller, so that each is about {@linkcode WINDOW_MS} of work.
 */
const FIRST_WINDOW_PIECES = 32;
/** The largest window: sorting more together is no faster. */
const MAX_WINDOW_PIECES = 512;
/** How long a window should take, in ms: what is done can be found so soon. */
const WINDOW_MS = 2_000;
/** Pieces in one call where the embedder does not say. Each answer is written at once, so that nothing is paid for twice. */
const BATCH_PIECES = 16;
/** The same where time is short: a call cannot be cut off. */
const SHORT_BATCH_PIECES = 8;

interface EmbedRun extends EmbedDeps {
  readonly options: EmbedOptions;
  readonly startMs: number;
  total: number;
  embedded: number;
  failure: unknown;
}

async function embedAll(run: EmbedRun): Promise<void> {
  const { index: { vectors }, embedder } = run;
  vectors.use(embedder.fingerprint, embedder.dimensions);
  run.total = vectors.counts().pending;
  await embedWindows(run);
  if (run.failure === null && run.options.signal?.aborted !== true) await embedNeutral(run);
  if (vectors.counts().pending === 0) vectors.prune();
}

/**
 * Gives the neutral texts their vectors, so that no search has to. Without them a search in few notes is a little less
 * sure, no more; the next run tries again.
 */
async function embedNeutral({ index: { vectors }, embedder }: EmbedRun): Promise<void> {
  const texts = vectors.missingNeutral();
  if (texts.length === 0) return;
  try {
    vectors.store(embedder.fingerprint, pair(texts, await embedder.embed(texts, "passage")));
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  }
}

async function embedWindows(run: EmbedRun): Promise<void> {
  const { vectors } = run.index;
  let size = FIRST_WINDOW_PIECES;
  while (!isOver(run)) {
    const { texts, sourceIds } = vectors.nextWindow(Math.min(size, piecesLeft(run)));
    if (texts.length === 0) return;
    const before = run.embedded;
    const startMs = performance.now();
    try {
      await embedTexts(run, [...texts].sort((a, b) => a.length - b.length));
    } finally {
      vectors.link(sourceIds);
    }
    if (run.failure !== null || run.embedded === before) return;
    size = nextSize(size, performance.now() - startMs);
  }
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs < WINDOW_MS / 2) return Math.min(size * 2, MAX_WINDOW_PIECES);
  return tookMs > WINDOW_MS * 2 ? Math.max(size / 2, FIRST_WINDOW_PIECES) : size;
}

/** Embeds texts batch by batch and puts each answer into the cache. */
async function embedTexts(run: EmbedRun, texts: readonly string[]): Promise<void> {
  const { index: { vectors }, embedder, options } = run;
  const { batch = BATCH_PIECES } = embedder;
  const size = options.budgetMs === undefined ? batch : Math.min(SHORT_BATCH_PIECES, batch);
  for (let at = 0; at < texts.length && !isOver(run); at += size) {
    const part = texts.slice(at, at + size);
    const rows = await answerTo(run, part);
    if (rows === null) return;
    vectors.store(embedder.fingerprint, rows);
    run.embedded += rows.length;
    tell(run);
    // A model that computes holds the thread: signals and other work get their turn here.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns `null` if the embedder failed: the run ends, and what is done stays. */
async function answerTo(run: EmbedRun, texts: readonly string[]): Promise<EmbeddedText[] | null> {
  try {
    return pair(texts, await run.embedder.embed(texts, "passage"));
  } catch (error) {
    run.failure = error;
    return null;
  }
}

function pair(texts: readonly string[], vectors: readonly Float32Array[]): EmbeddedText[] {
  return texts.map((text, at) => {
    const vector = vectors[at];
    if (vector !== undefined && vectors.length === texts.length) return { text, vector };
    throw new MemoryError(`Cannot embed: ${texts.length} texts should give as many vectors, not ${vectors.length}`);
  });
}

function tell({ options, total, embedded, startMs }: EmbedRun): void {
  options.onProgress?.({
    done: embedded,
    total: Math.max(total, embedded),
    perSecond: embedded / ((performance.now() - startMs) / 1_000),
  });
}

function isOver(run: EmbedRun): boolean {
  const { options: { budgetMs = Infinity, signal }, startMs } = run;
  return signal?.aborted === true || performance.now() - startMs >= budgetMs || piecesLeft(run) <= 0;
}

function piecesLeft({ options: { maxPieces = Infinity }, embedded }: EmbedRun): number {
  return maxPieces - embedded;
}

/** Returns why an error leaves pieces waiting, as a sentence; `null` for a damaged index and for defects. */
function reasonOf(error: unknown): string | null {
  if (isUnusableIndex(error)) return null;
  if (error instanceof MemoryError && error.kind === "busy") return "Another process is embedding";
  const isExpected = isOutOfRoom(error) || isUnwritable(error) ||
    (error instanceof MemoryError && error.kind === "failed");
  if (!isExpected) return null;
  return error instanceof Error ? error.message : String(error);
}
