/**
 * An order of the owner's that changes `MEMORY.md`: under the locks of sweeps and of curated files, by the one writer, on what the file is at that
 * moment (SPEC 8.8).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { readCurated, type StandingFile } from "../../curate/read_curated.ts";
import { replaceCurated, type Replacement } from "../../curate/replace_curated.ts";
import { withCuratedLock } from "../../curate/with_curated_lock.ts";
import { MEMORY_FILE } from "../../workspace/layout.ts";
import type { DreamDeps } from "../night.ts";
import { asOrder } from "./as_order.ts";

/** What an order makes of the file. */
export interface Edit<T> extends Replacement {
  /** What came of it, for the caller. */
  readonly value: T;
}

/** What a carried-out order was. */
export interface Edited<T> {
  /** See {@linkcode Edit.value}. */
  readonly value: T;
  /** The number under which the order is on record. */
  readonly sweepId: number;
}

/** Attempts with an editor at work: one saves once, not three times in a row. */
const ATTEMPTS = 3;

/**
 * Carries out an order and records it, so that it can be told and undone.
 *
 * @param order.action what is done, for messages, such as `undo the sweep`
 * @param order.change makes the new text; may throw to refuse
 * @param order.record what belongs to the order and is written to the state, right after the file
 * @throws {MemoryError} busy, while a sweep runs; failed, if the file cannot be written or is changed again and again
 */
export function editMemory<T>(
  deps: DreamDeps,
  order: { action: string; change(base: StandingFile): Edit<T>; record(edited: Edited<T>): void },
): Edited<T> {
  const { state } = deps;
  // Refused orders leave no record.
  order.change(readable(deps, order.action));
  return asOrder(deps, { action: order.action }, (sweepId) =>
    withCuratedLock(deps.layout, () => {
      const { edit } = written(deps, order, sweepId);
      const edited = { value: edit.value, sweepId };
      state.transaction(() => order.record(edited));
      return edited;
    }));
}

function written<T>(
  deps: DreamDeps,
  { action, change }: { readonly action: string; change(base: StandingFile): Edit<T> },
  sweepId: number,
): { readonly edit: Edit<T> } {
  const { layout, state, clock } = deps;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const base = readable(deps, action);
    const edit = change(base);
    if (replaceCurated(base, edit, { layout, state, sweepId, at: clock.now().iso })) return { edit };
  }
  throw new MemoryError(`Cannot ${action}: ${MEMORY_FILE} was changed ${ATTEMPTS} times while it was being written`, {
    hint: "close the program that saves it and run the same command again",
  });
}

function readable({ layout, originsOf }: DreamDeps, action: string): StandingFile {
  const base = readCurated(MEMORY_FILE, layout, originsOf);
  if (base.refusal === null) return base;
  throw new MemoryError(`Cannot ${action}: ${MEMORY_FILE} is left alone: ${base.refusal}`, {
    hint: "mend the file and run the same command again",
  });
}
