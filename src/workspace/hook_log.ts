/**
 * The log of hooks: that they came, when, how long they took and what came of it. It holds no text.
 *
 * @module
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { isRecord } from "../base/record.ts";
import type { WorkspaceLayout } from "./layout.ts";

/** One call of a hook. */
export interface HookRecord {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** As in `claude-code`. */
  readonly client: string;
  /** The event by our name, or `unknown`. */
  readonly event: string;
  /** A short hash of the session's id; `null` if there was none. */
  readonly session: string | null;
  /** What came of it, in a few fixed words, or the code of an error. */
  readonly outcome: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** Chars put before the agent. */
  readonly injectedChars: number;
}

/** At this size, half a megabyte or some 3,000 calls, the log begins anew; one older log is kept. */
const MOST_BYTES = 512 * 1024;

/** Whoever reads along when somebody worked learns something: nobody else does. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Returns the path of the log. */
export function hookLogPath({ logsDir }: Pick<WorkspaceLayout, "logsDir">): string {
  return join(logsDir, "hooks.jsonl");
}

/** Adds a record; lines of processes that write at once do not mix. */
export function appendHookRecord(layout: Pick<WorkspaceLayout, "logsDir">, record: HookRecord): void {
  const path = hookLogPath(layout);
  mkdirSync(layout.logsDir, { recursive: true, mode: FOLDER_MODE });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameIfThere(path);
  appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: FILE_MODE });
}

/** Returns the records that are kept, oldest first; a torn or foreign line is left out. */
export function readHookRecords(layout: Pick<WorkspaceLayout, "logsDir">): HookRecord[] {
  const path = hookLogPath(layout);
  return [`${path}.1`, path].flatMap((each) => textOf(each).split("\n").flatMap((line) => parseRecord(line) ?? []));
}

function renameIfThere(path: string): void {
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

function parseRecord(line: string): HookRecord | null {
  if (line === "") return null;
  try {
    const value: unknown = JSON.parse(line);
    return isHookRecord(value) ? value : null;
  } catch {
    // A process was killed while it wrote.
    return null;
  }
}

function isHookRecord(value: unknown): value is HookRecord {
  if (!isRecord(value)) return false;
  const { at, client, event, outcome, ms } = value;
  return [at, client, event, outcome].every((each) => typeof each === "string") && typeof ms === "number";
}
