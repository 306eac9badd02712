/**
 * Installing and taking out what starts the sweeps of a workspace, and telling whether it is there.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { type PlanFacts, planFacts } from "../../dream/overdue.ts";
import { readTimetable } from "../../base/dates/read_timetable.ts";
import type { Timetable } from "../../base/dates/timetable.ts";
import type { DreamTimer } from "../../store/state/state_meta.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";
import type { InstalledTimes, ScheduleChange, Scheduler, SchedulerName, TextChange } from "./scheduler.ts";
import { chooseScheduler, schedulersOf } from "./schedulers.ts";
import { type SweepCommand, sweepCommand } from "./sweep_command.ts";

/** What is asked of the app. */
export type TimerApp = Pick<App, "located" | "layout" | "state" | "config" | "clock">;

/** What was done, or would be. */
export interface TimerOutcome {
  /** Who starts the sweeps, or started them; `null` if nothing was installed. */
  readonly manager: SchedulerName | null;
  /** The times, or `null` where there are none any more. */
  readonly expression: string | null;
  /** Whether something was changed, or would be. */
  readonly isChanged: boolean;
  /** Texts that were changed, or would be. */
  readonly changes: readonly TextChange[];
  /** When the next sweep is due, ISO 8601, or `null`. */
  readonly nextRun: string | null;
  /** What the user has to know, as sentences. */
  readonly notices: readonly string[];
}

/** What is asked for. */
export interface TimerOrder {
  /** The scheduler; the usual one of this system, or the one that is installed, if left out. */
  readonly manager: SchedulerName | undefined;
  /** Nothing is changed. */
  readonly isDryRun: boolean;
}

/** Has sweeps started at these times. @throws {MemoryError} failed or busy, if the scheduler refuses */
export function installTimer(
  app: TimerApp,
  request: AppRequest,
  order: TimerOrder & { timetable: Timetable },
): TimerOutcome {
  const { state, clock, layout, config } = app;
  const { timetable, isDryRun } = order;
  if (!isDryRun) requireWritable(state, "install");
  const manager = chooseScheduler(managersOf(app, request), order.manager);
  const there = state.meta.dreamTimer;
  if (there !== null && isElsewhere(there, manager.name)) throw twice(there);
  const command = sweepCommand(request, layout.root);
  const change = joined(manager.plan(command, timetable), leftBehind(app, request, manager));
  const isInPlace = change.changes.length === 0 && manager.installed(command)?.isCurrent === true;
  if (!isDryRun) {
    if (!isInPlace) change.apply();
    const since = there?.expression === timetable.expression ? there.since : clock.now().iso;
    const { expression } = timetable;
    state.meta.setDreamTimer({ manager: manager.name, expression, since, root: layout.root });
  }
  const { nextRun } = planFacts({ state, clock, config: config.dream }, { timetable, sinceMs: clock.now().ms });
  const zone = config.time.zone === null ? [] : [zoneNotice(config.time.zone)];
  const notices = [...change.notices, ...zone];
  return outcomeOf(manager, change, { expression: timetable.expression, isChanged: !isInPlace, nextRun, notices });
}

/** Takes out what starts the sweeps. @throws {MemoryError} failed or busy, if the scheduler refuses */
export function uninstallTimer(app: TimerApp, request: AppRequest, order: TimerOrder): TimerOutcome {
  if (!order.isDryRun) requireWritable(app.state, "uninstall");
  const managers = managersOf(app, request);
  const command = sweepCommand(request, app.layout.root);
  const former = formerCommand(app, request);
  const isThere = (each: Scheduler) =>
    each.installed(command) !== null || former !== null && each.installed(former) !== null;
  const manager = order.manager === undefined
    ? managers.find((each) => each.isAvailable() && isThere(each))
    : chooseScheduler(managers, order.manager);
  const change = manager === undefined
    ? undefined
    : joined(manager.plan(command, null), leftBehind(app, request, manager));
  if (!order.isDryRun) {
    if (change !== undefined && change.changes.length > 0) change.apply();
    if (order.manager === undefined || app.state.meta.dreamTimer?.manager === order.manager) {
      app.state.meta.setDreamTimer(null);
    }
  }
  if (manager === undefined || change === undefined) return NOTHING;
  const isChanged = change.changes.length > 0;
  return outcomeOf(manager, change, { expression: null, isChanged, nextRun: null, notices: change.notices });
}

/**
 * Returns the command that was installed for this workspace where it stood before it was moved, or `null`. A workspace
 * that is still there was copied, and the entry is its own.
 */
function formerCommand({ state, layout }: TimerApp, request: AppRequest): SweepCommand | null {
  const root = state.meta.dreamTimer?.root ?? null;
  return root === null || root === layout.root || existsSync(root) ? null : sweepCommand(request, root);
}

/** Returns how to take out what a scheduler still has for it. */
function leftBehind(app: TimerApp, request: AppRequest, manager: Scheduler): ScheduleChange[] {
  const former = formerCommand(app, request);
  return former === null ? [] : [manager.plan(former, null)];
}

/** A change, and then what it leaves to be taken out. */
function joined(change: ScheduleChange, leftovers: readonly ScheduleChange[]): ScheduleChange {
  return {
    changes: [change, ...leftovers].flatMap(({ changes }) => changes),
    notices: change.notices,
    apply() {
      change.apply();
      for (const each of leftovers) if (each.changes.length > 0) each.apply();
    },
  };
}

/** Where the schedule stands. */
export interface TimerStatus extends PlanFacts {
  /** What was installed last, as the state has it; `null` if nothing was, or it was taken out. */
  readonly timer: DreamTimer | null;
  /** What the schedulers have for this workspace. */
  readonly installed: readonly (InstalledTimes & { readonly manager: SchedulerName })[];
  /** What the user has to know, as sentences. */
  readonly notices: readonly string[];
}

/** Returns where the schedule stands; asks every scheduler that is there. */
export function timerStatus(app: TimerApp, request: AppRequest): TimerStatus {
  const timer = app.state.meta.dreamTimer;
  const command = sweepCommand(request, app.layout.root);
  const former = formerCommand(app, request);
  const notices: string[] = [];
  const moved: string[] = [];
  const installed = managersOf(app, request).filter((each) => each.isAvailable()).flatMap((each) => {
    try {
      if (former !== null && each.installed(former) !== null) moved.push(movedNotice(each.name, former.root));
      const found = each.installed(command);
      return found === null ? [] : [{ manager: each.name, ...found }];
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      notices.push(error.message);
      return [];
    }
  });
  for (const { manager, expression, isCurrent } of installed) {
    if (!isCurrent) notices.push(OUTDATED[manager]);
    if (timer?.manager === manager && timer.expression !== expression) notices.push(otherTimes(timer, expression));
  }
  const isMissing = timer !== null && moved.length === 0 && isElsewhere(timer, null) &&
    !installed.some(({ manager }) => manager === timer.manager);
  if (isMissing) notices.push(`The ${timer.manager} has no entry any more: memory cron install writes it again`);
  return { timer, installed, ...timerFacts(app), notices: [...moved, ...notices] };
}

/** Returns when sweeps are due by what the state has as installed; asks no scheduler. */
export function timerFacts({ state, config, clock }: Pick<TimerApp, "state" | "config" | "clock">): PlanFacts {
  const timer = state.meta.dreamTimer;
  if (timer === null) return { nextRun: null, overdueSince: null };
  const plan = { timetable: readTimetable(timer.expression), sinceMs: Date.parse(timer.since) };
  return planFacts({ state, config: config.dream, clock }, plan);
}

const OUTDATED: Readonly<Record<SchedulerName, string>> = {
  crontab: "The crontab starts another command than it should: memory cron install writes it anew",
  systemd: "The timer is off, or starts another command than it should: memory cron install mends it",
  launchd: "The agent is not loaded, or starts another command than it should: memory cron install mends it",
};

const NOTHING: TimerOutcome = {
  manager: null,
  expression: null,
  isChanged: false,
  changes: [],
  nextRun: null,
  notices: [],
};

function managersOf({ located }: TimerApp, { environment, homeDir }: AppRequest): readonly Scheduler[] {
  return schedulersOf({ environment, homeDir, platform: process.platform, stateDir: located.stateDir });
}

function outcomeOf(
  { name }: Scheduler,
  { changes }: ScheduleChange,
  facts: Pick<TimerOutcome, "expression" | "isChanged" | "nextRun" | "notices">,
): TimerOutcome {
  return { manager: name, changes, ...facts };
}

/** A daemon is started by somebody else, and takes up whatever times there are. */
function isElsewhere({ manager }: DreamTimer, name: SchedulerName | null): boolean {
  return manager !== name && manager !== "daemon";
}

function otherTimes({ manager, expression }: DreamTimer, found: string): string {
  return `The ${manager} says "${found}" where "${expression}" was installed: memory cron install --at takes one of them`;
}

function movedNotice(manager: SchedulerName, root: string): string {
  return `The ${manager} still starts sweeps of "${root}", where this workspace was: memory cron install mends it`;
}

/** What was installed could not be noted, and nobody would know of it. */
function requireWritable({ isReadonly, path }: TimerApp["state"], action: string): void {
  if (!isReadonly) return;
  throw new MemoryError(`Cannot ${action} a schedule: "${path}" cannot be written`, {
    hint: "memory cron install --dry-run shows what would be written",
  });
}

function zoneNotice(zone: string): string {
  return `The system's scheduler goes by the system's time zone; the setting "time.zone" is ${zone}`;
}

function twice({ manager, expression }: DreamTimer): MemoryError {
  return new MemoryError(`Cannot install a second schedule: the ${manager} has one already, at "${expression}"`, {
    hint: "memory cron uninstall first",
  });
}
