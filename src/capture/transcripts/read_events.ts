/**
 * Reads a transcript from where it was left, in batches of bounded size, each with the place and the memory with which a
 * later reading can go on behind it.
 *
 * @module
 */
import type { RawLine } from "./line_scanner.ts";
import { openTranscript, type TranscriptFile } from "./open_transcript.ts";
import { headOf, malformed, parseLine, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import type { TranscriptEvent, TranscriptPlace } from "./transcript_event.ts";

/** Where a reading begins. */
export interface ReadFrom {
  /** First byte and line. */
  readonly place: TranscriptPlace;
  /** The reader's memory; `null` at the beginning of a file. */
  readonly state: ReaderState | null;
}

/** The beginning of a file. */
export const BEGINNING: ReadFrom = { place: { line: 1, byteOffset: 0 }, state: null };

/** Events that were read together. */
export interface EventBatch {
  /** In the order of the file. */
  readonly events: readonly TranscriptEvent[];
  /** Where the next reading goes on. */
  readonly next: ReadFrom;
}

/** What is left when a reading is over. */
export interface ReadingEnd {
  /** The last line has no end yet: it waits for the next reading. */
  readonly isTorn: boolean;
}

/**
 * Yields the events of a file, and returns what is left at its end.
 *
 * @throws the system's error, if it cannot be read
 */
export async function* readEvents(file: TranscriptFile, from: ReadFrom): AsyncGenerator<EventBatch, ReadingEnd> {
  const { reader, scanner, close } = openTranscript(file, from.place, from.state);
  try {
    const told = reader.told();
    if (told !== null) yield { events: [{ type: "session", place: from.place, session: told }], next: from };
    for (;;) {
      const batch = await scanner.next();
      if (batch === null) break;
      const events = batch.lines.flatMap((line) => eventsOf(reader, line));
      yield { events, next: { place: reader.heldFrom() ?? batch.next, state: reader.state() } };
    }
    const tail = scanner.tail();
    if (tail === null) return { isTorn: false };
    const events = wholeTail(reader, tail);
    if (events === null) return { isTorn: true };
    // The line end that may come yet is the end of this very line.
    const end = { line: tail.place.line, byteOffset: tail.place.byteOffset + tail.bytes.length };
    yield { events, next: { place: reader.heldFrom() ?? end, state: reader.state() } };
    return { isTorn: false };
  } finally {
    close();
  }
}

function eventsOf(reader: TranscriptReader, line: RawLine): readonly TranscriptEvent[] {
  if (isBlank(line.bytes) || (!line.isCut && reader.mayLeaveOut(headOf(line.bytes)))) return [];
  const parsed = parseLine(line);
  if ("reason" in parsed) return [malformed(line.place, parsed.reason)];
  return reader.read(parsed.record, line.place);
}

/** A last line without a line end is whole only if it is a whole object: no beginning of an object is one itself. */
function wholeTail(reader: TranscriptReader, line: RawLine): readonly TranscriptEvent[] | null {
  if (line.isCut) return null;
  const parsed = parseLine(line);
  return "record" in parsed ? reader.read(parsed.record, line.place) : isBlank(line.bytes) ? [] : null;
}

/** Blanks of JSON, and the mark by which some editors begin a file. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < MOST_BLANKS && bytes.every((byte) => BLANKS.has(byte));
}

const MOST_BLANKS = 64;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf]);
