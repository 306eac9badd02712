/**
 * Opens a transcript: what file it is, whose format it has, and what stands beside it.
 *
 * @module
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { isRecord } from "../../base/record.ts";
import { openBytes, type Packing, packingOf } from "./byte_source.ts";
import { claudeCodeReader } from "./claude_code.ts";
import { codexReader } from "./codex.ts";
import { detectFormat } from "./detect_format.ts";
import { geminiReader } from "./gemini.ts";
import { LineScanner } from "./line_scanner.ts";
import { heardReader, neutralReader } from "./neutral.ts";
import { ObjectScanner } from "./object_scanner.ts";
import { openClawReader } from "./openclaw.ts";
import type { TranscriptFormat, TranscriptPlace } from "./transcript_event.ts";
import type { FileFacts, ReaderState, TranscriptReader } from "./transcript_reader.ts";

/** A file that holds a transcript. */
export interface TranscriptFile {
  /** Absolute. */
  readonly path: string;
  /** Whose format it has. */
  readonly client: TranscriptFormat;
  /** How it holds its text. */
  readonly packing: Packing;
  /** It is one object, which is written anew as a whole. */
  readonly isOneObject: boolean;
  /** Bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds. */
  readonly mtimeMs: number;
  /** Its first bytes as they lie in the file, at most {@linkcode HEAD_BYTES}. */
  readonly head: Uint8Array;
}

/** Bytes by which a file is known. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Looks at a file.
 *
 * @returns why it is no transcript, as a clause for people, where it is none
 * @throws the system's error, if it cannot be read
 */
export async function lookAtTranscript(path: string): Promise<TranscriptFile | string> {
  // Before it is opened: a pipe or a device of that name would not end.
  const stats = statSync(path);
  if (!stats.isFile()) return "it is not a regular file";
  const head = readHead(path);
  if (head.length === 0) return "it is empty";
  const packing = packingOf(head);
  const text = new TextDecoder().decode(packing === "plain" ? head : await unpackedHead(path));
  const format = detectFormat(text);
  if (format === null) {
    return "it has no format that is known, of Claude Code, Codex, OpenClaw, Gemini CLI or docs/transcripts.md";
  }
  const { size, mtimeMs } = stats;
  return { path, ...format, packing, size, mtimeMs, head };
}

/** A transcript that is being read. */
export interface OpenedTranscript {
  /** Reads its records. */
  readonly reader: TranscriptReader;
  /** Cuts it. */
  readonly scanner: LineScanner | ObjectScanner;
  /** Gives back what is open. */
  close(): void;
}

/** Opens a transcript where an earlier reading stopped. @throws the system's error */
export function openTranscript(
  file: TranscriptFile,
  from: TranscriptPlace,
  state: ReaderState | null,
): OpenedTranscript {
  const bytes = openBytes(file.path, file.packing, from.byteOffset);
  return {
    reader: READERS[file.client](state, factsBeside(file)),
    scanner: file.isOneObject ? new ObjectScanner(bytes) : new LineScanner(bytes, from),
    close: () => bytes.close(),
  };
}

const READERS: Readonly<Record<TranscriptFormat, (state: ReaderState | null, facts: FileFacts) => TranscriptReader>> = {
  "claude-code": claudeCodeReader,
  codex: codexReader,
  openclaw: openClawReader,
  gemini: geminiReader,
  neutral: neutralReader,
  hooks: heardReader,
};

function readHead(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(Math.min(HEAD_BYTES, fstatSync(file).size));
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(file, bytes, done, bytes.length - done, done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  } finally {
    closeSync(file);
  }
}

async function unpackedHead(path: string): Promise<Uint8Array> {
  const source = openBytes(path, "zstd", 0);
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    return bytes.subarray(0, await source.read(bytes));
  } finally {
    source.close();
  }
}

/** Returns what files beside a transcript say of it; nothing where they cannot be read. */
function factsBeside({ path, client, head }: TranscriptFile): FileFacts {
  const none: FileFacts = { folder: null, sessionKey: null };
  if (client === "openclaw") return { ...none, sessionKey: sessionKeyOf(path) };
  if (client !== "gemini") return none;
  const project = /"projectHash"\s*:\s*"([0-9a-f]{64})"/.exec(new TextDecoder().decode(head))?.[1];
  const folder = readSmall(join(dirname(path), "..", ".project_root"))?.trim();
  // The transcript holds a digest of its folder: the file beside it counts only if it agrees.
  return folder !== undefined && project === sha256Hex(folder) ? { ...none, folder } : none;
}

/** OpenClaw lists the files of its sessions by their keys. */
function sessionKeyOf(path: string): string | null {
  const id = /^([0-9a-f-]{8,})\.jsonl/.exec(basename(path))?.[1];
  const text = id === undefined ? undefined : readSmall(join(dirname(path), "sessions.json"));
  if (text === undefined) return null;
  try {
    const list: unknown = JSON.parse(text);
    if (!isRecord(list)) return null;
    return Object.entries(list).find(([, it]) => isRecord(it) && it["sessionId"] === id)?.[0] ?? null;
  } catch {
    // Written at this moment, or damaged: the messages themselves still tell groups and timers.
    return null;
  }
}

/** A list of sessions has some hundred bytes each. */
const MOST_BESIDE_BYTES = 16 * 1024 * 1024;

function readSmall(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MOST_BESIDE_BYTES ? readFileSync(path, "utf8") : undefined;
  } catch (error) {
    if (UNREADABLE.has(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR", "ELOOP"]);
