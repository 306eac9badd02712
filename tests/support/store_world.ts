/**
 * A temporary workspace with both databases open.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Clock, frozenClock } from "../../src/base/clock.ts";
import { sync, type SyncOptions, type SyncReport } from "../../src/pipeline/sync.ts";
import type { UnbookedPolicy } from "../../src/provenance/classify_line.ts";
import type { LineOrigin } from "../../src/provenance/origin.ts";
import { type IndexStore, openIndex } from "../../src/store/index/open_index.ts";
import type { Booking } from "../../src/store/state/ledger.ts";
import { openState, type OpenStateRequest, type StateStore } from "../../src/store/state/open_state.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";

/** The frozen time of a {@linkcode StoreWorld}. */
export const WORLD_TIME = "2026-08-19T03:00:00+08:00";

/** A workspace, its stores, and short ways to use them. */
export interface StoreWorld {
  readonly layout: WorkspaceLayout;
  readonly clock: Clock;
  readonly state: StateStore;
  readonly index: IndexStore;
  readonly policy: UnbookedPolicy;
  /** Writes a file of the workspace. */
  write(path: string, text: string | Uint8Array): void;
  /** Brings the index up to date. */
  sync(options?: SyncOptions): SyncReport;
  /** The live origin of one line or entry. */
  origin(path: string, line: string): LineOrigin;
  /** Everything the index shows, without ids: equal for equal files and ledger, however the index came about. */
  shown(): unknown;
  /** Opens both stores again, as the next process would; the old ones are closed. */
  reopen(request?: Partial<OpenStateRequest>): StoreWorld;
  /** Closes the stores and removes the folder. */
  remove(): void;
}

/** Makes an empty workspace; its state counts as new. */
export function openStoreWorld(policy: UnbookedPolicy = { unbooked: "agent", isLost: false }): StoreWorld {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-store-")));
  const layout = layoutOf(join(home, "notes"), join(home, "notes.memory"));
  mkdirSync(layout.memoryDir, { recursive: true });
  mkdirSync(layout.dataDir);
  return worldOf(layout, policy, { isRegistered: false });
}

/** Returns a booking by `note` with everything a test does not care about filled in. */
export function booking(path: string, line: string, more: Partial<Booking> = {}): Booking {
  return {
    path,
    line,
    origin: "agent",
    sessionKind: "interactive",
    observedAt: null,
    session: null,
    channel: null,
    sender: null,
    supersessionKey: null,
    writer: "note",
    bookedAt: WORLD_TIME,
    ...more,
  };
}

function worldOf(layout: WorkspaceLayout, policy: UnbookedPolicy, request: Partial<OpenStateRequest>): StoreWorld {
  const clock = frozenClock(WORLD_TIME);
  const asked = { path: layout.statePath, isRegistered: true, isSimulated: false, now: WORLD_TIME, ...request };
  const state = openState(asked);
  const index = openIndex(layout.indexPath);
  const close = () => {
    index.close();
    state.close();
  };
  return {
    layout,
    clock,
    state,
    index,
    policy,
    write: (path, text) => {
      const target = join(layout.root, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    sync: (options) => sync({ layout, index, state, clock, policy }, options),
    origin: (path, line) => {
      const [origin] = originReader(state, policy)(path, [line]);
      if (origin === undefined) throw new Error("no origin");
      return origin;
    },
    shown: () => shownBy(index),
    reopen: (again) => {
      close();
      return worldOf(layout, policy, again ?? {});
    },
    remove: () => {
      close();
      rmSync(dirname(layout.root), { recursive: true, force: true });
    },
  };
}

function shownBy(index: IndexStore): unknown {
  const sources = [...index.sources.all().values()].map(({ path, hash, tier, day, skipReason }) => ({
    path,
    hash,
    tier,
    day,
    skipReason,
    chunks: index.chunks.ofPath(path).map(({ id, ...chunk }) => ({
      ...chunk,
      isFound: isFound(index, id, chunk.text),
    })),
  }));
  return { identity: index.meta.identity(), sources };
}

/** Whether the keyword index leads from some word of a chunk to it. */
function isFound(index: IndexStore, id: number, text: string): boolean {
  const words = text.toLowerCase().match(/[a-z0-9]{4,}/g) ?? [];
  return words.some((word) => index.keywords.match(`"${word}" *`, { limit: 1_000 }).some((hit) => hit.chunkId === id));
}
