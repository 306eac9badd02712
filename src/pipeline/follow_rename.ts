/**
 * A renamed file keeps what is known of it: origins of its lines, and the signals of its claims (SPEC 4.3, 5).
 *
 * @module
 */
import type { SourceRow } from "../store/index/sources.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { claimKey } from "../workspace/claims.ts";

/** A file under its old and its new path. */
export interface Rename {
  /** Its path in the index. */
  readonly from: string;
  /** Its path on disk. */
  readonly to: string;
}

/** A new file with the hash of its bytes. */
export interface NewFile {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
}

/** Pairs gone files with new ones of the same bytes, each at most once; a file that keeps its name comes first. */
export function renamesOf(gone: readonly SourceRow[], added: readonly NewFile[]): Rename[] {
  const renames: Rename[] = [];
  const free = new Set(gone.filter(({ skipReason }) => skipReason === null));
  for (const { path, hash } of added) {
    const same = [...free].filter((row) => row.hash === hash);
    const source = same.find((row) => nameOf(row.path) === nameOf(path)) ?? same[0];
    if (source === undefined) continue;
    free.delete(source);
    renames.push({ from: source.path, to: path });
  }
  return renames;
}

/** Moves ledger rows, candidates and recalls to the new path, in one transaction. */
export function followRename(state: StateStore, { from, to }: Rename): void {
  state.transaction(() => {
    state.ledger.renamePath(from, to);
    for (const { key, text } of state.candidates.ofPath(from)) {
      const renamed = claimKey(to, text);
      state.candidates.rekey(key, { key: renamed, path: to });
      state.recalls.move(key, renamed);
    }
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
