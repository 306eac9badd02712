import { terminalText } from "../../base/text/display.ts";
import type { IngestReport, TranscriptReport } from "../../capture/ingest/ingest_report.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns what an ingestion did: each transcript that gave something, and every part that could not be read. */
export function ingestText(report: IngestReport, style: TextStyle, isDryRun: boolean): string {
  const { transcripts, failures, malformed, skipped, swept } = report;
  const news = transcripts.filter(hasNews);
  const same = transcripts.length - news.length;
  const total = transcripts.reduce((sum, { evidence }) => sum + evidence, 0);
  const head = isDryRun ? "Would write" : "Wrote";
  const redactions = Object.entries(report.redacted).map(([kind, times]) => `${times} ${kind}`);
  const isNone = transcripts.length + failures.length === 0;
  const rest = malformedCount(transcripts) - malformed.length;
  return [
    isNone
      ? `${style.bold("No transcript was found")} there`
      : `${style.bold(head)} ${count(total, "line")} of evidence from ${count(news.length, "transcript")}` +
        (same > 0 ? `; nothing new in ${same}` : ""),
    ...news.flatMap((it) => transcriptLines(it, style)),
    ...(redactions.length > 0 ? [`  taken out: ${redactions.join(", ")}`] : []),
    ...(swept > 0 ? [`  deleted for their age: ${count(swept, "redacted transcript")}`] : []),
    ...(skipped > 0 ? [`  left out: ${count(skipped, "file that is", "files that are")} no transcript`] : []),
    ...malformed.map(({ path, line, reason }) =>
      `  ${style.yellow("unread")} ${terminalText(path)}:${line}: ${terminalText(reason)}`
    ),
    ...(rest > 0 ? [`  ${style.yellow("unread")} and ${count(rest, "more part")}`] : []),
    ...failures.map(({ path, reason }) => `  ${style.red("failed")} ${terminalText(path)}: ${terminalText(reason)}`),
  ].join("\n");
}

function hasNews({ messages, evidence, malformed, isWaiting, change }: TranscriptReport): boolean {
  return change !== "same" && (messages > 0 || evidence > 0 || malformed > 0 || isWaiting);
}

function malformedCount(transcripts: readonly TranscriptReport[]): number {
  return transcripts.reduce((sum, { malformed }) => sum + malformed, 0);
}

function transcriptLines(report: TranscriptReport, style: TextStyle): string[] {
  const { path, client, messages, evidence, duplicates, forgotten, isWaiting, transcripts, keptOnly } = report;
  const notTaken = report.notTaken.map(({ reason, sentences }) => `${sentences} ${reason}`);
  const counts = [
    count(messages, "message"),
    `${evidence} as evidence`,
    ...(duplicates > 0 ? [`${duplicates} there already`] : []),
    ...(forgotten > 0 ? [`${forgotten} forgotten`] : []),
    ...(isWaiting ? ["the last line waits for its end"] : []),
  ];
  return [
    `  ${terminalText(path)} (${client}): ${counts.join(", ")}`,
    ...transcripts.map((file) => style.dim(`    kept as ${terminalText(file)}`)),
    ...keptOnly.map(({ reason, messages: kept }) =>
      `    ${count(kept, "message")} as transcript only: ${terminalText(reason)}`
    ),
    ...(notTaken.length > 0 ? [style.dim(`    sentences not taken: ${notTaken.join(", ")}`)] : []),
  ];
}
