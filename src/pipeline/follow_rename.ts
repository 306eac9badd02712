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
  // A folder of tens of thousands of files may be renamed at once: nothing is looked for among all of them.
  const free = new Map<string, SourceRow[]>();
  for (const row of gone) {
    if (row.skipReason !== null) continue;
    const same = free.get(row.hash);
    if (same === undefined) free.set(row.hash, [row]);
    else same.push(row);
  }
  for (const { path, hash } of added) {
    const same = free.get(hash) ?? [];
    const named = same.findIndex((row) => nameOf(row.path) === nameOf(path));
    const [source] = same.splice(Math.max(0, named), 1);
    if (source !== undefined) renames.push({ from: source.path, to: path });
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
