/**
 * Lifts the lines that the owner was shown (SPEC 4.3).
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { lineHash } from "../../base/text/normalise.ts";
import type { LedgerRow } from "../../provenance/classify_line.ts";
import { withoutUntrustedMark } from "../../provenance/mark.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { parseAnnotations, stripAnnotations } from "../../workspace/annotation.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { hashOf } from "../../workspace/hash_of.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import type { AttestedClass, TrustPlan } from "./plan_trust.ts";

/** What {@linkcode attest} works with. */
export interface AttestDeps {
  /** Where the file lies. */
  readonly layout: WorkspaceLayout;
  /** The ledger, which is written. */
  readonly state: Pick<StateStore, "ledger" | "tombstones" | "transaction">;
  /** The time of booking. */
  readonly clock: Clock;
}

/**
 * Attests what a plan holds and takes the marks off those lines. Rows and file change together or not at all: a process
 * that is killed in between leaves an unbooked copy of a tainted line, which is untrusted.
 *
 * @returns how many of the lines had been forgotten: that is taken back
 * @throws {MemoryError} failed, and nothing is attested: the file is not the one that was shown, or cannot be written
 */
export function attest({ layout, state, clock }: AttestDeps, plan: TrustPlan, origin: AttestedClass): number {
  const { file, attested, released, newText } = plan;
  const { path } = file;
  const bookedAt = clock.now().iso;
  return state.transaction(() => {
    if (hashOf(file.absPath) !== file.hash) throw changed(file);
    const before = rowsBefore(state, plan);
    state.ledger.attest(attested.map(({ raw }): Booking => {
      const row = before.get(lineHash(raw));
      return {
        path,
        line: raw,
        origin,
        sessionKind: "interactive",
        observedAt: row?.observedAt ?? null,
        session: row?.session ?? null,
        channel: row?.channel ?? null,
        sender: row?.sender ?? null,
        supersessionKey: row?.supersessionKey ?? parseAnnotations(raw).key,
        writer: "trust",
        bookedAt,
      };
    }));
    state.ledger.release(path, released);
    // Whoever vouches for a line that was forgotten and came back wants it.
    const lifted = attested.filter(({ raw }) => state.tombstones.lift(stripAnnotations(raw))).length;
    if (newText === file.text) return lifted;
    const data = file.hadBom ? `\uFEFF${newText}` : newText;
    const outcome = writeFileAtomic(file.absPath, data, { expectedHash: file.hash, within: layout.root });
    if (outcome === "changed") throw changed(file);
    return lifted;
  });
}

/** Returns the rows that the lines have now, under the hashes of the lines without their marks. */
function rowsBefore({ ledger }: AttestDeps["state"], { file, lines }: TrustPlan): Map<string, LedgerRow> {
  return new Map(lines.flatMap(({ raw }) => {
    const row = ledger.find(file.path, raw);
    return row === null ? [] : [[lineHash(withoutUntrustedMark(raw)), row] as const];
  }));
}

function changed({ path }: SelectedFile): MemoryError {
  return new MemoryError(`Cannot trust lines of "${path}": the file changed after its lines were shown`, {
    hint: "run the same command again, and look again",
  });
}
