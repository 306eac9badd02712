/**
 * What ingestion works with, and what it is asked for.
 *
 * @module
 */
import type { Clock, LocalDay } from "../../base/clock.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import type { Redaction } from "../redact/redact.ts";
import type { TranscriptClient, TranscriptFormat } from "../transcripts/transcript_event.ts";
import type { ChatRequest } from "../chat/open_session.ts";
import type { AskWriter } from "./lower_pieces.ts";
import type { SessionClasses } from "../chat/session_classes.ts";
import type { MessageClaim, Speaker } from "../claims/claims_in.ts";
import type { NotTaken } from "../claims/not_taken.ts";

/** What ingestion works with. */
export interface IngestDeps {
  /** Where diaries, transcripts and locks lie. */
  readonly layout: WorkspaceLayout;
  /** Decides local days, and the time of booking. */
  readonly clock: Clock;
  /** The open state. */
  readonly state: StateStore;
  /** Origins of the lines that diaries have already. */
  readonly originsOf: OriginReader;
  /** What was forgotten does not come back (SPEC 7.6). */
  readonly tombstones: Forgotten;
  /** Takes secrets and personal data out of a text. */
  readonly redact: (text: string) => Redaction;
  /** Cuts the claims out of what somebody said. */
  readonly claimsIn: (text: string, speaker: Speaker, left?: (reason: NotTaken) => void) => readonly MessageClaim[];
  /** Begins to classify a transcript. */
  readonly classesOf: (request: ChatRequest) => SessionClasses;
  /** Returns the project key of a folder, or `null` (SPEC 9.4). */
  readonly projectKeyOf: (folder: string) => string | null;
  /** Returns whether a file lies where its client keeps its transcripts, and is the user's own (SPEC 4.4). */
  readonly isInStore: (client: TranscriptFormat, path: string) => boolean;
  /** Asked about files that are no client's own record of a session that hooks saw; left out: nobody has to be asked. */
  readonly askWriter?: AskWriter;
  /** The oldest day of which a redacted transcript is kept; older ones are not written. @default all are */
  readonly keepsFrom?: LocalDay;
  /** No diary is written; the rest goes to where state and layout say. @default false */
  readonly isTrial?: boolean;
  /** Told how far it is, as a line for people. */
  readonly onProgress: (line: string) => void;
}

/** What was forgotten. */
export interface Forgotten {
  /** Nothing was; costs next to nothing. */
  isEmpty(): boolean;
  /** A claim says it. */
  isForgotten(text: string): boolean;
  /** A text holds its words, whatever is around them. */
  repeats(text: string): boolean;
}

/** What to ingest, and how. */
export interface IngestRequest {
  /** Files and folders, absolute. */
  readonly paths: readonly string[];
  /** The only format that is taken; any if left out. */
  readonly client?: TranscriptClient;
  /** Milliseconds to wait for another ingestion. @default 60000 */
  readonly waitMs?: number;
}
