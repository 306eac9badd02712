/**
 * What an ingestion did (docs/json-output.md).
 *
 * @module
 */
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import { addCounts } from "../redact/redact.ts";
import type { TranscriptFormat } from "../transcripts/transcript_event.ts";

/**
 * How a file stood to what was read of it before: never read; gone on with; unchanged; or changed in what was read
 * already, so that it was read again from its beginning.
 */
export type FileChange = "new" | "grown" | "same" | "rewritten";

/** Words that were kept as transcript only. */
export interface KeptOnly {
  /** Why they are no evidence, as a short clause. */
  readonly reason: string;
  /** How many messages. */
  readonly messages: number;
}

/** Sentences of owner and agent that did not become evidence. */
export interface NotTakenCount {
  /** Why, in a few words: see `NOT_TAKEN`. */
  readonly reason: string;
  /** How many. */
  readonly sentences: number;
}

/** What became of one file. */
export interface TranscriptReport {
  /** Absolute. */
  readonly path: string;
  /** Whose format it has. */
  readonly client: TranscriptFormat;
  /** The sessions in it, by the client's ids, as far as something was read. */
  readonly sessions: readonly string[];
  /** Paths of their redacted transcripts. */
  readonly transcripts: readonly string[];
  /** See {@linkcode FileChange}. */
  readonly change: FileChange;
  /** Messages that were taken, known ones not counted. */
  readonly messages: number;
  /** Messages that were known already. */
  readonly known: number;
  /** Lines written into diaries. */
  readonly evidence: number;
  /** Claims that a diary had already. */
  readonly duplicates: number;
  /** Claims that were forgotten and do not come back. */
  readonly forgotten: number;
  /** What was no evidence, by reason. */
  readonly keptOnly: readonly KeptOnly[];
  /** Sentences of all other messages that are no evidence either, by reason. */
  readonly notTaken: readonly NotTakenCount[];
  /** Parts that could not be read. */
  readonly malformed: number;
  /** The last line has no end yet, and waits. */
  readonly isWaiting: boolean;
}

/** A line that was written into a diary. */
export interface WrittenEvidence {
  /** Of the diary. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** As written, without marker and annotations. */
  readonly text: string;
  /** Its class. */
  readonly origin: OriginClass;
  /** Of its session. */
  readonly sessionKind: SessionKind;
  /** Where the redacted transcript has it. */
  readonly source: string;
}

/** A part that could not be read. */
export interface MalformedPart {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** A short clause. */
  readonly reason: string;
}

/** What an ingestion did. */
export interface IngestReport {
  /** One for each transcript that was looked at. */
  readonly transcripts: readonly TranscriptReport[];
  /** The first of the lines that were written, at most {@linkcode MOST_NAMED}. */
  readonly written: readonly WrittenEvidence[];
  /** How often each kind of secret or personal data was taken out. */
  readonly redacted: Readonly<Record<string, number>>;
  /** The first of the parts that could not be read, at most {@linkcode MOST_NAMED}. */
  readonly malformed: readonly MalformedPart[];
  /** Files that could not be read, or are no transcripts although they were named. */
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  /** Files below the given folders that are no transcripts. */
  readonly skipped: number;
  /** Redacted transcripts that were deleted for their age. */
  readonly swept: number;
}

/** Lines and parts that are named one by one; the counts tell of the rest. */
export const MOST_NAMED = 200;

/** Returns the report of an ingestion that did nothing. */
export function emptyReport(): IngestReport {
  return { transcripts: [], written: [], redacted: {}, malformed: [], failures: [], skipped: 0, swept: 0 };
}

/** Adds what one file gave to a report. */
export function addFile(
  report: IngestReport,
  file: TranscriptReport,
  more: Pick<IngestReport, "written" | "redacted" | "malformed">,
): IngestReport {
  return {
    ...report,
    transcripts: [...report.transcripts, file],
    written: [...report.written, ...more.written].slice(0, MOST_NAMED),
    redacted: addCounts(report.redacted, more.redacted),
    malformed: [...report.malformed, ...more.malformed].slice(0, MOST_NAMED),
  };
}
