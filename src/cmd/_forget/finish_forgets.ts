import type { App } from "../../app/app.ts";
import { selectDeps } from "../../app/select_deps.ts";
import { causeChain, MemoryError } from "../../base/errors.ts";
import { cutFiles, withoutWriters } from "../../capture/forget/carry_out.ts";
import { removeLeftovers } from "../../capture/forget/leftovers.ts";
import { sync } from "../../pipeline/sync.ts";
import type { ForgetRow } from "../../store/state/forgets.ts";

/** How completing forgets went. */
export interface FinishedForgets {
  /** Nothing of the text is left within reach. */
  readonly isComplete: boolean;
  /** Why it is not, as short clauses; empty if it is. */
  readonly reasons: readonly string[];
  /** Vectors that went. */
  readonly vectors: number;
  /** Absolute paths of unused databases and temporary files that went. */
  readonly deleted: readonly string[];
}

/**
 * Completes every forget that began: this process's own, and what a killed one left. Files first, then the index follows
 * them, then what is deleted is taken out of both databases; the record goes last. Every step may be done again.
 *
 * @param tracesLeft says what still holds the text, once all steps are done: then the forget stays on record, too
 * @returns `null` if there is none; what could not be done is among the reasons, and the forget stays on record
 */
export function finishForgets(opened: App, tracesLeft: () => readonly string[] = () => []): FinishedForgets | null {
  const { state } = opened;
  const pending = state.forgets.pending();
  return pending.length === 0 || state.isReadonly ? null : finish(opened, pending, tracesLeft);
}

/** Returns what to tell of forgets that another command came upon, as sentences. */
export function forgetNotices(finished: FinishedForgets | null): string[] {
  if (finished === null) return [];
  if (finished.isComplete) return ["A forget that was interrupted has been completed"];
  return incompleteNotices(finished.reasons);
}

/** Returns what to say where a forget is not complete, as sentences; nothing where it is. */
export function incompleteNotices(reasons: readonly string[]): string[] {
  if (reasons.length === 0) return [];
  return [
    ...reasons.map((reason) => `The forget is not complete yet: ${reason}`),
    "The next memory forget, index or dream completes it",
  ];
}

function finish(opened: App, pending: readonly ForgetRow[], tracesLeft: () => readonly string[]): FinishedForgets {
  const { state, index, layout } = opened;
  const select = selectDeps(opened);
  const reasons = attempt(() =>
    withoutWriters(layout, () => {
      for (const row of pending) cutFiles({ state, select, layout }, row);
    })
  );
  const behind = indexReason(opened);
  if (behind !== null) reasons.push(behind);
  const deleted: string[] = [];
  for (const row of pending) {
    const leftovers = removeLeftovers(layout, state.forgets.matcher(row));
    deleted.push(...leftovers.deleted);
    reasons.push(...leftovers.left.map(({ path, reason }) => `"${path}" cannot be deleted: ${reason}`));
  }
  const ofIndex = index.isInMemory ? { isComplete: true, reason: null, vectors: 0 } : index.compact();
  if (!ofIndex.isComplete) reasons.push(`the index keeps deleted text as long as ${ofIndex.reason}`);
  const ofState = state.compact();
  if (!ofState.isComplete) reasons.push(`the state keeps deleted text as long as ${ofState.reason}`);
  reasons.push(...tracesLeft());
  if (reasons.length === 0) { for (const { id } of pending) state.forgets.end(id); }
  return { isComplete: reasons.length === 0, reasons, vectors: ofIndex.vectors, deleted };
}

/** Returns why some work could not be done, if it could not. */
function attempt(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return [causeChain(error).join(": ")];
  }
}

/** Brings the index up to date, and returns why it still holds something, or `null`. */
function indexReason(opened: App): string | null {
  try {
    const report = sync(opened, { isRequired: true });
    return report.isBehind ? "the index is behind the files" : null;
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return `the index does not follow: ${error.message}`;
  }
}
