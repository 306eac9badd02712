/**
 * One bullet into the diary of a day (SPEC 7.1): the origin is decided and booked, then the line is appended.
 *
 * @module
 */
import { type Clock, DAY_MS, daysBetween, isLocalDay, type LocalDay, type Now } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { Caller, TextSource } from "../provenance/caller.ts";
import { inTaintedTurn } from "../provenance/classify_line.ts";
import type { LineState, OriginClass, SessionKind } from "../provenance/origin.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import { sourceOfText } from "../store/state/source_of_text.ts";
import type { WriterFacts, WriterQuestion } from "../store/state/writer_facts.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";
import { appendEvidence } from "./append_evidence.ts";
import type { NearFormStore } from "../curate/near_echo.ts";
import { isEcho } from "./is_echo.ts";
import { type NoteAnnotations, noteAnnotations } from "./note_annotations.ts";
import { noteText } from "./note_text.ts";
import { type RedactionPolicy, redactShown } from "./redact/redact.ts";

/** What {@linkcode note} works with. */
export interface NoteDeps {
  /** Where the diaries and locks lie. */
  readonly layout: WorkspaceLayout;
  /** Decides the local day and the time of booking. */
  readonly clock: Clock;
  /** Who gives the text; its ceiling and kind are booked. */
  readonly caller: Caller;
  /** The ledger, which is written; tainted lines and what was injected, which are asked for copies. */
  readonly state: Pick<StateStore, "ledger" | "taints" | "injections" | "tombstones"> & NearFormStore;
  /** Origins of the lines that the diary has already. */
  readonly originsOf: OriginReader;
  /** Tells what speaks against a text of its session; not asked about the owner's own (SPEC 4.5). */
  readonly writerFacts: (question: WriterQuestion) => WriterFacts;
  /** The settings' `note` slice. */
  readonly config: { readonly maxChars: number };
  /** The settings' `redact` slice. */
  readonly redaction: RedactionPolicy;
}

/** Where a text came from that the caller only passes on; any of these makes the line `untrusted`. */
export const DERIVED_FROM = ["web", "tool", "file", "email", "group"] as const;
/** One of {@linkcode DERIVED_FROM}. */
export type DerivedFrom = (typeof DERIVED_FROM)[number];

/** What to write. */
export interface NoteRequest extends NoteAnnotations {
  /** As it was given; see `noteText` for what is written. */
  readonly text: string;
  /** How the text came into the program. */
  readonly source: TextSource;
  /** The diary's day; today if left out, never later. */
  readonly day?: LocalDay;
  /** Where the text was taken from; it lowers the origin to `untrusted`. */
  readonly derivedFrom?: DerivedFrom;
  /** The session that writes; the one that the client's own variable names if left out. */
  readonly session?: string;
}

/** What was written (SPEC 14). */
export interface NoteResult {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based; of the line that was there already if nothing was written; `null` if there is none. */
  readonly line: number | null;
  /** As written, without marker and annotations. */
  readonly text: string;
  /** Of the line in the file, as every later reader will see it. */
  readonly origin: OriginClass;
  /** Of the line in the file. */
  readonly sessionKind: SessionKind;
  /** `pending`: a turn is open, and the line gets its class at the end of it; see {@linkcode LINE_STATES}. */
  readonly state: LineState;
  /** `false` if the diary had the claim already, or it was forgotten. */
  readonly written: boolean;
  /** Why nothing was written, else `null`. */
  readonly reason: "duplicate" | "forgotten" | null;
  /** It had been forgotten, and the owner's own word took that back. */
  readonly lifted: boolean;
  /** How many secrets and pieces of personal data were taken out, by kind; empty if the text had none. */
  readonly redacted: Readonly<Record<string, number>>;
}

/**
 * Appends one bullet to a diary, unless the day has it already from a source at least as trusted. What was forgotten is
 * written only by the owner's own word, which takes back that it was.
 *
 * @throws {MemoryError} usage, if the text is empty or too long or a flag's value cannot stand in an annotation; busy, if
 * other writers hold the diary for three minutes; failed, if the line cannot be written
 */
export function note(deps: NoteDeps, request: NoteRequest): NoteResult {
  const now = momentOf(deps.clock, request.day);
  const { text: kept, counts: redacted } = redactShown(request.text, deps.redaction);
  const text = noteText(kept, deps.config.maxChars);
  requireNoSecrets(request, deps.redaction);
  const annotations = noteAnnotations(request, now.day);
  // Asked about as it was given: what a tool printed is known by all of its words.
  const asked = Object.keys(redacted).length === 0 ? text : request.text;
  const { origin, sessionKind, openTurn, isOnlyTurnTainted } = sourceOfText(deps, {
    text: asked,
    stored: text,
    source: request.source,
    isDerived: request.derivedFrom !== undefined,
    session: request.session ?? null,
  });
  const session = openTurn === null ? request.session ?? deps.caller.session : openTurn.session;
  const isEchoed = openTurn === null && origin !== "owner" && isEcho(deps, text, session);
  const [appended] = appendEvidence(deps, {
    day: now.day,
    writer: isOnlyTurnTainted ? inTaintedTurn("note") : "note",
    isOrder: true,
    lines: [{
      text,
      annotations,
      origin,
      sessionKind,
      state: openTurn !== null ? "pending" : isEchoed ? "echo" : "booked",
      observedAt: now.iso,
      session,
      channel: null,
      sender: null,
    }],
  });
  if (appended === undefined) throw new MemoryError("A note has no result", { kind: "defect" });
  const { path, line, ...told } = appended;
  return { path, line: line === 0 ? null : line, text, ...told, redacted };
}

/** What stands in an annotation is stored as well, and a key or phrase with a gap in it would be of no use. */
function requireNoSecrets({ key, triggers = [], projects = [] }: NoteRequest, policy: RedactionPolicy): void {
  const values = [["key", key ?? ""], ["trigger", triggers.join("; ")], ["project", projects.join("; ")]] as const;
  for (const [flag, value] of values) {
    const [kind] = Object.keys(redactShown(value, policy).counts);
    if (kind === undefined) continue;
    throw new MemoryError(
      `Cannot store what --${flag} says: it should hold no secret and no personal data, and has "${kind}"`,
      {
        kind: "usage",
        hint: "name it otherwise, or let it stay with redact.allow in the user's own settings",
      },
    );
  }
}

/** What is noted was seen by somebody alive. */
const FIRST_DAY = "1900-01-01";

/** The present moment, or the same time of an earlier day. */
function momentOf(clock: Clock, day: LocalDay | undefined): Now {
  const now = clock.now();
  if (day === undefined) return now;
  if (!isLocalDay(day) || day > now.day || day < FIRST_DAY) {
    const wanted = `it should be a day as in ${now.day}, and not later, nor before ${FIRST_DAY}`;
    throw new MemoryError(`Invalid value "${day}" of --date: ${wanted}`, {
      kind: "usage",
    });
  }
  const moment = clock.at(now.ms + daysBetween(now.day, day) * DAY_MS);
  // A clock change between the two days may carry the time over midnight.
  return { ...moment, day };
}
