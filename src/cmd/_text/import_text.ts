import { terminalText } from "../../base/text/display.ts";
import type { ImportReport } from "../../capture/import/import_files.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Files that are named one by one; of more the number says enough. */
const MOST_NAMED = 20;

/** The answer of `import` for people. */
export function importText({ files, leftOut, redacted, forgotten }: ImportReport, style: TextStyle): string {
  const by = (status: string) => files.filter((file) => file.status === status);
  const lines: string[] = [];
  for (const [status, word] of [["written", "Imported"], ["planned", "Would import"]] as const) {
    const some = by(status);
    if (some.length === 0) continue;
    lines.push(`${word} ${count(some.length, "file")}:`);
    for (const { path } of some.slice(0, MOST_NAMED)) lines.push(`  ${style.bold(terminalText(path))}`);
    if (some.length > MOST_NAMED) lines.push(`  and ${some.length - MOST_NAMED} more`);
  }
  if (by("unchanged").length > 0) lines.push(`There already: ${count(by("unchanged").length, "file")}`);
  for (const { from, reason } of leftOut) lines.push(`Left out ${terminalText(from)}: ${terminalText(reason)}`);
  const kinds = Object.entries(redacted).map(([kind, number]) => `${number} ${kind}`);
  if (kinds.length > 0) lines.push(`Taken out: ${kinds.join(", ")}`);
  if (forgotten > 0) lines.push(`Left out what was forgotten: ${count(forgotten, "line")}`);
  if (by("written").length > 0) lines.push('Every line is untrusted until you vouch for it: "memory trust"');
  return lines.join("\n");
}
