/**
 * Has a language model write the notes (SPEC 7.3, 10). Without a model nothing is lost: the transcript is ingested, and the
 * agent itself can be asked.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { CoveredPart } from "./flush_origin.ts";
import { modelNotes, type NoteWriter } from "./model_notes.ts";
import { type FlushDeps, type FlushRequest, type FlushResult, writeFlush } from "./write_flush.ts";

/** What became of it. */
export type RunOutcome =
  /** Notes were written, or there was nothing to write. */
  | { readonly kind: "ran"; readonly result: FlushResult }
  /** The model failed; another attempt may be made while some are left. */
  | { readonly kind: "failed"; readonly reason: string; readonly hint: string | null; readonly failures: number }
  /** Notes were taken in this cycle already. */
  | { readonly kind: "done" };

/** Asks the model and writes what it answers; a failure is counted with its cycle. */
export async function runFlush(
  deps: FlushDeps,
  request: Omit<FlushRequest, "notes"> & { readonly part: CoveredPart },
  writer: NoteWriter,
): Promise<RunOutcome> {
  const { state, redaction } = deps;
  const { session } = request;
  const cycle = session === null ? null : request.cycle ?? state.flushCycles.current(session);
  const known = session === null || cycle === null ? null : state.flushCycles.find(session, cycle);
  if (known !== null && known.writtenAt !== null) return { kind: "done" };
  try {
    const isForgotten = (text: string) => state.tombstones.isForgotten(text);
    const { notes, part } = await modelNotes(request.part, writer, { redaction, isForgotten });
    return { kind: "ran", result: writeFlush(deps, { ...request, cycle, notes, part, mayBeEmpty: true }) };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const failures = session === null || cycle === null ? 1 : state.flushCycles.fail(session, cycle);
    return { kind: "failed", reason: error.message, hint: error.hint ?? null, failures };
  }
}
