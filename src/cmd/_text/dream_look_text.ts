import { terminalText } from "../../base/text/display.ts";
import type { PastSweep } from "../../dream/dream_history.ts";
import type { Preview } from "../../dream/preview.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

/** Claims of the pool that are listed; the JSON has all. */
const LISTED = 20;

/** Returns the pool, the themes and the planned change. */
export function previewText(preview: Preview, style: TextStyle): string {
  const { pool, diff, themes, nearMisses, candidates } = preview;
  const rows = pool.slice(0, LISTED).map(({ key, text, score, recalls, stop, withheld = false }) => [
    `  ${style.dim(key)}`,
    score.toFixed(2),
    String(recalls),
    stop ?? style.green("ready"),
    withheld ? "(text withheld)" : terminalText(text),
  ]);
  const rest = pool.length - Math.min(pool.length, LISTED);
  return [
    `${style.bold("Preview")}${
      style.dim(`. ${count(candidates, "claim")}, ${pool.length} asked for; nothing was changed.`)
    }`,
    ...section(
      "Themes",
      themes.map(({ tag, entries, days }) => `  ${terminalText(tag)}  ${entries} in ${days} days`),
      style,
    ),
    ...pool.length === 0 ? [] : ["", ...alignRows([[style.bold("Pool"), "score", "recalls", "", ""], ...rows], [1, 2])],
    ...rest === 0 ? [] : [style.dim(`  … and ${rest} more`)],
    ...section("Change in MEMORY.md", diff.map((line) => `  ${coloured(line, style)}`), style),
    ...section(
      "Near misses",
      nearMisses.map(({ key, text, needs }) =>
        `  ${style.dim(key)}  ${terminalText(text)}\n    needs ${terminalText(needs.join("; "))}` +
        `\n    ${style.dim(`keep it all the same: memory dream accept ${key}`)}`
      ),
      style,
    ),
  ].join("\n");
}

/** Returns past sweeps, newest first. */
export function historyText(sweeps: readonly PastSweep[], style: TextStyle): string {
  if (sweeps.length === 0) return "No sweep yet";
  return sweeps.map(({ sweep, kind, day, mode, status, promoted, left, undoneAt }) => {
    const what = kind === "order" ? "order" : mode;
    const undone = undoneAt === null ? "" : style.yellow(", undone");
    return [
      `${style.bold(String(sweep).padStart(4))}  ${day}  ${what}, ${status}, ${promoted.length} promoted${undone}`,
      ...promoted.map(({ operation, text }) =>
        `      ${style.green("+")} ${terminalText(text)}  ${style.dim(operation)}`
      ),
      ...left.map(({ reason, text }) => `      ${style.red("-")} ${terminalText(text)}  ${style.dim(reason)}`),
    ].join("\n");
  }).join("\n");
}

function section(title: string, lines: readonly string[], style: TextStyle): string[] {
  return lines.length === 0 ? [] : ["", style.bold(title), ...lines];
}

function coloured(line: string, style: TextStyle): string {
  const text = terminalText(line);
  return line.startsWith("+") ? style.green(text) : line.startsWith("-") ? style.red(text) : text;
}
