import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { sha256Hex } from "../base/hash.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
import { type IndexStore, openIndex } from "../store/index/open_index.ts";
import { openState, type StateStore } from "../store/state/open_state.ts";
import { type OriginReader, originReader } from "../store/state/origin_reader.ts";
import { layoutOf, type WorkspaceLayout } from "../workspace/layout.ts";
import type { App } from "./app.ts";

/** The parts of a workspace that is only looked at; the names are those of `App`. */
export interface Trial {
  /** Files of the folder, data of a temporary one. */
  readonly layout: WorkspaceLayout;
  /** New, and gone when the trial ends. */
  readonly state: StateStore;
  /** The same, unless the index is kept. */
  readonly index: IndexStore;
  /** The app's. */
  readonly clock: Clock;
  /** As settings have it; nothing can be lost here. */
  readonly policy: UnbookedPolicy;
  /** Of the new ledger. */
  readonly originsOf: OriginReader;
  /** Closes both databases and removes their folder. */
  close(): void;
}

/**
 * Opens a folder of notes as a workspace without making it one: it is not registered, nothing is written into it or beside
 * it, and of what it holds nothing is kept but, if wanted, the index.
 *
 * @param root an existing folder, absolute
 * @param keptIn folder in which the index is kept for the next trial of the same folder, whose vectors are then there
 * already; its words should be indexed anew. `null` keeps nothing
 */
export function openTrial(
  { clock, config }: Pick<App, "clock" | "config">,
  root: string,
  keptIn: string | null,
): Trial {
  const realRoot = realpathSync(root);
  const dataDir = mkdtempSync(join(tmpdir(), "memory-trial-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const layout = keptIn === null ? layoutOf(realRoot, dataDir) : withIndexIn(keptIn, layoutOf(realRoot, dataDir));
    const policy = { unbooked: config.provenance.unbooked, isLost: false };
    const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: false, now: clock.now().iso });
    const index = openIndex(layout.indexPath);
    const close = () => {
      index.close();
      state.close();
      remove();
    };
    return { layout, state, index, clock, policy, originsOf: originReader(state, policy), close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Hex digits that tell folders of one name apart. */
const HASH_CHARS = 12;

function withIndexIn(folder: string, layout: WorkspaceLayout): WorkspaceLayout {
  const kept = join(folder, `${basename(layout.root)}-${sha256Hex(layout.root).slice(0, HASH_CHARS)}`);
  // It holds what the notes hold.
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  return { ...layout, indexPath: join(kept, "index.sqlite"), locksDir: join(kept, "locks") };
}
