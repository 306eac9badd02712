/**
 * Ingests one transcript: reads it in batches, classifies and gathers, and writes what was gathered in groups.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { TranscriptFile } from "../transcripts/open_transcript.ts";
import { type EventBatch, readEvents, type ReadFrom } from "../transcripts/read_events.ts";
import { Gatherer } from "./gatherer.ts";
import type { Tally } from "./tally.ts";
import type { IngestDeps } from "./ingest_deps.ts";
import { type MalformedPart, MOST_NAMED, type TranscriptReport, type WrittenEvidence } from "./ingest_report.ts";
import type { Classified } from "../chat/classified_piece.ts";
import type { SessionClasses } from "../chat/session_classes.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";
import { safeSession } from "./safe_session.ts";
import { lowerPieces } from "./lower_pieces.ts";
import type { ReadingLimit } from "./reading_limit.ts";
import { type Beginning, type KnownDigests, readingOf, whereToBegin } from "./where_to_begin.ts";
import { writeGathered, type WrittenGathered } from "./write_gathered.ts";

/** What one file gave. */
export interface TakenFile {
  /** For the answer. */
  readonly report: TranscriptReport;
  /** The first of the lines that were written. */
  readonly written: readonly WrittenEvidence[];
  /** What was taken out of texts. */
  readonly redacted: Readonly<Record<string, number>>;
  /** The first of the parts that could not be read. */
  readonly malformed: readonly MalformedPart[];
}

/**
 * Bytes from which on a reading is long, some seconds: worth the compiler's work, which the executable puts off (`jitPolicy`
 * in `build.ts`), and room for the database.
 */
const LONG_BYTES = 8 * 1024 * 1024;
/** What Bun calls the usual policy. */
const USUAL_JIT_POLICY = 1;
/** Bytes of a transcript that are read before what was gathered is written. */
const GROUP_BYTES = 4 * 1024 * 1024;
/** Entries that are gathered before they are written. */
const GROUP_ENTRIES = 2_000;

/**
 * Ingests a file from where it was left.
 *
 * @throws {MemoryError} failed, if something cannot be written; busy
 * @throws the system's error, if the file cannot be read
 */
export async function takeFile(deps: IngestDeps, file: TranscriptFile, memory: ReadingLimit): Promise<TakenFile> {
  const begin = whereToBegin(deps.state.ingested, file);
  const run = new FileRun(deps, { file, begin, memory });
  if (begin.change === "same") {
    if (deps.state.ingested.file(file.path)?.mtimeMs !== file.mtimeMs) run.note(begin.from);
    return run.result(false);
  }
  if (file.size - begin.from.place.byteOffset < LONG_BYTES) return await read(run, begin, deps);
  Bun.unsafe.setJITPolicy(USUAL_JIT_POLICY);
  deps.state.expectBulk();
  const release = deps.state.ingested.holdNames();
  try {
    return await read(run, begin, deps);
  } finally {
    release();
  }
}

async function read(run: FileRun, begin: Beginning, deps: IngestDeps): Promise<TakenFile> {
  const { file } = run;
  const batches = readEvents(file, begin.from);
  for (;;) {
    const { done, value } = await batches.next();
    if (done === true) {
      run.write();
      return run.result(value.isTorn);
    }
    run.take(value);
    deps.onProgress(`Reading ${basename(file.path)} … ${percent(value.next, file)}`);
  }
}

function percent({ place: { byteOffset } }: ReadFrom, { size, packing }: TranscriptFile): string {
  return packing === "plain" ? `${Math.floor(100 * byteOffset / Math.max(1, size))} %` : `${byteOffset >> 20} MB`;
}

interface FileReading {
  readonly file: TranscriptFile;
  readonly begin: Beginning;
  readonly memory: ReadingLimit;
}

/** One reading of one file. */
class FileRun {
  readonly #classes: SessionClasses;
  readonly #gatherer: Gatherer;
  readonly #isInStore: boolean;
  #isProven = false;
  /** The session that is told of at the moment. */
  #session = "";
  #next: ReadFrom;
  #writtenAt: number;
  #lookedAt: number;
  #sessions = new Set<string>();
  #transcripts = new Set<string>();
  #evidence: WrittenEvidence[] = [];
  #evidenceCount = 0;
  #duplicates = 0;
  #entries = 0;
  readonly #digests: KnownDigests = {};

  readonly file: TranscriptFile;
  readonly begin: Beginning;
  readonly memory: ReadingLimit;

  constructor(readonly deps: IngestDeps, { file, begin, memory }: FileReading) {
    this.file = file;
    this.begin = begin;
    this.memory = memory;
    this.#isInStore = deps.isInStore(file.client, file.path);
    this.#classes = deps.classesOf({
      isInStore: this.#isInStore,
      name: basename(file.path),
      isFromStart: begin.from.place.byteOffset === 0,
    });
    this.#gatherer = new Gatherer(deps, file);
    this.#next = begin.from;
    this.#writtenAt = this.#lookedAt = begin.from.place.byteOffset;
  }

  take({ events, next }: EventBatch): void {
    for (const told of events) {
      const event = told.type === "session" ? { ...told, session: safeSession(told.session, this.deps.redact) } : told;
      if (event.type === "session") this.#enter(event.session);
      const pieces = this.#lowered(this.#classes.take(event));
      this.#entries += pieces.length;
      this.#gatherer.take(event, pieces);
      this.#look(event.place);
    }
    this.#look(next.place);
    this.#next = next;
    if (next.place.byteOffset - this.#writtenAt >= GROUP_BYTES || this.#entries >= GROUP_ENTRIES) this.write();
  }

  #enter(told: TranscriptSession): void {
    this.#session = told.session;
    this.#sessions.add(told.session);
    this.#isProven = this.#isOwnRecord(told);
  }

  #look({ byteOffset }: ReadFrom["place"]): void {
    this.memory.note(Math.max(0, byteOffset - this.#lookedAt));
    this.#lookedAt = byteOffset;
  }

  #lowered(pieces: readonly Classified[]): readonly Classified[] {
    const { askWriter } = this.deps;
    if (this.#isProven || askWriter === undefined) return pieces;
    return lowerPieces(pieces, askWriter, this.#isInStore ? this.#session : null);
  }

  /** The file in which a client keeps a session that hooks told of. */
  #isOwnRecord({ client, session }: TranscriptSession): boolean {
    return this.#isInStore && basename(this.file.path).includes(session) &&
      this.deps.state.sessions.find(client, session) !== null;
  }

  /** Writes what was gathered, and how far was read. */
  write(): void {
    const written = writeGathered(this.deps, this.#gatherer.release(), () => {
      this.#classes.save();
      this.note(this.#next);
    });
    this.#count(written);
    this.#writtenAt = this.#next.place.byteOffset;
    this.#entries = 0;
  }

  /** Notes how far the file was read. */
  note(next: ReadFrom): void {
    const { state: { ingested }, clock } = this.deps;
    const { path, client, size, mtimeMs } = this.file;
    const { renamedFrom } = this.begin;
    ingested.putFile({
      path,
      client,
      size,
      mtimeMs,
      ...readingOf(this.file, next, this.#digests),
      readAt: clock.now().iso,
    });
    if (renamedFrom !== null && !existsSync(renamedFrom)) ingested.removeFile(renamedFrom);
  }

  result(isWaiting: boolean): TakenFile {
    const { tally } = this.#gatherer;
    return {
      report: {
        path: this.file.path,
        client: this.file.client,
        sessions: [...this.#sessions],
        transcripts: [...this.#transcripts],
        // A half line alone is nothing new.
        change: this.#hasMoved ? this.begin.change : "same",
        messages: tally.messages,
        known: tally.known,
        evidence: this.#evidenceCount,
        duplicates: this.#duplicates,
        forgotten: tally.forgotten,
        keptOnly: keptOnly(tally),
        notTaken: notTaken(tally),
        malformed: tally.malformed,
        isWaiting,
      },
      written: this.#evidence,
      redacted: tally.redacted,
      malformed: tally.malformedParts,
    };
  }

  get #hasMoved(): boolean {
    return this.begin.change !== "grown" || this.#next.place.byteOffset > this.begin.from.place.byteOffset;
  }

  #count({ evidence, duplicates, transcripts }: WrittenGathered): void {
    this.#evidence = [...this.#evidence, ...evidence].slice(0, MOST_NAMED);
    this.#evidenceCount += evidence.length;
    this.#duplicates += duplicates;
    for (const path of transcripts) this.#transcripts.add(path);
  }
}

function keptOnly({ keptOnly: byReason }: Tally): TranscriptReport["keptOnly"] {
  return [...byReason].map(([reason, messages]) => ({ reason, messages })).sort((a, b) => b.messages - a.messages);
}

function notTaken({ notTaken: byReason }: Tally): TranscriptReport["notTaken"] {
  return [...byReason].map(([reason, sentences]) => ({ reason, sentences })).sort((a, b) => b.sentences - a.sentences);
}
