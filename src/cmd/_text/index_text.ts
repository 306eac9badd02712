import { terminalText } from "../../base/text/display.ts";
import type { FileNote, SyncReport } from "../../pipeline/sync.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns what an index run did, with every file that is not or only partly in the index. */
export function indexText(
  { files, chunks, failures, skipped }: Pick<SyncReport, "files" | "chunks" | "failures" | "skipped">,
  style: TextStyle,
): string {
  const counts = [
    count(files.seen, "file"),
    `${files.changed} changed`,
    ...(files.removed > 0 ? [`${files.removed} removed`] : []),
    ...(files.failed > 0 ? [style.red(`${files.failed} failed`)] : []),
  ];
  return [
    `${style.bold("Indexed")} ${counts.join(", ")}; ${count(chunks, "chunk")}`,
    ...failures.map((note) => noteLine(style.red("failed "), note)),
    ...skipped.map((note) => noteLine(style.yellow("skipped"), note)),
  ].join("\n");
}

function noteLine(head: string, { path, reason }: FileNote): string {
  return `  ${head} ${terminalText(path)}: ${terminalText(reason)}`;
}
