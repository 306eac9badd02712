import { terminalText } from "../../base/text/display.ts";
import type { BackfillReport } from "../../dream/backfill/backfill.ts";
import type { RevertReport } from "../../dream/backfill/revert_backfill.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns what old diaries tell, and what was or would be written. */
export function backfillText(report: BackfillReport, style: TextStyle): string {
  const { path, claims, files, leftOut, lasting, changed, repeated, months } = report;
  const head = `${style.bold(terminalText(path))}  ${count(claims, "statement")} in ${count(files, "file")}`;
  const left = leftOut.refused + leftOut.junk;
  return [
    left === 0 ? head : `${head}, ${count(left, "line")} left out`,
    ...part("What may last", lasting.map(({ text, source }) => told(text, source, style)), style),
    ...part(
      "What changed",
      changed.map((versions) =>
        versions.map(({ text, source }) => told(text, source, style)).join(`\n    ${style.dim("then")}\n`)
      ),
      style,
    ),
    ...part(
      "What was said again",
      repeated.map(({ text, source, days }) => `${told(text, source, style)}  ${style.dim(count(days, "day"))}`),
      style,
    ),
    ...part(
      "Month by month",
      months.map(({ month, claims: said, themes }) =>
        `  ${month}  ${count(said, "statement")}${
          themes.length === 0 ? "" : `: ${terminalText(themes.map(({ tag }) => tag).join(", "))}`
        }`
      ),
      style,
    ),
    "",
    ...outcome(report, style),
  ].join("\n");
}

/** Returns what was taken back. */
export function revertText({ reverted, removed, kept, pages }: RevertReport, style: TextStyle): string {
  if (!reverted) return "Nothing was looked back at: there is nothing to take back";
  const stays = kept === 0 ? "" : `; ${count(kept, "candidate")} that were needed since stay`;
  return `${style.bold("Taken back")}: ${count(pages, "page")} and ${count(removed, "candidate")}${stays}`;
}

function outcome({ applied, staged, diary }: BackfillReport, style: TextStyle): string[] {
  const candidates = staged === null ? [] : [
    applied
      ? `${count(staged.new, "new candidate")}, ${staged.known} known already`
      : `Would add ${count(staged.new, "candidate")}, ${staged.known} known already`,
  ];
  if (!applied) return [...candidates, style.dim("Nothing was changed; --apply writes it")];
  return [...candidates, diary === null ? "DREAMS.md tells this already" : style.dim(`told in ${diary}`)];
}

function part(title: string, lines: readonly string[], style: TextStyle): string[] {
  return lines.length === 0 ? [] : ["", style.bold(title), ...lines];
}

function told(text: string, source: string, style: TextStyle): string {
  return `  ${terminalText(text)}  ${style.dim(terminalText(source))}`;
}
