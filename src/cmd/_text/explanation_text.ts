import { terminalText } from "../../base/text/display.ts";
import type { Explanation } from "../../dream/explain.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";

/** Digits of signals and scores: the gates' thresholds have two. */
const DIGITS = 3;

/** The columns of numbers in the table of signals. */
const SIGNAL_COLUMNS = [1, 2, 3, 4];

/** Returns where a claim stands: its signals, its gates, the verdict and what it still needs. */
export function explanationText(of: Explanation, style: TextStyle): string {
  if (of.verdict === "unknown") {
    return `${style.yellow("Unknown")}  ${terminalText(of.key)}\n  ${terminalText(of.needs.join("; "))}`;
  }
  return [
    style.bold(terminalText(of.text ?? of.key)),
    style.dim(`${of.key}  ${terminalText(of.source ?? "")}  ${of.origin ?? ""}, ${of.sessionKind ?? ""}`),
    "",
    verdictLine(of, style),
    ...of.needs.map((need) => `  needs ${terminalText(need)}`),
    "",
    ...signalLines(of, style),
    "",
    ...gateLines(of, style),
  ].join("\n");
}

function verdictLine({ verdict, stop }: Explanation, style: TextStyle): string {
  const name = style.bold(verdict === "blocked" ? style.red("Blocked") : style.green(WORDS[verdict]));
  return stop === null ? name : `${name} at ${stop.name}: ${terminalText(stop.reason)}`;
}

const WORDS: Readonly<Record<Explanation["verdict"], string>> = {
  promotable: "Promotable: the next real sweep keeps it if nothing changes",
  blocked: "Blocked",
  promoted: "Promoted",
  unknown: "Unknown",
};

function signalLines({ signals, boosts, score }: Explanation, style: TextStyle): string[] {
  const number = (value: number | null) => value === null ? "-" : value.toFixed(DIGITS);
  const boostRows = Object.entries(boosts).map(([name, value]) => [`  boost ${name}`, "", "", "", number(value)]);
  return alignRows([
    [style.bold("Signals"), "raw", "value", "weight", "adds"],
    ...signals.map(({ name, raw, value, weight, contribution }) => [
      `  ${name}`,
      number(raw),
      number(value),
      number(weight),
      number(contribution),
    ]),
    ...boostRows,
    ["  score", "", "", "", style.bold(number(score))],
  ], SIGNAL_COLUMNS);
}

function gateLines({ gates }: Explanation, style: TextStyle): string[] {
  const shown = (value: number | string | null) =>
    typeof value === "number" ? String(Number(value.toFixed(DIGITS))) : terminalText(value ?? "never");
  return alignRows([
    [style.bold("Gates"), "", "have", "need"],
    ...gates.map(({ name, have, need, passes }) => [
      `  ${name}`,
      passes ? style.green("ok") : style.red("stop"),
      shown(have),
      shown(need),
    ]),
  ]);
}
