/**
 * What the state of a workspace says that is not where it was any more: whether a folder is that workspace under another name.
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import type { IsoTime } from "../base/clock.ts";
import { errorCode, MemoryError } from "../base/errors.ts";
import { linesOfFile } from "../pipeline/turns/look_at_file.ts";
import { openState, type StateStore } from "../store/state/open_state.ts";
import type { MovedWorkspaces } from "../workspace/moved_workspace.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** Diaries that are looked at beside the curated files: the newest by name. */
const MOST_DIARIES = 20;

/** Returns ways to look into states without changing them; of one that cannot be read nothing is known. */
export function movedWorkspaces(now: IsoTime): MovedWorkspaces {
  const look = <Seen>(layout: WorkspaceLayout, without: Seen, see: (state: StateStore) => Seen): Seen => {
    if (!existsSync(layout.statePath)) return without;
    let state: StateStore | null = null;
    try {
      state = openState({ path: layout.statePath, isRegistered: true, isSimulated: false, now, readsOnly: true });
      return see(state);
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      return without;
    } finally {
      state?.close();
    }
  };
  return {
    idOf: (layout) => look(layout, null, ({ meta }) => meta.workspaceId),
    knowsFiles: (layout) => look(layout, false, ({ ledger }) => knowsMost(layout, ledger)),
  };
}

/** Titles alone are the same in many workspaces: most lines have to be known. */
function knowsMost(layout: WorkspaceLayout, ledger: StateStore["ledger"]): boolean {
  let all = 0;
  let known = 0;
  for (const path of ["MEMORY.md", "USER.md", ...diariesOf(layout)]) {
    const hashes = linesOfFile(layout, path).filter(({ line }) => line.trim() !== "").map(({ hash }) => hash);
    all += hashes.length;
    known += hashes.length - ledger.unseen(path, hashes).length;
  }
  return known * 2 > all;
}

function diariesOf({ memoryDir }: WorkspaceLayout): string[] {
  try {
    const names = readdirSync(memoryDir).filter((name) => name.endsWith(".md")).sort();
    return names.slice(-MOST_DIARIES).map((name) => `memory/${name}`);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
