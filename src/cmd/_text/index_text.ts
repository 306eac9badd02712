import { terminalText } from "../../base/text/display.ts";
import type { FileNote, SyncReport } from "../../pipeline/sync.ts";
import type { VectorCounts } from "../../store/index/vectors.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** What {@linkcode indexText} shows. */
export interface IndexedFacts extends Pick<SyncReport, "files" | "chunks" | "failures" | "skipped"> {
  /** See {@linkcode VectorCounts}. */
  readonly vectors: VectorCounts;
}

/** Returns what an index run did, with every file that is not or only partly in the index. */
export function indexText(
  { files, chunks, vectors, failures, skipped }: IndexedFacts,
  style: TextStyle,
): string {
  const counts = [
    count(files.seen, "file"),
    `${files.changed} changed`,
    ...(files.removed > 0 ? [`${files.removed} removed`] : []),
    ...(files.failed > 0 ? [style.red(`${files.failed} failed`)] : []),
  ];
  return [
    `${style.bold("Indexed")} ${counts.join(", ")}; ${count(chunks, "chunk")}${vectorText(vectors)}`,
    ...failures.map((note) => noteLine(style.red("failed "), note)),
    ...skipped.map((note) => noteLine(style.yellow("skipped"), note)),
  ].join("\n");
}

/** Says nothing where there never was a model. */
function vectorText({ done, pending }: VectorCounts): string {
  if (done === 0) return "";
  return pending === 0 ? `, ${count(done, "vector")}` : `, ${done} of ${count(done + pending, "vector")}`;
}

function noteLine(head: string, { path, reason }: FileNote): string {
  return `  ${head} ${terminalText(path)}: ${terminalText(reason)}`;
}
