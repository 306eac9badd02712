/**
 * Nights and orders that were (SPEC 8.10), with what each of them kept.
 *
 * @module
 */
import type { DreamDeps } from "./night.ts";

/** One night or order; JSON in this shape. */
export interface PastSweep {
  /** Its number, as `memory dream undo` takes it. */
  readonly sweep: number;
  /** `night`, or `order`: something that the owner asked for by name. */
  readonly kind: "night" | "order";
  /** Its local day. */
  readonly day: string;
  /** When it began. */
  readonly startedAt: string;
  /** Whether it could write. */
  readonly mode: "real" | "dry";
  /** How it ended. */
  readonly status: string;
  /** Claims that passed every gate. */
  readonly promotable: number;
  /** What was kept. */
  readonly promoted: readonly {
    readonly key: string;
    readonly operation: string;
    readonly text: string;
    readonly source: string;
    readonly score: number;
  }[];
  /** Texts of entries that left, by what took them out. */
  readonly left: readonly { readonly key: string; readonly reason: string; readonly text: string }[];
  /** When it was undone, or `null`. */
  readonly undoneAt: string | null;
}

/** Returns the newest sweeps, newest first. */
export function dreamHistory({ state }: Pick<DreamDeps, "state">, limit: number): PastSweep[] {
  return state.sweeps.list(limit).map(({ id, kind, day, startedAt, mode, status, promotable, undoneAt }) => ({
    sweep: id,
    kind,
    day,
    startedAt,
    mode,
    status,
    promotable,
    promoted: state.promotions.ofSweep(id).map(({ candidateKey, operation, text, source, score }) => ({
      key: candidateKey,
      operation,
      text,
      source,
      score,
    })),
    left: state.departures.ofSweep(id).map(({ entryKey, reason, raw }) => ({
      key: entryKey,
      reason,
      text: raw.replace(/^\s*[-*+]\s+/, "").replace(/\s*<!--.*?-->/gs, ""),
    })),
    undoneAt,
  }));
}
