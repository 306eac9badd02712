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
 * @throws {Error} when it is missing, damaged, of another version, or that of another workspace
 */
export function glanceAtState(path: string, workspaceId: string | null): GlancedState {
  const connection = openImmutable(path);
  try {
    const isOurs = schemaVersion(connection) === STATE_MIGRATIONS.length;
    const state = isOurs ? identified(connection, { workspaceId }) : null;
    if (state !== null) return { state, offers: stateOffers(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
  throw new MemoryError(`Cannot glance at "${path}": it is not this version's state of this workspace`);
}
