/**
 * What ingestion is handed by the folders beside it.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import type { TranscriptEvent, TranscriptPlace } from "../transcripts/transcript_event.ts";

/** A claim within a text. */
export interface ClaimSpan {
  /** One line. */
  readonly text: string;
  /** Where it begins in the text that was cut, in UTF-16 units. */
  readonly start: number;
}

/** How a transcript is classified. */
export interface ClassesRequest {
  /** Its real path is below the folder in which its client keeps transcripts (SPEC 4.4), and it is the user's own. */
  readonly isInStore: boolean;
  /** Name of the file, without folder. */
  readonly name: string;
  /** From its first byte on, whether or not something of it was read before; else where the last reading ended. */
  readonly isFromStart: boolean;
}

/** Words of one message that have one class. */
export interface Piece {
  readonly type: "text";
  readonly text: string;
  readonly role: "user" | "assistant" | "system";
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  readonly state: "booked" | "echo";
  readonly at: IsoTime | null;
  readonly id: string;
  readonly sender: string | null;
  readonly isEvidence: boolean;
  readonly why: string;
  readonly place: TranscriptPlace;
}

/** The answer of a tool, of which the text is not kept. */
export interface ToolPiece {
  readonly type: "tool";
  readonly name: string;
  readonly chars: number;
  readonly taint: "turn" | "text" | "none";
  readonly at: IsoTime | null;
  readonly place: TranscriptPlace;
}

/** Classifies the events of one transcript. */
export interface SessionClasses {
  /** Returns what an event is made of, in order. */
  take(event: TranscriptEvent): readonly (Piece | ToolPiece)[];
  /** Writes what the next reading has to know, in the running transaction or its own. */
  save(): void;
}
