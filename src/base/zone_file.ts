/**
 * Offsets from UTC out of the time zone files of the system (RFC 8536). Reading one takes some 50 µs; asking the runtime for
 * its zone for the first time takes 6 ms, which is most of what an empty program takes.
 *
 * @module
 */
import { type PosixZone, readPosixZone } from "./posix_zone.ts";

/** Returns the offset from UTC, in minutes, that holds at a moment. */
export type OffsetAt = (ms: number) => number;

/**
 * Returns the offsets that a zone file gives, or `null` if the bytes are no such file, count leap seconds, or hold a rule
 * that is not understood: the runtime is asked then.
 */
export function offsetsOfZoneFile(bytes: Uint8Array): OffsetAt | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = headerAt(view, 0);
  // The first version has times of 32 bits and no rule for the future.
  if (first === null || first.version < 2) return null;
  const start = HEADER_BYTES + blockBytes(first, SHORT_TIME_BYTES);
  const header = headerAt(view, start);
  if (header === null || header.leaps > 0 || header.types === 0) return null;
  const body = start + HEADER_BYTES;
  const end = body + blockBytes(header, LONG_TIME_BYTES);
  if (end > bytes.length) return null;
  const footer = new TextDecoder("latin1").decode(bytes.subarray(end));
  const text = /^\n([^\n]*)\n/.exec(footer)?.[1];
  const rule = text === undefined || text === "" ? null : readPosixZone(text);
  if (text === undefined || (text !== "" && rule === null)) return null;
  return offsets(view, { header, body, rule });
}

/** Bytes of a header: magic, version, 15 reserved ones, six counts. */
const HEADER_BYTES = 44;
const SHORT_TIME_BYTES = 4;
const LONG_TIME_BYTES = 8;
/** Of a type: its offset in four bytes, whether it is summer time, the place of its name. */
const TYPE_BYTES = 6;
/** `TZif`. */
const MAGIC = 0x54_5a_69_66;
const VERSION_AT = 4;
const COUNTS_AT = 20;

interface Header {
  readonly version: number;
  readonly utcMarks: number;
  readonly standardMarks: number;
  readonly leaps: number;
  readonly times: number;
  readonly types: number;
  readonly nameBytes: number;
}

function headerAt(view: DataView, at: number): Header | null {
  if (at + HEADER_BYTES > view.byteLength || view.getUint32(at) !== MAGIC) return null;
  const version = view.getUint8(at + VERSION_AT) - "0".charCodeAt(0);
  const count = (nth: number) => view.getUint32(at + COUNTS_AT + 4 * nth);
  return {
    version,
    utcMarks: count(0),
    standardMarks: count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    nameBytes: count(5),
  };
}

function blockBytes(header: Header, timeBytes: number): number {
  const { utcMarks, standardMarks, leaps, times, types, nameBytes } = header;
  return times * (timeBytes + 1) + types * TYPE_BYTES + nameBytes + leaps * (timeBytes + 4) + standardMarks + utcMarks;
}

/** Where the second block of a file lies, and what holds after its last change. */
interface ZoneBlock {
  readonly header: Header;
  readonly body: number;
  readonly rule: PosixZone | null;
}

function offsets(view: DataView, { header: { times, types }, body, rule }: ZoneBlock): OffsetAt | null {
  const typesAt = body + times * (LONG_TIME_BYTES + 1);
  const ofType = (type: number) => Math.round(view.getInt32(typesAt + type * TYPE_BYTES) / 60);
  const changeAt = (nth: number) => Number(view.getBigInt64(body + nth * LONG_TIME_BYTES));
  const typeAt = (nth: number) => view.getUint8(body + times * LONG_TIME_BYTES + nth);
  for (let nth = 0; nth < times; nth++) if (typeAt(nth) >= types) return null;
  return (ms) => {
    const seconds = Math.floor(ms / 1_000);
    if (times === 0 || seconds < changeAt(0)) return times === 0 && rule !== null ? rule(seconds) : ofType(0);
    if (rule !== null && seconds >= changeAt(times - 1)) return rule(seconds);
    let [low, high] = [0, times];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (changeAt(middle) <= seconds) low = middle;
      else high = middle;
    }
    return ofType(typeAt(low));
  };
}
