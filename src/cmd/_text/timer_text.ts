import { terminalText } from "../../base/text/display.ts";
import type { TimerOutcome, TimerStatus } from "../../app/schedule/timer_orders.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";

/** How an outcome came about. */
export interface OutcomeFrame {
  /** Nothing was changed. */
  readonly isDryRun: boolean;
  /** The difference, line by line. */
  readonly diff: readonly string[];
}

/** Returns what became of the schedule, or would. */
export function timerOutcomeText(outcome: TimerOutcome, { isDryRun, diff }: OutcomeFrame, style: TextStyle): string {
  const head = style.bold(headOf(outcome, isDryRun));
  const next = outcome.nextRun === null ? [] : [`Next sweep: ${outcome.nextRun}`];
  if (!isDryRun) return [head, ...next].join("\n");
  return [head, ...next, ...diff.map((line) => colour(terminalText(line), style))].join("\n");
}

function headOf({ manager, expression, isChanged }: TimerOutcome, isDryRun: boolean): string {
  if (manager === null) return "Nothing was installed";
  const what = expression === null ? `no entry in ${manager}` : `a sweep at "${expression}" by ${manager}`;
  if (!isChanged) return `There is ${what}${expression === null ? "" : " already"}`;
  if (expression === null) return isDryRun ? `Would take the entry out of ${manager}` : `Taken out of ${manager}`;
  return isDryRun ? `Would install ${what}` : `Installed ${what}`;
}

function colour(line: string, style: TextStyle): string {
  if (line.startsWith("+")) return style.green(line);
  return line.startsWith("-") ? style.red(line) : line;
}

/** Returns where the schedule stands. */
export function timerStatusText({ timer, installed, nextRun, overdueSince }: TimerStatus, style: TextStyle): string {
  if (timer === null && installed.length === 0) {
    return `${style.bold("No schedule")}. memory cron install has a sweep started every night`;
  }
  const there = installed.map(({ manager, expression, isCurrent }) =>
    `${manager}, "${terminalText(expression)}"${isCurrent ? "" : style.red(" (not as it should be)")}`
  );
  return alignRows([
    [style.bold("Installed"), there.length === 0 ? style.red("nothing is there any more") : there.join("; ")],
    [style.bold("Next sweep"), nextRun ?? "none"],
    [style.bold("Overdue"), overdueSince === null ? "no" : style.red(`since ${overdueSince}`)],
  ]).join("\n");
}
