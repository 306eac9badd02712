import { terminalText } from "../../base/text/display.ts";
import type { ModelReport } from "../../dream/advice/advice.ts";
import type { Promoted, Retirement, SweepReport } from "../../dream/report.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";

/** Returns what a sweep did: promotions, what was stopped where, and what came close. */
export function sweepText(report: SweepReport, style: TextStyle): string {
  const head = `${style.bold(HEADS[report.status])}${style.dim(`. ${report.why}.`)}`;
  if (report.status === "skipped") return head;
  const { promoted, nearMisses, proposals } = report;
  const stopped = Object.entries(report.stopped).filter(([, count]) => count > 0);
  return [
    head,
    alignRows([
      ["  candidates", String(report.candidates)],
      [report.mode === "real" ? "  promoted" : "  would promote", String(promoted.length)],
      ["  stopped", stopped.length === 0 ? "none" : stopped.map(([gate, count]) => `${count} at ${gate}`).join(", ")],
      ...(report.themes.length === 0
        ? []
        : [["  themes", report.themes.map(({ tag }) => terminalText(tag)).join(", ")]]),
      ...(report.model === null ? [] : [["  language model", modelText(report.model)]]),
      ...(report.diary === null ? [] : [["  written to", terminalText(report.diary)]]),
    ]).join("\n"),
    ...section("Promoted", promoted.map((each) => promotedText(each, style)), style),
    ...section(
      "Near misses",
      nearMisses.map(({ key, text, score, needs }) =>
        `${claimText(key, text, style)}  ${style.dim(score.toFixed(2))}\n    needs ${terminalText(needs.join("; "))}` +
        `\n    ${style.dim(`keep it all the same: memory dream accept ${key}`)}`
      ),
      style,
    ),
    ...section(
      "Directives in USER.md",
      report.directives.map(({ key, directive, outcome }) =>
        `${claimText(key, directive, style)}  ${style.dim(outcome)}`
      ),
      style,
    ),
    ...section(
      "Noted after something from outside was read, for the owner to read",
      report.turnTainted.map(({ key, source }) =>
        `  ${terminalText(source)}\n    ${style.dim(`read it and say: memory dream accept ${key}`)}`
      ),
      style,
    ),
    ...section("Left to make room", report.retired.map((each) => retiredText(each, style)), style),
    ...section("Could leave to make room", report.mayRetire.map((each) => retiredText(each, style)), style),
    ...section(
      "Preferences, for the owner to decide",
      proposals.map(({ key, text, source }) => `${claimText(key, text, style)}  ${style.dim(terminalText(source))}`),
      style,
    ),
  ].join("\n");
}

function modelText({ name, calls, plan, reflection }: ModelReport): string {
  const who = terminalText(name);
  if (calls === 0) return `${who}, not asked`;
  const parts = [["plan", plan], ["reflection", reflection]].filter(([, how]) => how !== "none");
  return `${who}: ${parts.map(([part, how]) => `${part} ${how}`).join(", ")}`;
}

const HEADS: Readonly<Record<SweepReport["status"], string>> = {
  done: "Dreamt",
  quiet: "Dreamt, and nothing was ready",
  skipped: "Not dreamt",
  "dry-run": "Dreamt without writing",
  partial: "Dreamt in part",
};

function promotedText({ operation, text, source, score, advised }: Promoted, style: TextStyle): string {
  const by = advised === null
    ? ""
    : advised === "action"
    ? ", as the language model advised"
    : ", shortened by the language model";
  const facts = `${operation}, score ${score.toFixed(2)}, from ${terminalText(source)}${by}`;
  return `  ${style.green("+")} ${terminalText(text)}\n    ${style.dim(facts)}`;
}

function retiredText({ key, text, reason }: Retirement, style: TextStyle): string {
  return `${claimText(key, text, style)}\n    ${style.dim(terminalText(reason))}`;
}

function claimText(key: string, text: string, style: TextStyle): string {
  return `  ${style.dim(key)}  ${terminalText(text)}`;
}

function section(title: string, lines: readonly string[], style: TextStyle): string[] {
  return lines.length === 0 ? [] : ["", style.bold(title), ...lines];
}
