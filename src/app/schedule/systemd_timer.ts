import { isAbsolute, join } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import type { Timetable } from "../../base/dates/timetable.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SweepCommand } from "./sweep_command.ts";
import type { SystemPrograms } from "./system_program.ts";
import { applyUnits, readUnit, unitChanges, WRITTEN_FOR } from "./unit_files.ts";

/** Where systemd looks for the timers of a user. */
export interface SystemdPlace {
  /** `XDG_CONFIG_HOME` is read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
}

/** Returns the timers of this user; a time that passed while the machine was off is made up for (SPEC 8.11). */
export function systemdScheduler(programs: SystemPrograms, { environment, homeDir }: SystemdPlace): Scheduler {
  const config = environment["XDG_CONFIG_HOME"];
  const folder = join(
    config !== undefined && isAbsolute(config) ? config : join(homeDir, ".config"),
    "systemd",
    "user",
  );
  const pathOf = ({ id }: SweepCommand, kind: "service" | "timer") => join(folder, `memory-dream-${id}.${kind}`);
  const filesOf = (command: SweepCommand, timetable: Timetable) => ({
    [pathOf(command, "service")]: serviceText(command, timetable),
    [pathOf(command, "timer")]: timerText(command, timetable),
  });
  return {
    name: "systemd",
    isAvailable: () => programs.has("systemctl"),
    installed(command) {
      const timer = readUnit(pathOf(command, "timer"));
      if (timer === null) return null;
      const expression = WRITTEN_FOR.exec(timer)?.[1] ?? "";
      return { expression, isCurrent: isActive(programs, command) && isWritten(command, expression, pathOf) };
    },
    plan(command, wanted) {
      const files = wanted === null
        ? { [pathOf(command, "service")]: null, [pathOf(command, "timer")]: null }
        : filesOf(command, wanted);
      const changes = unitChanges(files);
      return {
        changes,
        notices: wanted === null ? [] : [LINGER_NOTICE],
        apply: () => wanted === null ? takeOut(programs, command, changes) : putIn(programs, command, changes),
      };
    },
  };
}

const LINGER_NOTICE = "Timers of a user run while that user is logged in; loginctl enable-linger makes them run always";

type PathOf = (command: SweepCommand, kind: "service" | "timer") => string;

/** The service has to start what would be started now; its times stand in the timer and are what was asked for. */
function isWritten(command: SweepCommand, expression: string, pathOf: PathOf): boolean {
  return readUnit(pathOf(command, "service")) === serviceText(command, { expression });
}

function putIn(programs: SystemPrograms, command: SweepCommand, changes: Parameters<typeof applyUnits>[0]): void {
  applyUnits(changes, () => {
    order(programs, ["daemon-reload"]);
    order(programs, ["enable", unitOf(command)]);
    // A timer that runs already keeps its old times until then.
    order(programs, ["restart", unitOf(command)]);
    if (isActive(programs, command)) return;
    throw new MemoryError(`Cannot rely on the timer "${unitOf(command)}": it was started and does not run`, {
      hint: `look at it with: systemctl --user status ${unitOf(command)}`,
    });
  });
}

function takeOut(programs: SystemPrograms, command: SweepCommand, changes: Parameters<typeof applyUnits>[0]): void {
  // Without its file systemd knows no timer of that name, and would refuse.
  if (changes.some(({ name }) => name.endsWith(".timer"))) order(programs, ["disable", "--now", unitOf(command)]);
  applyUnits(changes, () => order(programs, ["daemon-reload"]));
}

function isActive(programs: SystemPrograms, command: SweepCommand): boolean {
  return ["is-enabled", "is-active"].every((word) =>
    programs.run("systemctl", ["--user", word, "--quiet", unitOf(command)]).code === 0
  );
}

function order(programs: SystemPrograms, words: readonly string[]): void {
  const { code, complaint } = programs.run("systemctl", ["--user", ...words]);
  if (code === 0) return;
  throw new MemoryError(`Cannot ${words[0]} with systemctl --user: ${complaint === "" ? "it failed" : complaint}`, {
    hint: "memory cron install --manager crontab, where there is a crontab; or let this one run: memory daemon",
  });
}

function unitOf({ id }: SweepCommand): string {
  return `memory-dream-${id}.timer`;
}

function serviceText(
  { words, environment, root }: SweepCommand,
  { expression }: Pick<Timetable, "expression">,
): string {
  return [
    `# Written by memory cron install for "${expression}"`,
    "[Unit]",
    `Description=Nightly sweep of the memory in ${root.replaceAll("%", "%%")}`,
    "",
    "[Service]",
    "Type=oneshot",
    ...environment.map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    // A dollar sign would be replaced in a command, and only there.
    `ExecStart=${words.map((word) => quoted(word).replaceAll("$", "$$$$")).join(" ")}`,
    "StandardOutput=null",
    "",
  ].join("\n");
}

function timerText({ root }: SweepCommand, timetable: Timetable): string {
  return [
    `# Written by memory cron install for "${timetable.expression}"`,
    "[Unit]",
    `Description=Nightly sweep of the memory in ${root.replaceAll("%", "%%")}`,
    "",
    "[Timer]",
    `OnCalendar=${calendarOf(timetable)}`,
    "Persistent=true",
    "",
    "[Install]",
    "WantedBy=timers.target",
    "",
  ].join("\n");
}

/** Returns the same times as systemd writes them, such as `Mon,Tue *-*-* 3:0:00`. */
function calendarOf({ minutes, hours, days, months, weekdays }: Timetable): string {
  const list = (values: readonly number[], whole: number) => values.length === whole ? "*" : values.join(",");
  const names = weekdays.length === WEEKDAYS.length ? "" : `${weekdays.map((at) => WEEKDAYS[at]).join(",")} `;
  return `${names}*-${list(months, 12)}-${list(days, 31)} ${list(hours, 24)}:${list(minutes, 60)}:00`;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

function quoted(word: string): string {
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
}
