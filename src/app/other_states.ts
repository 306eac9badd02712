/**
 * The states of the user's other workspaces: an agent that was given text from outside in one of them takes it along.
 *
 * @module
 */
import { existsSync } from "node:fs";
import type { IsoTime } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { openState, type StateStore } from "../store/state/open_state.ts";
import { UnpreparedError } from "../store/state/opening_notices.ts";
import { layoutOf } from "../workspace/layout.ts";
import type { Located } from "../workspace/locate.ts";
import { readRegistry, type RegistryEntry } from "../workspace/registry.ts";
import type { Closable } from "./lazy_parts.ts";

/** A state that was opened to look, and nothing else. */
export interface OtherState {
  /** Whose it is. */
  readonly entry: RegistryEntry;
  /** The state. */
  readonly state: StateStore;
}

/** See the module. */
export interface OtherStates extends Closable {
  /** Those that could be opened. */
  readonly opened: readonly OtherState[];
  /** Real paths of the workspaces whose state is there and cannot be read: what their agents were given is not known. */
  readonly unreadable: readonly string[];
}

/** Returns the user's other workspaces, of the same sort, that have a state. */
export function otherWorkspaces({ stateDir, entry, isSimulated }: Located): RegistryEntry[] {
  return entriesOf(stateDir).filter((other) =>
    other.workspace !== entry.workspace && other.isComplete && other.isSimulated === isSimulated &&
    existsSync(layoutOf(other.workspace, other.dataDir).statePath)
  );
}

/**
 * Opens the states of all other registered workspaces. One that is not there, as on a disk that was taken out, or of an older
 * version has no client at work in it that this program serves.
 */
export function openOtherStates(located: Located, now: IsoTime): OtherStates {
  const opened: OtherState[] = [];
  const unreadable: string[] = [];
  for (const entry of otherWorkspaces(located)) {
    const { workspace, dataDir, isSimulated, workspaceId = null } = entry;
    const path = layoutOf(workspace, dataDir).statePath;
    try {
      const request = { path, isRegistered: true, isSimulated, workspaceId, now, busyMs: BUSY_MS, readsOnly: true };
      opened.push({ entry, state: openState(request) });
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      if (!(error instanceof UnpreparedError)) unreadable.push(workspace);
    }
  }
  return { opened, unreadable, close: () => opened.forEach(({ state }) => state.close()) };
}

/** Nobody holds a state for longer than this, in ms. */
const BUSY_MS = 2_000;

function entriesOf(stateDir: string): RegistryEntry[] {
  try {
    return readRegistry(stateDir);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    // The own entry was read; whose the others are is told where they are used.
    return [];
  }
}
