/**
 * Where the reading of a transcript begins: behind what was read before, if that is still there as it was, whatever the
 * file is called now; else at its beginning. Reading twice costs time and changes nothing: messages are known by their
 * names.
 *
 * @module
 */
import { closeSync, openSync, readSync } from "node:fs";
import { isRecord } from "../../base/record.ts";
import { sha256Hex, shortHash } from "../../base/hash.ts";
import type { Ingested, IngestedFile } from "../../store/state/ingested.ts";
import type { TranscriptFile } from "../transcripts/open_transcript.ts";
import { BEGINNING, type ReadFrom } from "../transcripts/read_events.ts";
import type { FileChange } from "./ingest_report.ts";

/** Where a reading begins. */
export interface Beginning {
  /** See {@linkcode FileChange}; `same`: there is nothing to read. */
  readonly change: FileChange;
  /** Place and memory. */
  readonly from: ReadFrom;
  /** The path under which it was read before, if that was another one. */
  readonly renamedFrom: string | null;
}

/** Returns where the reading of a file begins. @throws the system's error */
export function whereToBegin(ingested: Ingested, file: TranscriptFile): Beginning {
  const own = ingested.file(file.path);
  if (own !== null && isUntouched(own, file)) return { change: "same", from: BEGINNING, renamedFrom: null };
  const first = firstHashOf(file);
  // The same beginning under another name: it was renamed, set aside, archived, or copied.
  const candidates = [...(own === null ? [] : [own]), ...ingested.filesByFirst(first)];
  const fit = candidates.find((it) => it.client === file.client && it.firstHash === first && isStillThere(it, file));
  if (fit === undefined) return { change: own === null ? "new" : "rewritten", from: BEGINNING, renamedFrom: null };
  const change = isAtEnd(fit, file) ? "same" : "grown";
  const { path, line, byteOffset } = fit;
  const renamedFrom = path === file.path ? null : path;
  return { change, from: { place: { line, byteOffset }, state: stateOf(fit) }, renamedFrom };
}

/**
 * Returns what is noted of a file that was read up to a place.
 *
 * @param known what is worked out once a file; starts empty
 * @throws the system's error
 */
export function readingOf(
  file: TranscriptFile,
  next: ReadFrom,
  known: KnownDigests = {},
): Pick<IngestedFile, "firstHash" | "readHash" | "line" | "byteOffset" | "reading"> {
  return {
    firstHash: known.first ??= firstHashOf(file),
    readHash: readHashOf(file, next.place.byteOffset, { known }),
    ...next.place,
    reading: JSON.stringify(next.state),
  };
}

/** Digests of the beginning of a file, which is read once and noted after each group of its messages. */
export interface KnownDigests {
  /** Of its first line. */
  first?: string;
  /** Of its first bytes, where a digest of all that was read would take too long. */
  beginning?: string;
}

/** Younger stamps prove nothing: two writes may fall into one step of the file system's clock. */
const SETTLED_MS = 2_000;

function isUntouched(own: IngestedFile, file: TranscriptFile): boolean {
  return own.size === file.size && own.mtimeMs === file.mtimeMs && Date.parse(own.readAt) - own.mtimeMs > SETTLED_MS;
}

/** What is not appended to is read as a whole or not at all. */
function isWhole({ isOneObject, packing }: TranscriptFile): boolean {
  return isOneObject || packing === "zstd";
}

function isStillThere(known: IngestedFile, file: TranscriptFile): boolean {
  const isInPlace = isWhole(file) ? known.size === file.size : known.byteOffset <= file.size;
  const digestOf = known.readHash.startsWith(QUICK) ? quickDigest : digestOfBefore;
  return isInPlace && readHashOf(file, known.byteOffset, { digestOf }) === known.readHash;
}

function isAtEnd(known: IngestedFile, file: TranscriptFile): boolean {
  return isWhole(file) || known.byteOffset === file.size;
}

function stateOf({ reading }: IngestedFile): ReadFrom["state"] {
  const state: unknown = JSON.parse(reading);
  return isRecord(state) ? state : null;
}

function firstHashOf({ head }: TranscriptFile): string {
  const end = head.indexOf(LINE_FEED);
  return sha256Hex(end < 0 ? head : head.subarray(0, end));
}

const LINE_FEED = 0x0a;

/** Up to so many bytes all that was read is compared; of more, its beginning and its end. */
const COMPARED_BYTES = 4 * 1024 * 1024;
const END_BYTES = 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Returns a digest of the first bytes of a file; of one that is read as a whole, of all of them.
 *
 * @param digestOf its way of digesting. @default the one of today
 */
function readHashOf(
  file: TranscriptFile,
  byteOffset: number,
  { known = {}, digestOf = quickDigest }: { readonly known?: KnownDigests; readonly digestOf?: DigestOf } = {},
): string {
  const length = isWhole(file) ? file.size : byteOffset;
  const way = digestOf === quickDigest ? QUICK : "";
  const handle = openSync(file.path, "r");
  try {
    if (length <= COMPARED_BYTES) return `${way}whole ${digestOf(handle, 0, length)}`;
    known.beginning ??= digestOf(handle, 0, END_BYTES);
    return `${way}ends ${known.beginning} ${digestOf(handle, length - END_BYTES, END_BYTES)} ${length}`;
  } finally {
    closeSync(handle);
  }
}

/** What notes of {@linkcode quickDigest} begin with. */
const QUICK = "quick ";

/** Returns a digest of bytes of a file. */
type DigestOf = (handle: number, from: number, length: number) => string;

/**
 * Tells only whether the file was changed since, by whoever may write it: he gains nothing by a change that is not seen. It
 * is made after each group of messages, and so is ten times as fast as a digest that holds against somebody. 32 hex digits.
 */
function quickDigest(handle: number, from: number, length: number): string {
  let [one, two] = [0n, SECOND_SEED];
  eachChunk(handle, { from, length }, (chunk) => {
    one = Bun.hash.xxHash64(chunk, one);
    two = Bun.hash.xxHash64(chunk, two);
  });
  return [one, two].map((half) => half.toString(16).padStart(DIGEST_DIGITS / 2, "0")).join("");
}

/** Anything: two hashes of 64 bits are one of 128. */
const SECOND_SEED = 0x9e3779b97f4a7c15n;

/** What earlier versions noted. */
function digestOfBefore(handle: number, from: number, length: number): string {
  const hasher = new Bun.CryptoHasher("blake2b256");
  eachChunk(handle, { from, length }, (chunk) => hasher.update(chunk));
  return shortHash(hasher.digest("hex"), DIGEST_DIGITS);
}

const DIGEST_DIGITS = 32;

interface Part {
  readonly from: number;
  readonly length: number;
}

function eachChunk(handle: number, { from, length }: Part, take: (chunk: Uint8Array) => void): void {
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(1, length)));
  for (let done = 0; done < length;) {
    const count = readSync(handle, chunk, 0, Math.min(chunk.length, length - done), from + done);
    if (count === 0) break;
    take(chunk.subarray(0, count));
    done += count;
  }
}
