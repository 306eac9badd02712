/**
 * What a transcript is made of, with its class (SPEC 4.4, 4.5, 7.4).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import type { ToolTaint } from "../../provenance/tools/verdict.ts";
import type { OrderKind } from "../../store/state/orders.ts";
import type { TranscriptPlace } from "../transcripts/transcript_event.ts";

/** An order that a piece gives. */
export interface ChatOrder {
  /** What is to be done. */
  readonly kind: OrderKind;
  /** What is to be remembered, without the words of the order; the whole sentence of other orders. */
  readonly text: string;
  /** Nothing in the message may be anybody else's words; else the order is a proposal (SPEC 7.2). */
  readonly isPlain: boolean;
}

/**
 * Words of one message that have one class: all of them, or a run of sentences. Fenced, quoted and pasted parts are
 * pieces of their own. What nobody said (scaffolding, our own fences) is no piece.
 */
export interface ClassifiedPiece {
  /** Tells it from a tool. */
  readonly type: "text";
  /** As said, without envelopes and frames; not redacted. */
  readonly text: string;
  /** Who speaks. */
  readonly role: "user" | "assistant" | "system";
  /** Decided before any envelope was taken off. */
  readonly origin: OriginClass;
  /** Of the session, by hooks before what its transcript says of itself. */
  readonly sessionKind: SessionKind;
  /**
   * `echo`: it repeats what was put before its session (SPEC 4.6). `pending`: an agent takes up the file within a turn, whose
   * end decides.
   */
  readonly state: "booked" | "echo" | "pending";
  /** When it was said, if the transcript says. */
  readonly at: IsoTime | null;
  /** Of the message; pieces of one message share it. */
  readonly id: string;
  /** Further names of the message; see `MessageEvent.keys`. */
  readonly keys: readonly string[];
  /** Who sent it, if the transcript says. */
  readonly sender: string | null;
  /**
   * It may become evidence: prose of owner or agent, no echo, in a session that is interactive, direct and completely
   * described; neither an answer to scaffolding nor a summary.
   */
  readonly isEvidence: boolean;
  /** An order of a person; never of something quoted, pasted or said by an agent. It is carried out only with a proof. */
  readonly order: ChatOrder | null;
  /** Why the class is what it is, as a short clause for people. */
  readonly why: string;
  /** Of its message. */
  readonly place: TranscriptPlace;
}

/** The answer of a tool, of which the text is not kept (SPEC 7.4). */
export interface ClassifiedTool {
  /** Tells it from words. */
  readonly type: "tool";
  /** The client's name of the tool. */
  readonly name: string;
  /** Size of the answer, in chars. */
  readonly chars: number;
  /** What it does to what is said later. */
  readonly taint: ToolTaint;
  /** When it came, if the transcript says. */
  readonly at: IsoTime | null;
  /** Of the answer. */
  readonly place: TranscriptPlace;
}

/** See {@linkcode ClassifiedPiece} and {@linkcode ClassifiedTool}. */
export type Classified = ClassifiedPiece | ClassifiedTool;
