import type { App } from "../../app/app.ts";
import { NIGHT_LOCK, QUIET_WAIT_MS } from "../../app/quiet_moment.ts";
import type { LookOutcome } from "../../dream/night_watch.ts";
import { overdueSince } from "../../dream/overdue.ts";
import type { Timetable } from "../../base/dates/timetable.ts";
import { sync } from "../../pipeline/sync.ts";
import { takeLock } from "../../store/lock.ts";
import { openTurnsNow } from "../../store/state/live_turns.ts";
import { runSweepWith } from "../_dream/run_sweep.ts";
import { finishForgets, forgetNotices } from "../_forget/finish_forgets.ts";
import { nightText } from "../_text/night_text.ts";
import type { WatchTeller } from "../_watch_teller.ts";

/** What a look needs to know. */
export interface NightLook {
  /** The times of the sweeps. */
  readonly timetable: Timetable;
  /** How long open turns have been waited for, in milliseconds; `null` if nobody waits. */
  readonly waitedMs: number | null;
  /** Writes the events. */
  readonly teller: WatchTeller;
}

/** Runs the sweep that is due, if one is. @throws {MemoryError} busy, if another sweep runs; failed */
export async function lookForNight(opened: App, look: NightLook): Promise<LookOutcome | "waiting"> {
  const { state, clock, config, layout } = opened;
  const { timetable, waitedMs, teller } = look;
  // In a state that cannot be written no night can be recorded.
  if (state.isReadonly) return "again";
  const sinceMs = Date.parse(state.meta.dreamTimer?.since ?? clock.now().iso);
  const due = overdueSince({ state, clock, config: config.dream }, { timetable, sinceMs, graceMs: 0 });
  if (due === null) return "settled";
  if (openTurnsNow(opened).length > 0 && (waitedMs ?? 0) < QUIET_WAIT_MS) {
    if (waitedMs === null) await teller.tell("waiting", { due }, "A sweep is due and waits for the open turn to end");
    return "waiting";
  }
  const release = takeLock({ locksDir: layout.locksDir, name: NIGHT_LOCK, waitMs: 0 });
  try {
    const report = await dreamNow(opened);
    const facts = { due, sweep: report.sweep, status: report.status, promoted: report.promoted.length };
    await teller.tell("sweep", { ...facts, why: report.why, notices: report.notices }, nightText(report, clock.now()));
  } finally {
    release();
  }
  return "settled";
}

async function dreamNow(opened: App): ReturnType<typeof runSweepWith> {
  const { layout, state, index, clock, originsOf, config } = opened;
  const forgotten = forgetNotices(finishForgets(opened));
  const { failures, isBehind, notices } = sync(opened);
  const { dream, remember: { keepSupersededDays } } = config;
  const deps = { layout, state, index, clock, originsOf, config: dream, keepSupersededDays };
  const report = await runSweepWith(opened, deps, {
    isTypedByOwner: false,
    isScheduled: true,
    isDryRun: false,
    isForced: false,
    isIndexWhole: failures.length === 0 && !isBehind,
  });
  return { ...report, notices: [...forgotten, ...notices, ...report.notices, ...report.model?.failures ?? []] };
}
