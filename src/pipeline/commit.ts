/**
 * The last step of the index pipeline: rows of files to both databases (SPEC 5, step 8). What a line is goes to the
 * ledger first; a process killed in between leaves a line recorded that the index will find again.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import { leastTrusted, type OriginClass } from "../provenance/origin.ts";
import type { Speaker } from "../provenance/session_dump.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { Booking, HashedLine } from "../store/state/ledger.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { PreparedFile } from "./prepare.ts";

/** Where to commit. */
export interface CommitTarget {
  /** The index itself, or the second file of a rebuild. */
  readonly index: IndexStore;
  /** Where lines are recorded as seen. */
  readonly state: StateStore;
  /** The present moment. */
  readonly at: IsoTime;
}

/** Commits files, each whole or not at all. */
export function commit({ index, state, at }: CommitTarget, files: readonly PreparedFile[]): void {
  if (files.length === 0) return;
  if (!state.isReadonly) {
    state.transaction(() => {
      for (const { source, seen } of files) {
        state.ledger.see(source.path, seen, at);
        bookDumped({ state, at }, source.path, seen);
      }
    });
  }
  const changed = files.filter(({ isIndexed }) => isIndexed !== true);
  if (changed.length === 0) return;
  index.transaction(() => {
    for (const { source, chunks } of changed) index.replaceFile(source, chunks);
  });
}

/**
 * Books the lines of a session dump, so that every reader knows whose words they are: first those of others, which taint
 * their copies, then the agent's own that repeat none of these.
 */
function bookDumped(
  { state, at }: Pick<CommitTarget, "state" | "at">,
  path: string,
  seen: readonly HashedLine[],
): void {
  const said = (speaker: Speaker) => seen.filter((it) => it.speaker === speaker).map(({ line }) => line);
  const [others, own] = [said("other"), said("agent")];
  if (others.length + own.length === 0) return;
  const book = (lines: readonly string[], originOf: (index: number) => OriginClass) =>
    state.ledger.book(
      lines.map((line, index): Booking => ({ ...DUMPED, path, line, origin: originOf(index), bookedAt: at })),
    );
  book(others, () => "untrusted");
  const copies = state.taints.copiesIn(own);
  book(own, (index) => leastTrusted("agent", copies[index] ?? "agent"));
}

/** Of the session that a dump is of nothing is known for sure. */
const DUMPED = {
  sessionKind: "unknown",
  observedAt: null,
  session: null,
  channel: null,
  sender: null,
  supersessionKey: null,
  writer: "index",
} as const;
