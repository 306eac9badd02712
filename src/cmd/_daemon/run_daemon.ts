/**
 * `memory daemon`: the watch of the index, and beside it the nights (SPEC 8.11).
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { frozenTimeOf } from "../../app/open_clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { NightWatch } from "../../dream/night_watch.ts";
import { NIGHTLY, readTimetable } from "../../base/dates/read_timetable.ts";
import type { Timetable } from "../../base/dates/timetable.ts";
import { type LockHolder, takeLock } from "../../store/lock.ts";
import type { Answer, CommandContext } from "../_declare.ts";
import { type RunningWatch, watchIndex } from "../_watch_index.ts";
import { announceIntents } from "./announce_intents.ts";
import { lookForNight } from "./look_for_night.ts";

/** How to run. */
export interface DaemonOptions {
  /** `--at`. */
  readonly at: string | undefined;
  /** `--no-embed`. */
  readonly isEmbedLeftOut: boolean;
}

/** Runs until it is told to stop. @throws {MemoryError} usage, busy, failed */
export async function runDaemon(
  context: Pick<CommandContext, "app" | "reopen" | "request" | "program">,
  { at, isEmbedLeftOut }: DaemonOptions,
): Promise<Answer> {
  if (frozenTimeOf(context.request()) !== undefined) {
    throw new MemoryError("Cannot run a daemon under MEMORY_NOW: its time stands still, and no night would come", {
      kind: "usage",
      hint: "unset MEMORY_NOW",
    });
  }
  const given = at === undefined ? undefined : readTimetable(at);
  const opened = await context.app();
  const { locksDir } = opened.layout;
  const release = takeLock({ locksDir, name: "daemon", waitMs: 0, onBusy: runsAlready });
  try {
    const timetable = takeUpTimes(opened, given);
    return await watchIndex(context, { isEmbedLeftOut, beside: (watch) => keepNights(watch, timetable) });
  } finally {
    release();
  }
}

/** Returns the times; they are noted if nobody did yet, so that a night that passes while nothing runs is missed. */
function takeUpTimes({ state, clock }: App, given: Timetable | undefined): Timetable {
  const known = state.meta.dreamTimer;
  const timetable = given ?? readTimetable(known?.expression ?? NIGHTLY);
  const isNews = known === null || (known.manager === DAEMON && known.expression !== timetable.expression);
  if (isNews && !state.isReadonly) {
    state.meta.setDreamTimer({ manager: DAEMON, expression: timetable.expression, since: clock.now().iso, root: null });
  }
  return timetable;
}

/** Stands in the state where no scheduler does. */
const DAEMON = "daemon";

/** How often the time is looked at, in milliseconds: timers stand still while a machine sleeps. */
const LOOK_EVERY_MS = 20_000;
/** How often, while an agent is at work. */
const TURN_EVERY_MS = 2_000;

async function keepNights({ signal, teller, alone }: RunningWatch, timetable: Timetable): Promise<void> {
  const clock = await alone((opened) => opened.clock);
  const night = new NightWatch(timetable, clock);
  let waitingSinceMs: number | null = null;
  while (!signal.aborted) {
    let pauseMs = LOOK_EVERY_MS;
    await alone((opened) => announceIntents(opened, teller)).catch(tellFailure(teller));
    if (waitingSinceMs !== null || night.isDue()) {
      const waitedMs: number | null = waitingSinceMs === null ? null : performance.now() - waitingSinceMs;
      const outcome = await alone((opened) => lookForNight(opened, { timetable, waitedMs, teller })).catch(
        tellFailure(teller),
      );
      if (outcome === "waiting") {
        waitingSinceMs ??= performance.now();
        pauseMs = TURN_EVERY_MS;
      } else {
        waitingSinceMs = null;
        night.looked(outcome);
      }
    }
    await pause(pauseMs, signal);
  }
}

/** What one look cannot do the next one may: it is told, and the daemon goes on. */
function tellFailure(teller: RunningWatch["teller"]): (error: unknown) => Promise<"again"> {
  return async (error) => {
    if (!(error instanceof MemoryError) || error.kind === "defect") throw error;
    await teller.notice(error.message);
    return "again";
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener("abort", stop);
  await promise;
  clearTimeout(timer);
  // The signal lives as long as the daemon: a listener a pause would be months of them.
  signal.removeEventListener("abort", stop);
}

function runsAlready(holder: LockHolder | null): MemoryError {
  const who = holder === null ? "another process" : `process ${holder.pid} since ${holder.since}`;
  return new MemoryError(`Cannot run a daemon for this workspace: ${who} does so already`, {
    kind: "busy",
    hint: "one is enough; end that one first if it should be this",
  });
}
