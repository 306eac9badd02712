/**
 * The elements of a JSON list, read piece by piece: an export of years is larger than memory should be.
 *
 * @module
 */
import { closeSync, openSync, readSync } from "node:fs";

const READ_BYTES = 1024 * 1024;
/** One element longer than this is left out. In bytes. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Yields each object of the list that a file is, parsed; `null` for one that is damaged or too long, and at the end for one
 * that is cut off.
 */
export function* jsonElements(path: string): Generator<unknown> {
  const file = openSync(path, "r");
  try {
    yield* elementsOf(file);
  } finally {
    closeSync(file);
  }
}

function* elementsOf(file: number): Generator<unknown> {
  const chunk = Buffer.alloc(READ_BYTES);
  let parts: Buffer[] = [];
  let size = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  const keep = (bytes: Buffer) => {
    size += bytes.length;
    if (size <= MAX_ELEMENT_BYTES) parts.push(Buffer.from(bytes));
  };
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
    let from = 0;
    for (let at = 0; at < count; at++) {
      const byte = chunk[at] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === 0x7b || byte === 0x5b) {
        // The list itself is depth 1; its elements are objects.
        if (++depth === 2) from = at;
      } else if ((byte === 0x7d || byte === 0x5d) && depth-- === 2) {
        keep(chunk.subarray(from, at + 1));
        yield size > MAX_ELEMENT_BYTES ? null : parsed(Buffer.concat(parts));
        parts = [];
        size = 0;
      }
    }
    if (depth >= 2) keep(chunk.subarray(from, count));
  }
  if (depth > 0) yield null;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
