import type { Clock, IsoTime } from "../../base/clock.ts";
import { isExpired } from "../../intents/verdict.ts";
import type { IntentRow } from "../../store/state/intents.ts";

/** Intents in short (SPEC 9.5). */
export interface IntentFacts {
  /** Wishes that may still fire, and diary lines that are to be looked at again. */
  readonly open: number;
  /** Those of them that wait for words, not for a time. */
  readonly events: number;
  /** Those that are due and that nobody was told of yet. */
  readonly due: number;
  /** Those of them that are late already. */
  readonly late: number;
  /** Wishes that never fire, as they are not trusted enough. */
  readonly held: number;
  /** When the next one is due that is not due yet, or `null`. */
  readonly next: IsoTime | null;
}

const MINUTE_MS = 60_000;

/**
 * Returns them.
 *
 * @param rows armed and held ones
 * @param lateMinutes from which delay on one is late (`intents.lateMinutes`)
 */
export function intentFacts(
  rows: readonly Pick<IntentRow, "state" | "kind" | "wakeMs" | "expiresMs">[],
  clock: Clock,
  lateMinutes: number,
): IntentFacts {
  const nowMs = clock.now().ms;
  const open = rows.filter((row) => row.state === "armed" && !isExpired(row, nowMs));
  const timed = open.filter(({ kind }) => kind !== "event").map(({ wakeMs }) => wakeMs);
  const due = timed.filter((ms) => ms <= nowMs);
  const ahead = timed.filter((ms) => ms > nowMs);
  return {
    open: open.length,
    events: open.length - timed.length,
    due: due.length,
    late: due.filter((ms) => nowMs - ms > lateMinutes * MINUTE_MS).length,
    held: rows.filter(({ state }) => state === "held").length,
    next: ahead.length === 0 ? null : clock.at(ahead.reduce((least, ms) => Math.min(least, ms))).iso,
  };
}
