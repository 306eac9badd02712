import { join } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import type { Timetable } from "../../base/dates/timetable.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SweepCommand } from "./sweep_command.ts";
import type { SystemPrograms } from "./system_program.ts";
import { applyUnits, readUnit, unitChanges, WRITTEN_FOR } from "./unit_files.ts";

/** Whose agents. */
export interface LaunchPlace {
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** The user's number. */
  readonly userId: number;
}

/** Returns the launch agents of this user; one that was missed while the machine slept starts when it wakes. */
export function launchdScheduler(programs: SystemPrograms, { homeDir, userId }: LaunchPlace): Scheduler {
  const domain = `gui/${userId}`;
  const pathOf = (command: SweepCommand) => join(homeDir, "Library", "LaunchAgents", `${labelOf(command)}.plist`);
  const isLoaded = (command: SweepCommand) =>
    programs.run("launchctl", ["print", `${domain}/${labelOf(command)}`]).code === 0;
  const unload = (command: SweepCommand) => {
    if (isLoaded(command)) order(programs, ["bootout", `${domain}/${labelOf(command)}`]);
  };
  return {
    name: "launchd",
    isAvailable: () => programs.has("launchctl"),
    installed(command) {
      const text = readUnit(pathOf(command));
      if (text === null) return null;
      const expression = WRITTEN_FOR.exec(text)?.[1] ?? "";
      return { expression, isCurrent: isLoaded(command) && text.includes(commandText(command)) };
    },
    plan(command, wanted) {
      const changes = unitChanges({ [pathOf(command)]: wanted === null ? null : agentText(command, wanted) });
      return {
        changes,
        notices: [],
        apply() {
          unload(command);
          applyUnits(changes, () => {
            if (wanted === null) return;
            order(programs, ["bootstrap", domain, pathOf(command)]);
            if (!isLoaded(command)) throw unreliable(command);
          });
        },
      };
    },
  };
}

function labelOf({ id }: SweepCommand): string {
  return `memory.dream.${id}`;
}

function order(programs: SystemPrograms, words: readonly string[]): void {
  const { code, complaint } = programs.run("launchctl", words);
  if (code === 0) return;
  throw new MemoryError(`Cannot ${words[0]} with launchctl: ${complaint === "" ? "it failed" : complaint}`, {
    hint: "memory cron install --manager crontab, where there is a crontab; or let this one run: memory daemon",
  });
}

function unreliable(command: SweepCommand): MemoryError {
  return new MemoryError(`Cannot rely on the agent "${labelOf(command)}": it was loaded and is not there`, {
    hint: `look for it with: launchctl list ${labelOf(command)}`,
  });
}

function agentText(command: SweepCommand, timetable: Timetable): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- Written by memory cron install for "${timetable.expression}" -->`,
    '<plist version="1.0">',
    "<dict>",
    `  <key>Label</key><string>${labelOf(command)}</string>`,
    commandText(command),
    "  <key>StartCalendarInterval</key>",
    "  <array>",
    ...intervalsOf(timetable),
    "  </array>",
    "  <key>StandardOutPath</key><string>/dev/null</string>",
    "  <key>ProcessType</key><string>Background</string>",
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function commandText({ words, environment }: SweepCommand): string {
  return [
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...words.map((word) => `    <string>${escaped(word)}</string>`),
    "  </array>",
    "  <key>EnvironmentVariables</key>",
    "  <dict>",
    ...environment.map(([name, value]) => `    <key>${name}</key><string>${escaped(value)}</string>`),
    "  </dict>",
  ].join("\n");
}

/** Launchd knows no lists: each combination is an entry of its own, and what is left out means all. */
function intervalsOf({ minutes, hours, days, months, weekdays }: Timetable): string[] {
  const fields = [
    { key: "Month", values: months, whole: 12 },
    { key: "Day", values: days, whole: 31 },
    { key: "Weekday", values: weekdays, whole: 7 },
    { key: "Hour", values: hours, whole: 24 },
    { key: "Minute", values: minutes, whole: 60 },
  ];
  let rows: string[] = [""];
  for (const { key, values, whole } of fields) {
    if (values.length === whole) continue;
    rows = rows.flatMap((row) => values.map((value) => `${row}<key>${key}</key><integer>${value}</integer>`));
    if (rows.length > MOST_INTERVALS) throw tooMany();
  }
  return rows.map((row) => `    <dict>${row}</dict>`);
}

/** More times than anybody would look through. */
const MOST_INTERVALS = 500;

function tooMany(): MemoryError {
  return new MemoryError(
    `Cannot give launchd so many times: it takes one entry for each, and ${MOST_INTERVALS} are enough`,
    {
      kind: "usage",
      hint: 'one a day will do: "0 3 * * *"',
    },
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
