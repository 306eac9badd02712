import type { Examination } from "../../app/doctor/examine.ts";
import type { Finding, Severity } from "../../app/doctor/finding.ts";
import type { Repair } from "../../app/doctor/mend.ts";
import { terminalText } from "../../base/text/display.ts";
import { stateOf } from "../_doctor/doctor_json.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

/** Returns an examination for people: a line for each area, what is to be told below it, and what to type. */
export function doctorText(examination: Examination, repairs: readonly Repair[], style: TextStyle): string {
  const { checks, verdict } = examination;
  const heads = alignRows(
    checks.map((check) => [mark(stateOf(check), style), style.bold(check.area), terminalText(check.summary)]),
  );
  const lines = checks.flatMap((
    check,
    at,
  ) => [heads[at] ?? "", ...check.findings.flatMap((each) => told(each, style))]);
  const done = repairs.map(({ id, place, isDone, message }) =>
    `${isDone ? style.green("mended") : style.red("not mended")} ${id}, ${terminalText(place)}: ${
      terminalText(message)
    }`
  );
  return [...lines, "", ...(done.length === 0 ? [] : [...done, ""]), verdictLine(examination, verdict, style)].join(
    "\n",
  );
}

function mark(state: string, style: TextStyle): string {
  if (state === "ok") return style.green("ok");
  if (state === "unknown") return style.dim("unknown");
  return painted(state as Severity, style);
}

function painted(severity: Severity, style: TextStyle): string {
  const paint = { note: style.cyan, warning: style.yellow, broken: style.red }[severity];
  return paint(severity);
}

function told({ severity, place, message, command }: Finding, style: TextStyle): string[] {
  return [
    `  ${painted(severity, style)} ${style.bold(terminalText(place))}: ${terminalText(message)}`,
    `    ${style.dim("$")} ${terminalText(command)}`,
  ];
}

function verdictLine({ checks }: Examination, verdict: Examination["verdict"], style: TextStyle): string {
  const all = checks.flatMap(({ findings }) => findings);
  const amount = (severity: Severity) => all.filter((each) => each.severity === severity).length;
  const notes = amount("note") === 0 ? "" : `, ${count(amount("note"), "note")}`;
  if (verdict === "healthy") return `${style.green("Nothing is wrong")}${notes}`;
  const fixable = all.filter(({ isDerived }) => isDerived).length;
  const offer = fixable === 0 ? "" : `; ${style.bold("memory doctor --fix")} mends ${fixable} of them`;
  return `${amount("broken")} broken, ${count(amount("warning"), "warning")}${notes}${offer}`;
}
