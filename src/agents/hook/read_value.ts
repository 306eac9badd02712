/**
 * Reads one JSON object from standard input, which some clients never close.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";

/** What came. */
export type ReadValue =
  | { readonly kind: "value"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "none"; readonly reason: "empty" | "late" | "too long" | "too deep" | "not an object" };

/** Bounds of {@linkcode readValue}. */
export interface ReadValueOptions {
  /** Bytes, at most. */
  readonly maxBytes: number;
  /** Milliseconds, at most, until the value is complete. */
  readonly timeoutMs: number;
}

/**
 * Returns the first JSON object of a stream as soon as it is complete; what follows is not looked at. Never throws and
 * never waits for the end of the stream.
 */
export async function readValue(stream: ReadableStream<Uint8Array>, options: ReadValueOptions): Promise<ReadValue> {
  const reader = stream.getReader();
  const late = timer(options.timeoutMs);
  try {
    return await readComplete(reader, late.promise, options.maxBytes);
  } catch {
    // A descriptor that is closed or no file at all gives what an empty one gives.
    return { kind: "none", reason: "empty" };
  } finally {
    late.stop();
    reader.releaseLock();
  }
}

/** What is asked of a stream's reader. */
interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** Objects in objects: more than any client has, and less than what a recursive reader cannot bear. */
const MOST_DEPTH = 512;

async function readComplete(
  reader: ChunkReader,
  late: Promise<null>,
  maxBytes: number,
): Promise<ReadValue> {
  const chunks: Uint8Array[] = [];
  const scan = new ObjectScan();
  let bytes = 0;
  for (;;) {
    const read = await Promise.race([reader.read(), late]);
    if (read === null) return { kind: "none", reason: "late" };
    if (read.done || read.value === undefined) return { kind: "none", reason: bytes === 0 ? "empty" : "not an object" };
    const end = scan.take(read.value);
    chunks.push(end === null ? read.value : read.value.subarray(0, end));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > maxBytes) return { kind: "none", reason: "too long" };
    if (scan.isForeign) return { kind: "none", reason: "not an object" };
    if (scan.depth > MOST_DEPTH) return { kind: "none", reason: "too deep" };
    if (end !== null) return parsed(Buffer.concat(chunks).toString("utf8"));
  }
}

function parsed(text: string): ReadValue {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isRecord(value)) return { kind: "value", value };
  } catch {
    // The braces match and what stands between them is no JSON.
  }
  return { kind: "none", reason: "not an object" };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
/** Blanks of JSON, and the three bytes of a byte order mark. */
const SKIPPED: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Counts brackets outside of strings, over any number of chunks. All that it looks for is ASCII. */
class ObjectScan {
  /** Brackets open now. */
  depth = 0;
  /** What came first is no object. */
  isForeign = false;
  #isInString = false;
  #isEscaped = false;

  /** Returns the offset behind the object if it ends in this chunk, else `null`. */
  take(chunk: Uint8Array): number | null {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.depth === 0) {
        if (SKIPPED.has(byte)) continue;
        if (byte !== 0x7b) {
          this.isForeign = true;
          return null;
        }
        this.depth = 1;
      } else if (this.#isInString) this.#inString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (OPENING.has(byte)) {
        if (++this.depth > MOST_DEPTH) return null;
      } else if (CLOSING.has(byte) && --this.depth === 0) return at + 1;
    }
    return null;
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }
}

function timer(ms: number): { readonly promise: Promise<null>; stop(): void } {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<null>((resolve) => {
    handle = setTimeout(() => resolve(null), ms);
  });
  return { promise, stop: () => clearTimeout(handle) };
}
