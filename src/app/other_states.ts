/**
 * The states of the user's other workspaces: an agent that was given text from outside in one of them takes it along.
 *
 * @module
 */
import { existsSync } from "node:fs";
import type { IsoTime } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { openState, type StateStore } from "../store/state/open_state.ts";
import { layoutOf } from "../workspace/layout.ts";
import type { Located } from "../workspace/locate.ts";
import { readRegistry } from "../workspace/registry.ts";
import type { Closable } from "./lazy_parts.ts";

/** States that were opened to look, and nothing else. */
export interface OtherStates extends Closable {
  /** The states. */
  readonly states: readonly StateStore[];
}

/**
 * Opens the states of all other registered workspaces that can be read. One that cannot, as on a disk that is not there, of
 * an older version or damaged, has no client at work in it that this program serves.
 */
export function openOtherStates({ stateDir, entry, isSimulated }: Located, now: IsoTime): OtherStates {
  const states: StateStore[] = [];
  for (const other of entriesOf(stateDir)) {
    if (other.workspace === entry.workspace || !other.isComplete || other.isSimulated !== isSimulated) continue;
    const path = layoutOf(other.workspace, other.dataDir).statePath;
    if (!existsSync(path)) continue;
    const workspaceId = other.workspaceId ?? null;
    try {
      states.push(
        openState({ path, isRegistered: true, isSimulated, workspaceId, now, busyMs: BUSY_MS, readsOnly: true }),
      );
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
    }
  }
  return { states, close: () => states.forEach((state) => state.close()) };
}

/** Nobody holds a state for longer than this, in ms. */
const BUSY_MS = 2_000;

function entriesOf(stateDir: string) {
  try {
    return readRegistry(stateDir);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    // The own entry was read; whose the others are is told where they are used.
    return [];
  }
}
