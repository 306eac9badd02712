/**
 * `state.sqlite`: what cannot be derived from the files. Never discarded, only migrated (SPEC 13).
 *
 * @module
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IsoTime } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { compact } from "../compact.ts";
import { connect, type Connection } from "../connect.ts";
import { withLock } from "../lock.ts";
import { migrate } from "../migrate.ts";
import { keptInPlace, setAside } from "../set_aside.ts";
import { explainSqlite, isCorrupt, isFolder, isUnwritable } from "../sqlite_errors.ts";
import { backfillsTable } from "./backfills.ts";
import { candidatesTable } from "./candidates.ts";
import { candidateViews } from "./candidate_views.ts";
import { curatedUsesTable } from "./curated_uses.ts";
import { departuresTable } from "./departures.ts";
import { flushCyclesTable } from "./flush_cycles.ts";
import { eraseDerived, eraseLines } from "./erase_derived.ts";
import { forgetsTable } from "./forgets.ts";
import { intentsTable } from "./intents.ts";
import { heardTable } from "./heard.ts";
import { ingestedTables } from "./ingested.ts";
import { injectionsTable } from "./injections.ts";
import { nearFormsTable } from "./near_forms.ts";
import { ledgerTable } from "./ledger.ts";
import type { StateStore } from "./state_store.ts";
import { STATE_MIGRATIONS } from "./migrations.ts";
import { openingNotices, unpreparedError } from "./opening_notices.ts";
import { modelAnswersTable } from "./model_answers.ts";
import { modelUsesTable } from "./model_uses.ts";
import { ordersTable } from "./orders.ts";
import { preImagesTable } from "./pre_images.ts";
import { promotionsTable } from "./promotions.ts";
import { recallOffTable } from "./recall_off.ts";
import { recallsTable } from "./recalls.ts";
import { rejectionsTable } from "./rejections.ts";
import { sessionFilesTable } from "./session_files.ts";
import { sessionProjectsTable } from "./session_projects.ts";
import { rememberedTable } from "./remembered.ts";
import { sessionsTable } from "./sessions.ts";
import { sessionTextsTable } from "./session_texts.ts";
import { shownTable } from "./shown.ts";
import { createMeta, stateMeta } from "./state_meta.ts";
import { sweepsTable } from "./sweeps.ts";
import { taintsTable } from "./taints.ts";
import { tombstonesTable } from "./tombstones.ts";
import { transcriptsTable } from "./transcripts.ts";
import { turnsTable } from "./turns.ts";

export type { StateStore } from "./state_store.ts";

/** How to open the state. */
export interface OpenStateRequest {
  /** The file; its folder must exist. */
  readonly path: string;
  /** Whether the registry knows the workspace: then a missing state was lost and is not new. */
  readonly isRegistered: boolean;
  /** Used only if the file is created here: by `init` under `MEMORY_NOW`, or again for a lost simulated workspace. */
  readonly isSimulated: boolean;
  /**
   * What the registry knows this workspace by: a state with another id, or with none, is foreign. `null` or left out if
   * the registry knows none yet: then the state's own is taken up.
   */
  readonly workspaceId?: string | null;
  /** The present moment, noted if the state was lost. */
  readonly now: IsoTime;
  /** How long a statement waits for another process, in milliseconds. @default that of `connect` */
  readonly busyMs?: number;
  /** Makes, migrates and sets aside nothing, for who only looks: what is wrong is thrown. @default false */
  readonly readsOnly?: boolean;
}

/**
 * Opens the state, making it if it is absent. A damaged file, or a folder in its place, is set aside under a new name,
 * never deleted; what takes its place knows that it was lost. So is a state that belongs to another workspace.
 *
 * @throws {MemoryError} failed, when the folder is missing, the schema is newer, or nothing can be written and nothing
 * is there
 */
export function openState(request: OpenStateRequest): StateStore {
  if (request.readsOnly === true) return openToLook(request);
  let why: unknown;
  try {
    const store = identified(openFile(request), request);
    if (store !== null) return store;
  } catch (error) {
    if (!existsSync(dirname(request.path))) throw folderGone(request.path, error);
    if (!isLost(error, request.path)) throw error;
    why = error;
  }
  const locksDir = join(dirname(request.path), "locks");
  try {
    return withLock({ locksDir, name: "state-recovery", waitMs: RECOVERY_WAIT_MS }, () => recover(request));
  } catch (error) {
    throw why !== undefined && isUnwritable(error) ? keptInPlace(request.path, why) : error;
  }
}

function openToLook(request: OpenStateRequest): StateStore {
  const store = identified(openFile(request), request);
  if (store !== null) return store;
  throw new MemoryError(`Cannot read "${request.path}": it is the state of another workspace`, {
    hint: "put the state of this workspace in its place",
  });
}

function folderGone(path: string, cause: unknown): MemoryError {
  return new MemoryError(`Cannot open "${path}": its folder is gone, and with it where the lines came from`, {
    hint: "put a copy of the folder back, or make a new one with: memory init",
    cause,
  });
}

/** Setting a file aside takes milliseconds; many processes may find the damage at once. */
const RECOVERY_WAIT_MS = 10_000;

/** Returns whether what is there can never be opened: it is damaged, or it is a folder. */
function isLost(error: unknown, path: string): boolean {
  return isCorrupt(error) || isFolder(path);
}

function openFile(request: OpenStateRequest): Connection {
  const connection = connect(request.path, {
    synchronous: "FULL",
    ...(request.busyMs === undefined ? {} : { busyMs: request.busyMs }),
    ...(request.readsOnly === undefined ? {} : { readsOnly: request.readsOnly }),
  });
  try {
    const lostSince = request.isRegistered ? request.now : null;
    const before = migrate(connection, {
      migrations: STATE_MIGRATIONS,
      onCreate: (created) =>
        createMeta(created, {
          isSimulated: request.isSimulated,
          lostSince,
          ...(request.workspaceId === undefined ? {} : { workspaceId: request.workspaceId }),
        }),
    });

    if (connection.isReadonly && before < STATE_MIGRATIONS.length) throw unpreparedError(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw explainSqlite(error, "open", request.path);
  }
}

/** Returns the store of an open file, or closes it and returns `null` if it is that of another workspace. */
export function identified(
  connection: Connection,
  { workspaceId = null }: Pick<OpenStateRequest, "workspaceId">,
): StateStore | null {
  const meta = stateMeta(connection);
  const own = meta.workspaceId;
  if (workspaceId !== null && own !== workspaceId) {
    connection.close();
    return null;
  }
  if (own === null && !connection.isReadonly) meta.takeId(null);
  return storeOf(connection, []);
}

function recover(request: OpenStateRequest): StateStore {
  let what = "The state was that of another workspace and";
  try {
    // Another process may have recovered it while this one waited.
    const store = identified(openFile(request), request);
    if (store !== null) return store;
  } catch (error) {
    if (!isLost(error, request.path)) throw error;
    what = isFolder(request.path) ? "A folder lay in place of the state and" : "The state was damaged and";
  }
  const moved = setAside(request.path, request.now);
  const store = storeOf(openFile({ ...request, isRegistered: true }), []);
  const notice = `${what} has been set aside as ${moved.map((path) => `"${path}"`).join(", ")}`;
  return { ...store, notices: [notice, ...store.notices] };
}

function storeOf(connection: Connection, notices: readonly string[]): StateStore {
  const meta = stateMeta(connection);
  return {
    path: connection.path,
    isReadonly: connection.isReadonly,
    notices: [...notices, ...openingNotices(connection, meta.lostSince)],
    meta,
    ledger: ledgerTable(connection),
    taints: taintsTable(connection),
    candidates: candidatesTable(connection),
    candidateViews: candidateViews(connection),
    recalls: recallsTable(connection),
    curatedUses: curatedUsesTable(connection),
    sweeps: sweepsTable(connection),
    promotions: promotionsTable(connection),
    rejections: rejectionsTable(connection),
    departures: departuresTable(connection),
    remembered: rememberedTable(connection),
    backfills: backfillsTable(connection),
    preImages: preImagesTable(connection),
    flushCycles: flushCyclesTable(connection),
    modelUses: modelUsesTable(connection),
    modelAnswers: modelAnswersTable(connection, meta),
    injections: injectionsTable(connection),
    nearForms: nearFormsTable(connection),
    shown: shownTable(connection),
    intents: intentsTable(connection),
    recallOff: recallOffTable(connection),
    sessions: sessionsTable(connection),
    sessionFiles: sessionFilesTable(connection),
    sessionProjects: sessionProjectsTable(connection),
    turns: turnsTable(connection),
    heard: heardTable(connection),
    sessionTexts: sessionTextsTable(connection),
    ingested: ingestedTables(connection, meta),
    transcripts: transcriptsTable(connection),
    transcriptTexts: sessionTextsTable(connection, "transcript_texts"),
    orders: ordersTable(connection),
    tombstones: tombstonesTable(connection, () => meta.hmacKey),
    forgets: forgetsTable(connection, () => meta.hmacKey),
    erase: (erasure) => connection.transaction(() => eraseDerived(connection, erasure)),
    eraseLines: (lines) => connection.transaction(() => eraseLines(connection, lines)),
    compact: () => compact(connection),
    transaction: (work) => connection.transaction(work),
    logging: (work) => connection.loggingTransaction(work),
    expectBulk: () => connection.run(BULK),
    close: () => connection.close(),
    leave() {
      // Who lost it is told to put a copy back: the log of the lost one would be read as that of the copy.
      if (meta.lostSince === null) return connection.leave();
      connection.close();
      return false;
    },
  };
}

/**
 * 8 MiB of cache instead of 2, which hold the leaves of the tables whose keys are hashes: else most of them are read again
 * for each transaction. A checkpoint every 4,000 pages (16 MB) instead of 1,000, since every transaction changes the same ones.
 */
const BULK = "PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 4000";
