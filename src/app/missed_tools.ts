/**
 * Tool calls whose hook failed (SPEC 4.5): what they brought in is not known, so the turns that were open then count as
 * tainted. The hook leaves a mark in the data folder; whoever opens the state next takes it up.
 *
 * @module
 */
import { appendFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { IsoTime } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** Nobody else has to know that somebody worked. */
const FILE_MODE = 0o600;

/** Leaves the mark. @throws {Error} of the system, if the data folder cannot be written */
export function markMissedTool(layout: Pick<WorkspaceLayout, "dataDir">): void {
  appendFileSync(pathOf(layout), "1\n", { mode: FILE_MODE });
}

/** Taints every turn that is open or not settled, if there is a mark; costs one look at the disk. */
export function takeUpMissedTools(layout: Pick<WorkspaceLayout, "dataDir">, state: StateStore, at: IsoTime): void {
  const path = pathOf(layout);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || state.isReadonly) return;
  state.transaction(() => {
    for (const { id } of state.turns.unsettled()) {
      state.turns.taint(id, { reason: "a tool whose hook failed", since: at });
    }
  });
  // A mark that came meanwhile stays for the next one.
  if (statSync(path, { throwIfNoEntry: false })?.size === size) unlinkSync(path);
}

function pathOf({ dataDir }: Pick<WorkspaceLayout, "dataDir">): string {
  return join(dataDir, "missed-tools");
}
