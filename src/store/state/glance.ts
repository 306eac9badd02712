import { statSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { openImmutable, schemaVersion } from "../connect.ts";
import { STATE_MIGRATIONS } from "./migrations.ts";
import { type StateOffers, stateOffers } from "./offers.ts";
import { identified, type StateStore } from "./open_state.ts";

/** A state that is only glanced at: no lock is taken or waited for, no file made, no row changed. */
export interface GlancedState {
  /** As it is opened otherwise; every write throws. */
  readonly state: StateStore;
  /** Rows for a shell. */
  readonly offers: StateOffers;
}

/**
 * Opens the state for a moment beside whoever writes it.
 *
 * @throws {Error} when it is missing, damaged, no regular file, of another version, or that of another workspace
 */
export function glanceAtState(path: string, workspaceId: string | null): GlancedState {
  // The opening of a pipe waits for a writer that may never come, and that of a device may do anything.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw notGlanced(path, "it is no regular file");
  const connection = openImmutable(path);
  try {
    const isOurs = schemaVersion(connection) === STATE_MIGRATIONS.length;
    const state = isOurs ? identified(connection, { workspaceId }) : null;
    if (state !== null) return { state, offers: stateOffers(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
  throw notGlanced(path, "it is not this version's state of this workspace");
}

function notGlanced(path: string, reason: string): MemoryError {
  return new MemoryError(`Cannot glance at "${path}": ${reason}`);
}
