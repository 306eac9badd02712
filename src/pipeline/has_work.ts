/**
 * Whether there is anything to do; almost always there is not, and every search asks.
 *
 * @module
 */
import type { IndexStore } from "../store/index/open_index.ts";
import { hashOf } from "../workspace/hash_of.ts";
import type { FileList } from "../workspace/list_files.ts";
import { detect, type Detection, isUnsettled, type Suspect } from "./detect.ts";
import { changedBlocks, listingDigest } from "./listing_digest.ts";
import { hasToSettle } from "./turns/settle_turns.ts";
import type { SyncRun } from "./sync_run.ts";

/** Looks without a lock; what it found is noted in the run, so that nobody has to look again. */
export function hasWork(run: SyncRun, list: FileList): boolean {
  const { deps: { index, state }, identity } = run;
  if (isRebuilt(run) || index.meta.identity() !== identity) return true;
  // Both are asked: who only has turns to settle need not compare all files for it.
  const isToIndex = hasToIndex(run, list);
  return isToIndex || hasToSettle(state);
}

function hasToIndex(run: SyncRun, list: FileList): boolean {
  const { deps: { index, state } } = run;
  const mark = index.meta.ledgerMark();
  if (state.ledger.revision() !== mark.revision || state.taints.lastId() !== mark.taintId) return true;
  if (isTaintBehind(run, index)) return true;
  const known = index.meta.listing();
  const digest = listingDigest(list);
  run.digest = { list, digest };
  const files = known === null ? null : changedBlocks(known, digest, list.files);
  const version = index.meta.dataVersion();
  if (files?.length === 0) {
    run.knownChunks = known?.chunks ?? null;
    run.found = { list, version, detection: NOTHING };
    return false;
  }
  const detection = files === null
    ? detect(list, index.sources.stamps(), new Set())
    // The same files as before: none is gone, and only these may have changed.
    : detect({ ...list, files }, index.sources.stampsOf(files.map(({ path }) => path)), new Set());
  run.found = { list, version, detection };
  const { gone, suspects } = detection;
  // Who asks for an index that is up to date is told where that cannot be noted.
  return gone.length > 0 ||
    (run.isRequired ? suspects.length > 0 : !suspects.every((each) => isAsIndexed(index, each)));
}

/**
 * Whether a file that changed a moment ago holds what the index does. Its stamp proves nothing yet, so every run looks at
 * its bytes until it has settled; a run that finds them the same has nothing to write, and waits for no lock and no disk.
 */
function isAsIndexed(index: IndexStore, { fact, isNew }: Suspect): boolean {
  const known = isNew ? null : index.sources.get(fact.path);
  if (known === null || !known.isUnsettled || !isUnsettled(fact, Date.now())) return false;
  const isSameStamp = known.size === fact.size && known.mtimeMs === fact.mtimeMs && known.ctimeMs === fact.ctimeMs;
  return isSameStamp && hashOf(fact.absPath) === known.hash;
}

const NOTHING: Detection = { suspects: [], gone: [] };

/** Whether a thorough run has files to ask whether they repeat a tainted line. */
export function isTaintBehind({ isThorough, deps: { state } }: SyncRun, { meta }: IndexStore): boolean {
  if (!isThorough || (meta.taintsAsked() === null && state.taints.lastId() === 0)) return false;
  return meta.taintsAsked() !== state.taints.mark();
}

/** What is said where the index serves although it is of another identity. */
export const OTHER_IDENTITY =
  'The index was built by another version of the program or with other settings; "memory index" builds it anew';

/** Whether everything is built anew: it is wanted, what is there is of another identity, or a rebuild was interrupted. */
export function isRebuilt({ deps: { index }, identity, isForced, isRequired, isAwaited }: SyncRun): boolean {
  const built = index.meta.identity();
  if (built === null) return false;
  if (built !== identity) return !isAwaited || index.chunks.count() <= FEW_CHUNKS;
  return isForced || (isRequired && index.hasRebuild());
}

/** So many chunks are built anew in some two seconds; nobody who asked something waits for more. */
const FEW_CHUNKS = 2_000;
