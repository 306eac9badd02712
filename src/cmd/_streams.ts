/**
 * Standard streams without `process.stdout`: touching that object alone costs a compiled program 14 ms, twice its whole
 * start-up, while `Bun.stdout` costs nothing measurable.
 *
 * @module
 */
import { readInput } from "./_read_input.ts";
import { causeChain, errorCode, MemoryError } from "../base/errors.ts";

/** File descriptors by their usual names. */
export const STDIN = 0;
/** See {@linkcode STDIN}. */
export const STDOUT = 1;
/** See {@linkcode STDIN}. */
export const STDERR = 2;

/** Where the program reads and writes. */
export interface Streams {
  /** Returns whether a descriptor is a terminal. */
  isTerminal(descriptor: number): boolean;
  /**
   * Writes all of a text; returns false if nobody reads it any more.
   *
   * @throws {MemoryError} failed, if stdout cannot take it
   */
  write(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<boolean>;
  /** Returns standard input as it comes. */
  input(): ReadableStream<Uint8Array>;
  /** Returns standard input to its end, as text. @throws {MemoryError} usage, if there is more than anybody means */
  readInput(): Promise<string>;
}

/** Returns the streams of this process. */
export function processStreams(): Streams {
  return {
    isTerminal: isTerminalDescriptor,
    write: writeAll,
    input: () => Bun.stdin.stream(),
    readInput: () => readInput(Bun.stdin.stream()),
  };
}

/** The one binding of Node that tells terminals apart; `node:tty` is a wrapper around it that takes 5 ms to load. */
interface TerminalBinding {
  isTTY(descriptor: number): boolean;
}

/** Returns whether a file descriptor of this process is a terminal. */
export function isTerminalDescriptor(descriptor: number): boolean {
  const source: { binding?: (name: string) => TerminalBinding } = process as object;
  return source.binding?.("tty_wrap").isTTY(descriptor) === true;
}

/** A pipe whose reader has gone: `EPIPE`; on Windows the pipe is reported as closing instead. */
const GONE_READER = new Set(["EPIPE", "EOF", "ECONNRESET"]);

async function writeAll(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<boolean> {
  try {
    if (text.length <= SHORT_CHARS) await Bun.write(fileOf(descriptor), text);
    else await writeLong(descriptor, text);
    return true;
  } catch (error) {
    // When stderr cannot be written there is nobody left to tell.
    if (descriptor === STDERR || GONE_READER.has(errorCode(error) ?? "")) return false;
    throw new MemoryError(`Cannot write the answer to stdout: ${causeChain(error)[0]}`, {
      hint: "send it where there is room, or to a terminal",
    });
  }
}

/**
 * What the runtime writes in one piece, and to a file without making room first. Of more it writes the beginning twice where a
 * pipe does not wait and fills up, and leaves zeros before it in a file that is appended to. In chars, with at most 3 bytes each.
 */
const SHORT_CHARS = 160;

function fileOf(descriptor: typeof STDOUT | typeof STDERR): Bun.BunFile {
  return descriptor === STDOUT ? Bun.stdout : Bun.stderr;
}

async function writeLong(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<void> {
  // A word that is short starts without the module.
  const { fstatSync, writeSync } = process.getBuiltinModule("node:fs");
  // A pipe is left to the runtime, which goes on with something else while nobody reads; a `Blob` it writes once.
  if (!fstatSync(descriptor).isFile()) {
    await Bun.write(fileOf(descriptor), new Blob([text]));
    return;
  }
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
