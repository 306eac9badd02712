/**
 * The steps of the pipeline for everything that may have changed: detect → classify → annotate → chunk → origins →
 * commit, in batches.
 *
 * @module
 */
import { ResidentLimit } from "../base/resident_limit.ts";
import { existsSync } from "node:fs";
import { pathRule } from "../provenance/tier.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { SourceRow } from "../store/index/sources.ts";
import { absolute, MEMORY_FILE } from "../workspace/layout.ts";
import { hashOf } from "../workspace/hash_of.ts";
import type { FileList } from "../workspace/list_files.ts";
import { commit } from "./commit.ts";
import { detect, type Detection, type Suspect } from "./detect.ts";
import { followRename, type NewFile, renamesOf } from "./follow_rename.ts";
import { prepare, type Prepared, type PreparedFile } from "./prepare.ts";
import { isAtOrBelow } from "./is_below.ts";
import { listingDigest, withoutBlocksOf } from "./listing_digest.ts";
import { pathsRepeating, pathsToAskAgain } from "./stale_paths.ts";
import { isTaintBehind } from "./has_work.ts";
import { keepUnread } from "./keep_unread.ts";
import { isSameFile } from "./is_same_file.ts";
import { bookRepeated } from "./turns/book_repeated.ts";
import type { SyncRun } from "./sync_run.ts";

/** Chunks that share a transaction, about a second of work: what a killed process has to do again. */
const BATCH_CHUNKS = 1_024;
/** Resident memory below which garbage may lie, in bytes: with what is collected next it stays below 150 MB. */
const ROOM_BYTES = 100 * 1024 * 1024;

/** Brings an index up to date and returns whether it is whole; `false` when the time was up. */
export function bringUpToDate(run: SyncRun, list: FileList, index: IndexStore): boolean {
  const { state } = run.deps;
  // Taken before any class is read: what changes from here on is for the next run.
  const revision = state.ledger.revision();
  const isEmpty = index.sources.isEmpty();
  if (isEmpty) index.meta.setLedgerMark({ revision, taintId: state.taints.lastId() });
  const mark = index.meta.ledgerMark();
  const changedPaths = new Set(mark.revision === revision ? [] : state.ledger.pathsChangedSince(mark.revision));
  const known = changedPaths.size === 0 ? foundBefore(run, list, index) : null;
  const isFollowed = mark.revision === revision && mark.taintId === state.taints.lastId() && !isTaintBehind(run, index);
  // Who came to settle turns alone writes nothing into the index.
  if (isFollowed && known?.suspects.length === 0 && known.gone.length === 0) return true;
  index.meta.setListing(null);
  const { suspects, gone } = known ?? detect(list, index.sources.stamps(), changedPaths);
  followRenames(run, suspects, gone.map((path) => index.sources.get(path)).filter((row) => row !== null));
  // Files that taint others come first, so that copies are known as such whatever the order of names.
  const isTainting = ({ fact }: Suspect) => pathRule(fact.path).origin !== "ledger";
  processAll(run, index, suspects.filter(isTainting));
  const taintId = state.taints.lastId();
  const isBehind = isTaintBehind(run, index);
  const taintMark = isEmpty || isBehind ? state.taints.mark() : null;
  const repeating = isBehind
    ? pathsToAskAgain({ files: list.files, index, taints: state.taints })
    : pathsRepeating({ index, taints: state.taints, sinceId: mark.taintId });
  processAll(run, index, withStale(list, suspects.filter((it) => !isTainting(it)), repeating));
  if (run.isBehind) return false;
  removeGone(run, { list, index, gone });
  if (index.isStaged) keepUnread(run, index);
  index.transaction(() => {
    index.meta.setLedgerMark({ revision, taintId });
    if (taintMark !== null) index.meta.setTaintsAsked(taintMark);
    if (run.isExact && !list.isCutShort) {
      const digest = run.digest?.list === list ? run.digest.digest : listingDigest(list);
      run.knownChunks = index.chunks.count();
      index.meta.setListing({ ...withoutBlocksOf(digest, list.files, run.inexact), chunks: run.knownChunks });
    }
  });
  return true;
}

/** Returns what the look before the lock found, if neither the listing nor the index is another one since. */
function foundBefore({ found, deps }: SyncRun, list: FileList, index: IndexStore): Detection | null {
  if (found === null || found.list !== list || deps.index !== index) return null;
  return found.version === index.meta.dataVersion() ? found.detection : null;
}

/** Adds files that are only stale; they were looked at before only if they are among the suspects. */
function withStale(list: FileList, suspects: readonly Suspect[], stalePaths: readonly string[]): readonly Suspect[] {
  if (stalePaths.length === 0) return suspects;
  const stale = new Set(stalePaths.filter((path) => pathRule(path).origin === "ledger"));
  const marked = suspects.map((it) => stale.has(it.fact.path) ? { ...it, isStale: true } : it);
  for (const { fact } of suspects) stale.delete(fact.path);
  const added = list.files.filter(({ path }) => stale.has(path)).map((fact) => ({ fact, isNew: false, isStale: true }));
  return [...marked, ...added];
}

function processAll(run: SyncRun, index: IndexStore, suspects: readonly Suspect[]): void {
  const { state, clock } = run.deps;
  const memory = new ResidentLimit(ROOM_BYTES);
  let batch: Taken[] = [];
  let chunks = 0;
  const flush = () => {
    const repeated = bookRepeated(run.deps, batch.map(({ file }) => file));
    const files = batch.map((each) => repeated.has(each.file.source.path) ? readAgain(run, index, each) : each.file);
    commit({ index, state, at: clock.now().iso }, files);
    batch = [];
    chunks = 0;
  };
  for (const [done, suspect] of suspects.entries()) {
    if (performance.now() > run.deadlineMs) {
      run.isBehind = true;
      break;
    }
    const file = take(run, index, suspect);
    memory.note(suspect.fact.size);
    if (file !== null) {
      batch.push({ suspect, file });
      chunks += Math.max(1, file.chunks.length);
    }
    if (chunks >= BATCH_CHUNKS) flush();
    run.onProgress(done + 1, suspects.length);
  }
  flush();
}

/** A file to be committed, and what it was found by. */
interface Taken {
  readonly suspect: Suspect;
  readonly file: PreparedFile;
}

/** Returns a file with the classes that its lines have by now. */
function readAgain({ source, deps }: SyncRun, index: IndexStore, { suspect, file }: Taken): PreparedFile {
  const context = { source, known: index.sources.get(suspect.fact.path), at: deps.clock.now().iso };
  const prepared = prepare({ ...suspect, isStale: true }, context);
  return prepared.kind === "changed" ? prepared.file : file;
}

/** Returns a file whose rows have to be committed; everything else about a suspect is settled here. */
function take(run: SyncRun, index: IndexStore, suspect: Suspect): PreparedFile | null {
  // Asked again: another process may have indexed it while this one waited for its turn.
  const known = index.sources.get(suspect.fact.path);
  const prepared = prepare(suspect, { source: run.source, known, at: run.deps.clock.now().iso });
  if (!isAsListed(prepared, suspect)) run.inexact.add(suspect.fact.path);
  const file = prepared.kind === "changed" ? prepared.file : null;
  if (file !== null && file.source.hash !== known?.hash) {
    run.changed++;
    run.isCoreChanged ||= suspect.fact.path === MEMORY_FILE;
  }
  if (prepared.kind === "failed") run.failures.push({ path: suspect.fact.path, reason: prepared.reason });
  const isSame = file !== null && known !== null && isSameFile(index, known, file);
  const stamp = prepared.kind === "same" ? prepared.stamp : isSame ? file.source : null;
  if (stamp !== null && known !== null && isOther(known, stamp)) index.sources.restamp(known.id, stamp);
  // The ledger is told of its lines all the same: rows may have come since.
  return isSame ? { ...file, isIndexed: true } : file;
}

/** Whether the index now holds of a file exactly what its listing says. */
function isAsListed(prepared: Prepared, { fact }: Suspect): boolean {
  if (prepared.kind === "failed" || prepared.kind === "vanished") return false;
  const stamp = prepared.kind === "changed" ? prepared.file.source : prepared.stamp;
  return !stamp.isUnsettled && stamp.size === fact.size && stamp.mtimeMs === fact.mtimeMs &&
    stamp.ctimeMs === fact.ctimeMs;
}

function isOther(known: SourceRow, stamp: Pick<SourceRow, "size" | "mtimeMs" | "ctimeMs" | "isUnsettled">): boolean {
  return known.isUnsettled !== stamp.isUnsettled || known.mtimeMs !== stamp.mtimeMs ||
    known.ctimeMs !== stamp.ctimeMs || known.size !== stamp.size;
}

/** Hashes new files only if some file is gone: without one there is nothing they could have been. */
function followRenames(run: SyncRun, suspects: readonly Suspect[], gone: readonly SourceRow[]): void {
  if (gone.length === 0 || run.deps.state.isReadonly) return;
  const added: NewFile[] = [];
  for (const { fact, isNew } of suspects) {
    if (!isNew) continue;
    const hash = hashOf(fact.absPath);
    if (hash !== null) added.push({ path: fact.path, hash });
  }
  for (const rename of renamesOf(gone, added)) followRename(run.deps.state, rename);
}

interface Removal {
  readonly list: FileList;
  readonly index: IndexStore;
  readonly gone: readonly string[];
}

function removeGone(run: SyncRun, { list, index, gone }: Removal): void {
  const leftOut = new Set(list.skipped.map(({ path }) => path));
  // A file that came after the list was made, and was indexed by another process, is not gone.
  const removed = gone.filter((path) => isAtOrBelow(path, leftOut) || !existsSync(absolute(run.deps.layout, path)));
  if (removed.length < gone.length) run.isExact = false;
  if (removed.length === 0) return;
  index.transaction(() => {
    for (const path of removed) index.removeFile(path);
  });
  run.removed += removed.length;
  run.isCoreChanged ||= removed.includes(MEMORY_FILE);
}
