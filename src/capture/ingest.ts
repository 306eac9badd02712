/**
 * `memory ingest` (SPEC 7.4): transcripts of agents become dated evidence in the diaries and redacted transcripts in the
 * data folder.
 *
 * 1. find the files, and whose format each has;
 * 2. see where the reading begins (`whereToBegin`);
 * 3. read (`readEvents`), classify (`classesOf`), redact and cut into claims (`Gatherer`);
 * 4. write in groups (`writeGathered`): origins, transcript, evidence, and that all this is known;
 * 5. delete redacted transcripts for their age (`sweepSessions`).
 *
 * @module
 */
import { basename } from "node:path";
import { addDays } from "../base/clock.ts";
import { errorCode, MemoryError, systemCode } from "../base/errors.ts";
import { takeLock } from "../store/lock.ts";
import { findTranscripts } from "./ingest/find_transcripts.ts";
import type { IngestDeps, IngestRequest } from "./ingest/ingest_deps.ts";
import { addFile, emptyReport, type IngestReport } from "./ingest/ingest_report.ts";
import { ReadingLimit } from "./ingest/reading_limit.ts";
import { sweepSessions } from "./ingest/sweep_sessions.ts";
import { takeFile } from "./ingest/take_file.ts";
import { lookAtTranscript, type TranscriptFile } from "./transcripts/open_transcript.ts";

/**
 * Ingests transcripts.
 *
 * @returns what was done; files that could not be read are named in it and stop no other
 * @throws {MemoryError} failed, if a named path does not exist or something cannot be written; busy, if another ingestion
 * goes on for longer than the request waits
 */
export async function ingest(deps: IngestDeps, request: IngestRequest, keepDays: number): Promise<IngestReport> {
  const found = findTranscripts(request.paths);
  const memory = new ReadingLimit();
  const kept = keepDays === 0 ? deps : { ...deps, keepsFrom: addDays(deps.clock.now().day, -keepDays) };
  let report: IngestReport = { ...emptyReport(), failures: found.failures };
  for (const { path, isNamed } of found.files) {
    deps.onProgress(`Reading ${basename(path)} …`);
    const seen = await attempt(() => lookAt(path, request));
    if (typeof seen === "string") {
      report = isNamed || seen.startsWith(UNREADABLE)
        ? { ...report, failures: [...report.failures, { path, reason: seen }] }
        : { ...report, skipped: report.skipped + 1 };
      continue;
    }
    const taken = await attempt(() => underLock(kept, { ...request, memory }, seen));
    report = typeof taken === "string"
      ? { ...report, failures: [...report.failures, { path, reason: taken }] }
      : addFile(report, taken.report, taken);
  }
  return { ...report, swept: sweepSessions(deps, keepDays) };
}

interface Reading extends IngestRequest {
  readonly memory: ReadingLimit;
}

/** Ingestions that wait for one another; one of a long transcript takes some ten seconds. */
const WAIT_MS = 60_000;

async function underLock(deps: IngestDeps, { waitMs = WAIT_MS, memory }: Reading, file: TranscriptFile) {
  const release = takeLock({ locksDir: deps.layout.locksDir, name: "ingest", waitMs });
  try {
    return await takeFile(deps, file, memory);
  } finally {
    release();
  }
}

async function lookAt(path: string, { client }: IngestRequest): Promise<TranscriptFile | string> {
  const seen = await lookAtTranscript(path);
  if (typeof seen === "string" || client === undefined || seen.client === client) return seen;
  return `its format is that of ${seen.client}, not of ${client}`;
}

/** Begins the reason of what the system refused. */
const UNREADABLE = "it cannot be read";

/** Runs work on one file; what the system refuses there stops no other file. */
async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    const code = systemCode(error) ?? packingCode(error);
    if (code === undefined) throw error;
    return `${UNREADABLE} (${code})`;
  }
}

/** Returns the code by which the unpacker says that an archive is damaged. */
function packingCode(error: unknown): string | undefined {
  const code = errorCode(error);
  return code !== undefined && /^(?:ZSTD_|Z_)/.test(code) ? code : undefined;
}
