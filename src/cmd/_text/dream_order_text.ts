import { terminalText } from "../../base/text/display.ts";
import type { AcceptReport } from "../../dream/orders/accept.ts";
import type { RejectReport } from "../../dream/orders/reject.ts";
import type { RestoreReport } from "../../dream/orders/restore.ts";
import type { UndoReport } from "../../dream/orders/undo.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns what was taken back. */
export function undoText(report: UndoReport, style: TextStyle): string {
  const { sweep, day, removed, returned, left, rejected, diary } = report;
  return [
    `${style.bold("Undone")} sweep ${sweep} of ${day}`,
    ...removed.map((text) => `  ${style.red("-")} ${shown(text)}`),
    ...returned.map((text) => `  ${style.green("+")} ${shown(text)}`),
    ...left.map((text) => `  ${style.yellow("left, since it was changed")} ${shown(text)}`),
    ...rejected.length === 0
      ? []
      : [style.dim(`  ${count(rejected.length, "claim")} turned down until the wording changes or --reconsider`)],
    ...toldIn(diary, style),
  ].join("\n");
}

/** Returns what was accepted. */
export function acceptText({ text, operation, path, diary }: AcceptReport, style: TextStyle): string {
  const head = `${style.bold("Kept")} in ${terminalText(path)} (${operation})`;
  return [head, `  ${style.green("+")} ${shown(text)}`, ...toldIn(diary, style)].join("\n");
}

/** Returns what was turned down, or let in again. */
export function rejectText(report: RejectReport, style: TextStyle): string {
  const { key, text, rejected, changed, removed, diary } = report;
  const done = rejected ? "Turned down" : "A candidate again";
  const head = changed ? style.bold(done) : rejected ? "Was turned down already" : "Was not turned down";
  return [
    `${head}  ${style.dim(key)}  ${shown(text)}`,
    ...removed === null ? [] : [`  ${style.red("-")} ${shown(removed)}`],
    ...toldIn(diary, style),
  ].join("\n");
}

/** Returns what was brought back. */
export function restoreText({ restored, diary }: RestoreReport, style: TextStyle): string {
  if (restored.length === 0) return "Nothing vanished: there is nothing to restore";
  return [
    `${style.bold("Restored")} ${count(restored.length, "entry", "entries")}`,
    ...restored.map(({ text, reason }) => `  ${style.green("+")} ${shown(text)}  ${style.dim(reason)}`),
    ...toldIn(diary, style),
  ].join("\n");
}

function shown(entry: string): string {
  return terminalText(entry.replace(/^\s*[-*+]\s+/, "").replace(/\s*<!--.*?-->/gs, "").trim());
}

function toldIn(diary: string | null, style: TextStyle): string[] {
  return diary === null ? [] : [style.dim(`  told in ${diary}`)];
}
