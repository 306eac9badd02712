/**
 * What the readers of the formats have in common.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { Fields } from "./fields.ts";
import type { RawLine } from "./line_scanner.ts";
import type { TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** What the place of a file says of its transcript. */
export interface FileFacts {
  /** The folder of the project, where the format itself does not name it and a file beside the transcript does. */
  readonly folder: string | null;
  /** OpenClaw's key of the session, from the list beside the transcript. */
  readonly sessionKey: string | null;
}

/** A reader's memory between two readings, as JSON. */
export type ReaderState = Fields;

/** Reads the records of one file, in order. */
export interface TranscriptReader {
  /** Returns whether a line can be left out unread, by how it begins. */
  mayLeaveOut(head: string): boolean;
  /** Returns what a record tells. Never throws. */
  read(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[];
  /** Returns what is known of the session so far, or `null`: a later reading begins with telling it. */
  told(): TranscriptSession | null;
  /** Where the next reading has to begin: at a record that waits for what follows it; `null`: behind the last one. */
  heldFrom(): TranscriptPlace | null;
  /** Returns what the next reading has to know, of the records before {@linkcode heldFrom}. */
  state(): ReaderState;
}

/** A parsed line. */
export type ParsedLine = { readonly record: Fields } | { readonly reason: string };

/** Parses a line; what is no JSON object comes with a reason. Never throws. */
export function parseLine({ bytes, isCut }: RawLine): ParsedLine {
  if (isCut) return { reason: "the line is too long to be read" };
  let value: unknown;
  try {
    value = JSON.parse(DECODER.decode(bytes));
  } catch (error) {
    // Nesting without end exhausts the stack; that, too, is only a bad line.
    return { reason: error instanceof RangeError ? "it is nested too deeply" : "it is no JSON" };
  }
  if (isRecord(value)) return { record: value };
  return {
    reason: `it is ${Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`}, no object`,
  };
}

const DECODER = new TextDecoder("utf-8");

/** Characters of a line that {@linkcode TranscriptReader.mayLeaveOut} is shown. */
export const HEAD_CHARS = 160;

/** Returns the beginning of a line, each byte as one character: what is looked for in it is ASCII. */
export function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_CHARS)).toString("latin1");
}

/** Something whose kind is not known, and where it stood. */
export interface UnknownPart {
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** When it came. */
  readonly at: string | null;
  /** What it is called, for people. */
  readonly name: string;
  /** All words in it. */
  readonly text: string;
}

/** Returns the event of what came in by a way that is not known: as the answer of a tool that nobody knows (SPEC 4.5). */
export function broughtIn({ place, at, name, text }: UnknownPart): TranscriptEvent {
  return { type: "tool-result", place, callId: null, at, name, text, isError: false };
}

/** Returns the event of a part that could not be read. */
export function malformed(place: TranscriptPlace, reason: string): TranscriptEvent {
  return { type: "malformed", place, line: place.line, reason };
}

/** Why a message of role system is text from outside: what it says stands nowhere else in the transcript. */
export const CONTEXT_FROM_ELSEWHERE = "context from elsewhere";
