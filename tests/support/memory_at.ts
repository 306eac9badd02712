/**
 * A workspace with both databases, for tests of flows that need files, ledger and index together.
 *
 * @module
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Clock, frozenClock } from "../../src/base/clock.ts";
import { sync, type SyncOptions, type SyncReport } from "../../src/pipeline/sync.ts";
import { type IndexStore, openIndex } from "../../src/store/index/open_index.ts";
import { openState, type StateStore } from "../../src/store/state/open_state.ts";
import { type OriginReader, originReader } from "../../src/store/state/origin_reader.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";
import { openTempHome } from "./temp_home.ts";

/** An open workspace. */
export interface MemoryAt {
  readonly layout: WorkspaceLayout;
  readonly clock: Clock;
  readonly state: StateStore;
  readonly index: IndexStore;
  readonly originsOf: OriginReader;
  /** Writes files under the workspace. */
  write(files: Readonly<Record<string, string>>): void;
  /** Brings the index up to date. */
  sync(options?: SyncOptions): SyncReport;
  /** Closes the stores and removes everything. */
  close(): void;
}

/** Returns an empty workspace at a frozen time, with its stores open. */
export function memoryAt(iso: string): MemoryAt {
  const home = openTempHome();
  const layout = layoutOf(home.workspace, `${home.workspace}.memory`);
  mkdirSync(layout.dataDir, { mode: 0o700 });
  const clock = frozenClock(iso);
  const policy = { unbooked: "agent", isLost: false } as const;
  const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: true, now: clock.now().iso });
  const index = openIndex(layout.indexPath);
  return {
    layout,
    clock,
    state,
    index,
    originsOf: originReader(state, policy),
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(layout.root, path)), { recursive: true });
        writeFileSync(join(layout.root, path), text);
      }
    },
    sync: (options) => sync({ layout, index, state, clock, policy }, options),
    close() {
      index.close();
      state.close();
      rmSync(home.home, { recursive: true, force: true });
    },
  };
}
