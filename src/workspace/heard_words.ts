/**
 * What hooks heard of a session of which no transcript can be read: one file a session in the data folder, in which each line
 * is one thing said, redacted. It is read as a transcript is, and deleted once it was.
 *
 * @module
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import type { WorkspaceLayout } from "./layout.ts";

/** What the first line of such a file holds in `format`. */
export const HEARD_FORMAT = "memory-hooks";

/** The session, as its first line tells of it. */
export interface HeardSession {
  /** As in `cursor`. */
  readonly client: string;
  /** The client's id of it. */
  readonly session: string;
  /** ISO 8601 with offset. */
  readonly startedAt: string;
  /** The folder it was started for. */
  readonly folder: string;
}

/** One thing said. */
export interface HeardMessage {
  /** Who speaks. */
  readonly role: "user" | "assistant";
  /** The same for the same event, however often it is told. */
  readonly id: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  /** Redacted. */
  readonly text: string;
}

type Place = Pick<WorkspaceLayout, "dataDir">;

/** Returns the folder of these files. */
export function heardFolder({ dataDir }: Place): string {
  return join(dataDir, "heard");
}

/** Returns the path of a session's file. It holds the name of the session, unless that is none for a file. */
export function heardPath(layout: Place, { client, session }: Pick<HeardSession, "client" | "session">): string {
  const name = /^[\w-][\w.-]*$/.test(session) ? session : shortHash(session, NAME_DIGITS);
  return join(heardFolder(layout), `${client}-${name}.jsonl`);
}

const NAME_DIGITS = 16;

/** Nobody else reads what was said. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Adds what was said; the lines of processes that write at once do not mix. @throws the system's error */
export function appendHeard(layout: Place, heard: HeardSession, messages: readonly HeardMessage[]): void {
  const path = heardPath(layout, heard);
  mkdirSync(heardFolder(layout), { recursive: true, mode: FOLDER_MODE });
  const session = { type: "session", format: HEARD_FORMAT, version: 1, kind: "interactive", chat: "direct", ...heard };
  const said = messages.map((message) => ({
    type: "message",
    ...message,
    ...(message.role === "user" ? { isPerson: true } : {}),
  }));
  const lines = existsSync(path) ? said : [session, ...said];
  // A line that a process left torn ends here.
  appendFileSync(path, `\n${lines.map((line) => `${JSON.stringify(line)}\n`).join("")}`, { mode: FILE_MODE });
}

/** Deletes the files that were last written before a moment, in milliseconds; `Infinity`: all of them. */
export function pruneHeard(layout: Place, beforeMs: number): void {
  const folder = heardFolder(layout);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() === true && stat.mtimeMs < beforeMs) rmSync(path, { force: true });
  }
}

/**
 * Takes messages out of all files. A hook that writes meanwhile writes into a new file, to which the rest is added.
 *
 * @param goes whether a message with such a text is taken out
 */
export function dropHeard(layout: Place, goes: (text: string) => boolean): void {
  const folder = heardFolder(layout);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (!name.endsWith(".jsonl") || !linesOf(path).some((line) => goes(textOf(line)))) continue;
    const aside = `${path}.cut`;
    renameSync(path, aside);
    const kept = linesOf(aside).filter((line) => !goes(textOf(line)));
    appendFileSync(path, kept.map((line) => `\n${line}\n`).join(""), { mode: FILE_MODE });
    rmSync(aside);
  }
}

function linesOf(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? readFileSync(path, "utf8").split("\n").filter((line) => line !== "") : [];
}

/** Returns the text of a message; of a line that a process left torn, the line. */
function textOf(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    const text = typeof value === "object" && value !== null && "text" in value ? value.text : "";
    return typeof text === "string" ? text : "";
  } catch {
    return line;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
