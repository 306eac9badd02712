import type { IngestReport, TranscriptReport } from "../capture/ingest/ingest_report.ts";
import { ingestText } from "./_text/ingest_text.ts";
import type { Answer } from "./_declare.ts";

/** What is known beside the report. */
export interface IngestAnswerFacts {
  /** Nothing was written. */
  readonly isDryRun: boolean;
  /** For people. */
  readonly notices: readonly string[];
}

/** Returns the answer of an ingestion, in the shape of `docs/json-output.md`. */
export function ingestAnswer(report: IngestReport, facts: IngestAnswerFacts): Pick<Answer, "json" | "text"> {
  const { written, redacted, malformed, failures, skipped, swept } = report;
  const json = {
    transcripts: report.transcripts.map(transcriptJson),
    written,
    redacted,
    malformed,
    failures,
    skipped,
    swept,
    dryRun: facts.isDryRun,
    notices: facts.notices,
  };
  return { json, text: (style) => ingestText(report, style, facts.isDryRun) };
}

function transcriptJson({ transcripts: files, isWaiting: waiting, ...rest }: TranscriptReport): object {
  return { ...rest, files, waiting };
}
