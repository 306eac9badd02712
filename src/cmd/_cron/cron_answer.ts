import { requireOwnersOrder } from "../../app/require_owner.ts";
import { SCHEDULER_NAMES } from "../../app/schedule/scheduler.ts";
import { installTimer, type TimerOutcome, timerStatus, uninstallTimer } from "../../app/schedule/timer_orders.ts";
import { MemoryError } from "../../base/errors.ts";
import { NIGHTLY, readTimetable } from "../../base/dates/read_timetable.ts";
import type { Answer, CommandContext, FlagDeclarations } from "../_declare.ts";
import { textDiff } from "../_text/text_diff.ts";
import { timerOutcomeText, timerStatusText } from "../_text/timer_text.ts";

/** What `memory cron` does. */
export const CRON_ACTIONS = ["install", "uninstall", "status"] as const;

/** The flags of `memory cron`. */
export const CRON_FLAGS = {
  at: { type: "string", value: "TIMES", description: "For install: the times, as cron writes them", default: NIGHTLY },
  manager: {
    type: "string",
    value: "NAME",
    choices: SCHEDULER_NAMES,
    description: "Who starts it",
    default: "what the system has",
  },
  dryRun: { type: "boolean", description: "Change nothing and show the difference" },
} as const satisfies FlagDeclarations;

/** Returns the answer to one call. */
export async function cronAnswer(context: CommandContext<typeof CRON_FLAGS>): Promise<Answer> {
  const { arguments: [action], flags, app, request, program } = context;
  const { at, manager, dryRun: isDryRun } = flags;
  if (at !== undefined && action !== "install") throw misplaced("--at");
  if ((manager !== undefined || isDryRun) && action === "status") throw misplaced(isDryRun ? "--dry-run" : "--manager");
  const timetable = readTimetable(at ?? NIGHTLY);
  const opened = await app();
  if (action === "status") return statusAnswer(context);
  if (!isDryRun) await requireOwnersOrder(opened, `${action} a schedule`, program.progress);
  const outcome = action === "install"
    ? installTimer(opened, request(), { manager, isDryRun, timetable })
    : uninstallTimer(opened, request(), { manager, isDryRun });
  return outcomeAnswer(outcome, isDryRun, opened.notices);
}

async function statusAnswer({ app, request }: CommandContext<typeof CRON_FLAGS>): Promise<Answer> {
  const opened = await app();
  const status = timerStatus(opened, request());
  const notices = [...opened.notices, ...status.notices];
  const { installed, ...facts } = status;
  const json = { ...facts, installed: installed.map(({ isCurrent, ...each }) => ({ ...each, current: isCurrent })) };
  return { json: { ...json, notices }, text: (style) => timerStatusText(status, style), notices };
}

function outcomeAnswer(outcome: TimerOutcome, isDryRun: boolean, before: readonly string[]): Answer {
  const { manager, expression, isChanged, nextRun } = outcome;
  const notices = [...before, ...outcome.notices];
  const diff = outcome.changes.flatMap(textDiff);
  return {
    json: { manager, expression, changed: isChanged, dryRun: isDryRun, nextRun, diff, notices },
    text: (style) => timerOutcomeText(outcome, { isDryRun, diff }, style),
    notices,
  };
}

function misplaced(flag: string): MemoryError {
  return new MemoryError(`Cannot use "${flag}" with this action of "memory cron"`, {
    kind: "usage",
    hint: '"memory help cron" shows how it is used',
  });
}
