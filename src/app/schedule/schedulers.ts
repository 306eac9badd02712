import { MemoryError } from "../../base/errors.ts";
import type { AppRequest } from "../app_request.ts";
import { crontabScheduler } from "./crontab.ts";
import { launchdScheduler } from "./launch_agent.ts";
import type { Scheduler, SchedulerName } from "./scheduler.ts";
import { systemdScheduler } from "./systemd_timer.ts";
import { systemPrograms } from "./system_program.ts";

/** Whose schedulers, and where. */
export interface SchedulersRequest extends Pick<AppRequest, "environment" | "homeDir"> {
  /** As in `process.platform`. */
  readonly platform: string;
  /** The user's own state folder: all workspaces of a user share one crontab. */
  readonly stateDir: string;
}

/** Returns all schedulers, the one that is usual on this system first. */
export function schedulersOf(request: SchedulersRequest): readonly Scheduler[] {
  const { environment, homeDir, platform, stateDir } = request;
  const programs = systemPrograms(environment);
  const launchd = launchdScheduler(programs, { homeDir, userId: process.getuid?.() ?? 0 });
  const rest = [crontabScheduler(programs, `${stateDir}/locks`), systemdScheduler(programs, { environment, homeDir })];
  return platform === "darwin" ? [launchd, ...rest] : [...rest, launchd];
}

/**
 * Returns the scheduler of a name, or the first one that is there.
 *
 * @throws {MemoryError} failed, if it is not there, or none is
 */
export function chooseScheduler(managers: readonly Scheduler[], name: SchedulerName | undefined): Scheduler {
  const chosen = managers.find((each) => name === undefined ? each.isAvailable() : each.name === name);
  if (chosen?.isAvailable()) return chosen;
  const what = name === undefined ? "crontab, systemctl or launchctl" : PROGRAMS[name];
  throw new MemoryError(`Cannot install a schedule: there is no ${what} in the PATH`, {
    hint: name === undefined
      ? "let a scheduler of yours run memory dream --scheduled --quiet, or let this one run: memory daemon"
      : "leave out --manager to take what is there",
  });
}

const PROGRAMS: Readonly<Record<SchedulerName, string>> = {
  crontab: "crontab",
  systemd: "systemctl",
  launchd: "launchctl",
};
