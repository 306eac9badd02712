/**
 * What was gathered of a transcript and is to be written: in one go, so that a killed process leaves a place to go on from.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { NewOrder } from "../../store/state/orders.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";

/** A claim on its way into a diary. */
export interface ClaimDraft {
  /** One safe line. */
  readonly text: string;
  /** Which line of its words it begins in, from 0. */
  readonly lineWithin: number;
}

/** Words, or a tool's answer, on their way into a redacted transcript. */
export interface EntryDraft {
  /** The session that they belong to. */
  readonly session: TranscriptSession;
  /** Local day of the transcript. */
  readonly day: LocalDay;
  /** Raw lines; empty ones part paragraphs. Of a line that repeats what is less trusted, the class that it has for that. */
  readonly lines: readonly { readonly raw: string; readonly lowered?: OriginClass }[];
  /** What the ledger is told of each line. */
  readonly source: Pick<Booking, "origin" | "sessionKind" | "state" | "observedAt" | "channel" | "sender">;
  /** What becomes evidence. */
  readonly claims: readonly ClaimDraft[];
  /** Project key of the folder, or `null`. */
  readonly project: string | null;
}

/** A message by whose names it is known from now on. */
export interface NewMessage {
  /** The session that it belongs to. */
  readonly session: TranscriptSession;
  /** See `MessageEvent.keys`. */
  readonly keys: readonly string[];
  /** It was taken as the owner's. */
  readonly isProven: boolean;
  /** When it was said. */
  readonly at: IsoTime | null;
}

/** An order that somebody gave, to be booked. */
export interface OrderDraft {
  /** What the state is told. */
  readonly order: NewOrder;
  /** By which it is known again. */
  readonly hash: string;
}

/** See the module. */
export interface Gathered {
  /** In the order of the transcript. */
  entries: EntryDraft[];
  /** Messages that were not known. */
  messages: NewMessage[];
  /** In the order of the transcript. */
  orders: OrderDraft[];
  /** The file was set aside by its client. */
  readonly isSetAside: boolean;
}

/** Returns one that is empty. */
export function nothingGathered(isSetAside: boolean): Gathered {
  return { entries: [], messages: [], orders: [], isSetAside };
}
