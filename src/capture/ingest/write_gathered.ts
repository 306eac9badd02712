/**
 * Writes what was gathered of a transcript: origins, then the redacted transcript, then the evidence that names its lines,
 * and last that all this is known. Killed in between, the next reading begins before it and does the same again: what was
 * appended to the transcript is cut off first, and a diary takes no line twice.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { IngestedSession } from "../../store/state/ingested.ts";
import { formatAnchor, type SourceAnchor } from "../../workspace/annotation.ts";
import { normaliseProjectKey } from "../../workspace/annotation_values.ts";
import { diaryHeader } from "../../workspace/diary.ts";
import { absolute } from "../../workspace/layout.ts";
import { appendToSessionFile, cutSessionFile, sessionFilePath, sessionFileSize } from "../../workspace/session_file.ts";
import { appendEvidence, type EvidenceLine } from "../append_evidence.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";
import type { EntryDraft, Gathered } from "./gathered.ts";
import type { IngestDeps } from "./ingest_deps.ts";
import type { WrittenEvidence } from "./ingest_report.ts";

/** What was written. */
export interface WrittenGathered {
  /** Lines of diaries, in their order. */
  readonly evidence: readonly WrittenEvidence[];
  /** Claims that a diary had already. */
  readonly duplicates: number;
  /** Paths of redacted transcripts that were written. */
  readonly transcripts: ReadonlySet<string>;
}

/** The command that books. */
const WRITER = "ingest";

/**
 * Writes it.
 *
 * @param complete notes in the last transaction how far was read
 * @throws {MemoryError} failed, if something cannot be written; busy
 */
export function writeGathered(deps: IngestDeps, gathered: Gathered, complete: () => void): WrittenGathered {
  const { state } = deps;
  const sessions = new SessionRows(deps);
  for (const { session } of [...gathered.entries, ...gathered.messages]) sessions.enter(session);
  const parts = sessionParts(gathered.entries);
  const sizes = new Map([...parts.keys()].map((path) => [path, sizeOf(deps, path)]));
  const placed = new Map([...parts].map(([path, part]) => [path, placeLines(part, sizes.get(path)?.lines ?? 0)]));
  // What would be deleted for its age in the same run is not written; its evidence is.
  const kept = new Map([...placed].filter(([path]) => (parts.get(path)?.day ?? "") >= (deps.keepsFrom ?? "")));
  state.transaction(() => {
    for (const row of sessions.rows()) {
      const own = [...parts].filter(([, { entries }]) => sessions.enter(entries[0].session).id === row.id);
      state.ingested.setWriting(row.id, JSON.stringify(own.map(([path]) => [path, sizes.get(path)?.bytes ?? 0])));
    }
    state.ledger.book([...kept].flatMap(([path, { lines }]) => bookings(deps, path, lines)));
  });
  for (const [path, { text }] of kept) {
    appendToSessionFile(absolute(deps.layout, path), text, deps.layout.sessionsDir);
  }
  const written = writeEvidence(deps, [...placed.values()].flatMap(({ evidence }) => evidence));
  state.transaction(() => {
    for (const [id, isPrivate] of privacyOf(gathered, sessions)) state.ingested.setPrivate(id, isPrivate);
    for (const { session, keys, isProven, at } of gathered.messages) {
      const { id } = sessions.enter(session);
      state.ingested.know(id, keys, isProven);
      if (at !== null) state.ingested.setLastAt(id, at);
    }
    for (const { order, hash } of gathered.orders) state.orders.add(order, hash);
    for (const { id } of sessions.rows()) state.ingested.setWriting(id, null);
    complete();
  });
  return { ...written, transcripts: new Set(kept.keys()) };
}

/** Whether others can read a session may change in the middle of it: then they can read it. */
function privacyOf({ entries, messages, isSetAside }: Gathered, sessions: SessionRows): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>();
  for (const { session } of [...entries, ...messages]) {
    const { id } = sessions.enter(session);
    const isPrivate = session.chat === "direct" && session.isComplete && !isSetAside;
    found.set(id, isPrivate && found.get(id) !== false);
  }
  return found;
}

/** The rows of sessions; what a killed run began to write for one of them is cut off when it is first asked for. */
class SessionRows {
  readonly #rows = new Map<string, IngestedSession>();

  constructor(readonly deps: IngestDeps) {}

  enter({ client, session }: TranscriptSession): IngestedSession {
    const key = `${client} ${session}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.deps.state.ingested.enterSession(client, session);
    if (row.writing !== null) undo(this.deps, row.writing);
    this.#rows.set(key, row);
    return row;
  }

  rows(): readonly IngestedSession[] {
    return [...this.#rows.values()];
  }
}

function undo({ layout }: IngestDeps, writing: string): void {
  const began = JSON.parse(writing) as readonly (readonly [path: string, bytes: number])[];
  for (const [path, bytes] of began) cutSessionFile(absolute(layout, path), bytes, layout.sessionsDir);
}

/** What goes into one redacted transcript. */
interface SessionPart {
  readonly day: LocalDay;
  readonly entries: readonly [EntryDraft, ...EntryDraft[]];
}

/** One transcript for each session and local day. */
function sessionParts(entries: readonly EntryDraft[]): ReadonlyMap<string, SessionPart> {
  const parts = new Map<string, { day: LocalDay; entries: [EntryDraft, ...EntryDraft[]] }>();
  for (const entry of entries) {
    const path = sessionFilePath(entry.session.client, entry.day, entry.session.session);
    const part = parts.get(path);
    if (part === undefined) parts.set(path, { day: entry.day, entries: [entry] });
    else part.entries.push(entry);
  }
  return parts;
}

function sizeOf({ layout }: IngestDeps, path: string) {
  return sessionFileSize(absolute(layout, path), layout.sessionsDir);
}

interface PlacedLine {
  readonly raw: string;
  readonly origin: OriginClass;
  readonly entry: EntryDraft;
}

/** A part with its lines in their places. */
interface PlacedPart {
  readonly text: string;
  readonly lines: readonly PlacedLine[];
  readonly evidence: readonly { readonly line: EvidenceLine; readonly day: LocalDay; readonly anchor: SourceAnchor }[];
}

function placeLines({ day, entries }: SessionPart, linesBefore: number): PlacedPart {
  const path = sessionFilePath(entries[0].session.client, day, entries[0].session.session);
  const header = linesBefore === 0 ? diaryHeader(day) : "";
  const lines: PlacedLine[] = [];
  const evidence: { line: EvidenceLine; day: LocalDay; anchor: SourceAnchor }[] = [];
  // A header ends with an empty line.
  let number = linesBefore + header.split("\n").length;
  for (const entry of entries) {
    for (const { text, lineWithin } of entry.claims) {
      const at = number + Math.min(lineWithin, entry.lines.length - 1);
      const anchor = { path, startLine: at, endLine: at };
      evidence.push({ line: evidenceLine(entry, text, anchor), day, anchor });
    }
    for (const { raw, lowered = entry.source.origin } of entry.lines) lines.push({ raw, origin: lowered, entry });
    number += entry.lines.length;
  }
  return { text: `${header}${lines.map(({ raw }) => `${raw}\n`).join("")}`, lines, evidence };
}

function evidenceLine({ source, session, project }: EntryDraft, text: string, anchor: SourceAnchor): EvidenceLine {
  // A path may hold what an annotation cannot: then the claim belongs to no project.
  const key = project === null ? null : normaliseProjectKey(project);
  const projects = key === null || /[;；]/.test(key) ? null : [key];
  return {
    text,
    annotations: { sources: [anchor], projects },
    ...source,
    state: source.state ?? "booked",
    session: session.session,
  };
}

function bookings(deps: IngestDeps, path: string, lines: PlacedPart["lines"]): Booking[] {
  const bookedAt = deps.clock.now().iso;
  return lines.filter(({ raw }) => raw !== "").map(({ raw, origin, entry: { source, session } }) => ({
    ...source,
    origin,
    path,
    line: raw,
    session: session.session,
    supersessionKey: null,
    writer: WRITER,
    bookedAt,
  }));
}

function writeEvidence(deps: IngestDeps, drafts: PlacedPart["evidence"]): Omit<WrittenGathered, "transcripts"> {
  const evidence: WrittenEvidence[] = [];
  let duplicates = 0;
  for (const [day, ofDay] of Map.groupBy(drafts, (draft) => draft.day)) {
    const results = appendEvidence(deps, {
      day,
      lines: ofDay.map(({ line }) => line),
      writer: WRITER,
      isTrial: deps.isTrial ?? false,
    });
    for (const [at, { path, line, origin, sessionKind, written }] of results.entries()) {
      const draft = ofDay[at];
      if (draft === undefined) continue;
      const source = formatAnchor(draft.anchor);
      if (written) evidence.push({ path, line, text: draft.line.text, origin, sessionKind, source });
      else duplicates++;
    }
  }
  return { evidence, duplicates };
}
