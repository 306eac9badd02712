import type { Now } from "../../base/clock.ts";
import { terminalText } from "../../base/text/display.ts";
import type { SyncReport } from "../../pipeline/sync.ts";
import { count } from "./count.ts";

/** Returns the line of one batch, with its local time. */
export function batchText({ files, chunks, failures }: SyncReport, { iso }: Pick<Now, "iso">): string {
  const done = [
    `${files.changed} changed`,
    ...(files.removed > 0 ? [`${files.removed} removed`] : []),
    ...(files.failed > 0
      ? [`${files.failed} failed (${failures.map(({ path }) => terminalText(path)).join(", ")})`]
      : []),
  ];
  return `${iso.slice(TIME_START, TIME_END)}  ${done.join(", ")}; ${count(files.seen, "file")}, ${
    count(chunks, "chunk")
  }`;
}

/** Returns the last line. */
export function stoppedText(batches: number): string {
  return `Stopped after ${count(batches, "batch", "batches")}`;
}

/** Where the time of day stands in ISO 8601. */
const TIME_START = 11;
const TIME_END = 19;
