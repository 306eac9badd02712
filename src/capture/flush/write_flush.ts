/**
 * Notes before a compaction, into the diary of the day (SPEC 7.3): one bullet a line, each with the class of what it was
 * taken from. Once in a cycle, whoever calls how often.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { leastTrusted, type OriginClass, type SessionKind } from "../../provenance/origin.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { WriterFacts, WriterQuestion } from "../../store/state/writer_facts.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { type AppendedLine, appendEvidence, type EvidenceLine } from "../append_evidence.ts";
import { isEcho } from "../is_echo.ts";
import { noteText } from "../note_text.ts";
import { emptyPrivate } from "../redact/private_spans.ts";
import { type RedactionPolicy, redactShown } from "../redact/redact.ts";
import { type CoveredPart, flushOrigins } from "./flush_origin.ts";
import { flushLines, saysNothing } from "./flush_lines.ts";

/** What writing works with. */
export interface FlushDeps {
  /** Where the diaries and locks lie. */
  readonly layout: WorkspaceLayout;
  /** Decides the local day and the time of booking. */
  readonly clock: Clock;
  /** The ledger, cycles, sessions and turns, tainted lines, and what was injected. */
  readonly state: StateStore;
  /** Origins of the lines that the diary has already. */
  readonly originsOf: OriginReader;
  /** Tells what speaks against a text of its session (SPEC 4.5). */
  readonly writerFacts: (question: WriterQuestion) => WriterFacts;
  /** The longest note, in chars. */
  readonly maxChars: number;
  /** What counts as a secret. */
  readonly redaction: RedactionPolicy;
}

/** What is to be written. */
export interface FlushRequest {
  /** The notes: one a line, with or without list marker. */
  readonly notes: string;
  /** The session, or `null` if nobody knows it: then nothing tells a second time from the first. */
  readonly session: string | null;
  /** The cycle, or `null` for the present one. */
  readonly cycle: number | null;
  /** The kind of session that writes. */
  readonly sessionKind: SessionKind;
  /** The part that the notes are about; `null` if only hooks can tell. */
  readonly part: CoveredPart | null;
  /** The part was read from the file in which the client keeps this session. @default false */
  readonly isOwnPart?: boolean;
  /** Project keys of the lines. */
  readonly projects: readonly string[] | null;
  /** No text at all is an answer as well: that there is nothing to keep. @default false */
  readonly mayBeEmpty?: boolean;
}

/** A line of the diary. */
export interface FlushedLine extends AppendedLine {
  /** As written, without marker and annotations. */
  readonly text: string;
}

/** What was written. */
export interface FlushResult {
  /** The session, or `null`. */
  readonly session: string | null;
  /** The cycle, or `null` without a session. */
  readonly cycle: number | null;
  /** One for each note, in order; of a duplicate the line that is there. */
  readonly lines: readonly FlushedLine[];
  /**
   * Why nothing was written, else `null`. `done`: notes were taken in this cycle already; `forgotten`: every
   * note says what was forgotten.
   */
  readonly reason: "done" | "nothing" | "forgotten" | null;
  /** Secrets and personal data that were taken out, by kind. */
  readonly redacted: Readonly<Record<string, number>>;
}

/**
 * Writes notes, unless they were taken in this cycle. What is no note (headings, fences, "nothing to note") is passed over;
 * a text of nothing else takes none, unless it says that there is nothing.
 *
 * @throws {MemoryError} usage, if a note is too long or there are too many; busy, if other writers hold the diary for a
 * minute; failed, if the lines cannot be written
 */
export function writeFlush(deps: FlushDeps, request: FlushRequest): FlushResult {
  const { state, clock } = deps;
  const { session } = request;
  const cycle = session === null ? null : request.cycle ?? state.flushCycles.current(session);
  const base = { session, cycle, lines: [], redacted: {} };
  if (session !== null && cycle !== null && state.flushCycles.find(session, cycle).writtenAt !== null) {
    return { ...base, reason: "done" };
  }
  const { lines, redacted } = evidenceOf(deps, request);
  const appended = lines.length === 0 ? [] : appendEvidence(deps, { day: clock.now().day, writer: "flush", lines });
  const written = appended.filter((line) => line.written).length;
  const isAllForgotten = appended.every(({ reason }) => reason === "forgotten");
  // Nothing at all may be a pipe that broke: what comes then is no second time.
  const isTaken = lines.length > 0 || request.mayBeEmpty === true || saysNothing(request.notes);
  if (session !== null && cycle !== null && isTaken) {
    state.flushCycles.write(session, cycle, { lines: written, at: clock.now().iso });
  }
  return {
    ...base,
    lines: appended.map((line, at) => ({ ...line, text: lines[at]?.text ?? "" })),
    reason: lines.length === 0 ? "nothing" : isAllForgotten ? "forgotten" : null,
    redacted,
  };
}

function evidenceOf(deps: FlushDeps, request: FlushRequest) {
  const redacted: Record<string, number> = {};
  const ofPart = classesOfPart(deps, request);
  const ofWriter = classOfWriter(deps, request);
  // A private part may run over several notes.
  const lines = flushLines(emptyPrivate(request.notes)).map((given): EvidenceLine => {
    const { text: kept, counts } = redactShown(given, deps.redaction);
    for (const [kind, count] of Object.entries(counts)) redacted[kind] = (redacted[kind] ?? 0) + count;
    const text = noteText(kept, deps.maxChars);
    const { taint, sessionKind, openTurn } = deps.writerFacts({ text: given, flag: request.session, variable: null });
    const origin = classOf(deps, { text, own: leastTrusted(ofPart(given), ofWriter), isTainted: taint !== null });
    const isPending = openTurn !== null && origin === "agent";
    return {
      text,
      annotations: { projects: request.projects },
      origin,
      sessionKind: request.sessionKind === "interactive" ? sessionKind ?? "interactive" : request.sessionKind,
      state: isPending ? "pending" : isEcho(deps, text, request.session) ? "echo" : "booked",
      observedAt: deps.clock.now().iso,
      session: request.session,
      channel: null,
      sender: null,
    };
  });
  return { lines, redacted };
}

/** Of a file that anybody may have written the hooks are asked as well: it can only lower what they know. */
function classesOfPart(deps: FlushDeps, request: FlushRequest): (line: string) => OriginClass {
  const { part, isOwnPart = false } = request;
  if (part !== null && isOwnPart) return flushOrigins(part);
  const hooked = hookedClass(deps, request);
  const told = part === null ? () => hooked : flushOrigins(part);
  return (line) => leastTrusted(hooked, told(line));
}

interface Judged {
  readonly text: string;
  readonly own: OriginClass;
  readonly isTainted: boolean;
}

/** A summary is nobody's own word: `agent` at most, and less if anything speaks against it. */
function classOf({ state }: FlushDeps, { text, own, isTainted }: Judged): OriginClass {
  if (isTainted) return "untrusted";
  const copied = state.taints.copyOf(text);
  const origin = leastTrusted("agent", own);
  return copied === null ? origin : leastTrusted(origin, copied);
}

/** Whoever writes for another session than the one in which it is at work still knows what it read there. */
function classOfWriter(deps: FlushDeps, request: FlushRequest): OriginClass {
  const { sessions } = deps.writerFacts({ text: "", flag: null, variable: null });
  if (request.session !== null && sessions.includes(request.session)) return "agent";
  return sessions.reduce<OriginClass>(
    (least, session) => leastTrusted(least, hookedClass(deps, { ...request, session, cycle: null })),
    "agent",
  );
}

/** Where only hooks can tell: one tainted turn since the last compaction makes the whole part untrusted. */
function hookedClass({ state }: FlushDeps, { session, cycle }: FlushRequest): OriginClass {
  if (session === null) return "agent";
  const since = state.flushCycles.find(session, cycle ?? state.flushCycles.current(session)).begunAt;
  const turns = state.sessions.named(session).flatMap(({ id }) => state.turns.ofSession(id));
  const isTainted = turns.some(({ taint, closedAt }) =>
    taint !== null && (since === null || closedAt === null || Date.parse(closedAt) >= Date.parse(since))
  );
  return isTainted ? "untrusted" : "agent";
}
