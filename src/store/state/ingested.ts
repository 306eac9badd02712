/**
 * What was ingested (SPEC 7.4): how far each transcript was read, and which of its messages are known. What is read twice
 * counts once, whatever became of the file.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import { type MessageNames, messageNames } from "./message_names.ts";
import type { StateMeta } from "./state_meta.ts";

/** How far a file was read. */
export interface IngestedFile {
  /** Absolute. */
  readonly path: string;
  /** Whose format it has. */
  readonly client: string;
  /** Bytes when it was read last. */
  readonly size: number;
  /** When it had been written last, in milliseconds. */
  readonly mtimeMs: number;
  /** Digest of its first line. */
  readonly firstHash: string;
  /** Digest of all before `byteOffset`. */
  readonly readHash: string;
  /** The line that comes next, 1-based. */
  readonly line: number;
  /** Bytes that were read. */
  readonly byteOffset: number;
  /** What the reader has to know to go on, JSON. */
  readonly reading: string;
  /** When it was read last. */
  readonly readAt: IsoTime;
}

/** A session that was ingested. */
export interface IngestedSession {
  /** Grows; never used twice. */
  readonly id: number;
  /** Whose session it is. */
  readonly client: string;
  /** The client's own id. */
  readonly name: string;
  /** When the newest of its messages was said, or `null`. */
  readonly lastAt: IsoTime | null;
  /** Bytes of its redacted transcripts before a write that was not completed, by path, JSON; `null`: all were. */
  readonly writing: string | null;
  /** What was said up to then was deleted for its age; `null`: nothing was. */
  readonly sweptUntil: IsoTime | null;
  /** It is a direct chat that its transcripts describe completely, and none was set aside; `null`: nobody looked. */
  readonly isPrivate: boolean | null;
}

/** The tables. Every write joins the running transaction or makes its own. */
export interface Ingested extends MessageNames {
  /** Returns how far a file was read, or `null`. */
  file(path: string): IngestedFile | null;
  /** Returns the files with that first line, the one that was read furthest first. */
  filesByFirst(firstHash: string): IngestedFile[];
  /** Notes how far a file was read. */
  putFile(file: IngestedFile): void;
  /** Forgets how far a file was read. */
  removeFile(path: string): void;
  /** Returns the files that are named after some sessions, each once, in order. */
  filesOfSessions(names: readonly string[]): string[];
  /** Returns a session, or `null`. */
  session(client: string, name: string): IngestedSession | null;
  /** Returns a session by its id, or `null`. */
  sessionById(id: number): IngestedSession | null;
  /** Returns a session, entering it if it is new. */
  enterSession(client: string, name: string): IngestedSession;
  /** Notes that redacted transcripts are about to be written, or with `null` that they were. */
  setWriting(id: number, writing: string | null): void;
  /** Notes when the newest message was said. */
  setLastAt(id: number, at: IsoTime): void;
  /** Notes whether a session is private (see {@linkcode IngestedSession}); what once was not never is. */
  setPrivate(id: number, isPrivate: boolean): void;
  /**
   * Notes that what was said before a moment was deleted for its age: the messages of sessions of which nothing is left are
   * not known one by one any more.
   */
  sweep(before: IsoTime): void;
}

/** Returns the tables of an open state. */
export function ingestedTables(connection: Connection, meta: Pick<StateMeta, "hmacKey">): Ingested {
  const change = (sql: string, ...values: (string | number | null)[]) => {
    connection.transaction(() => connection.prepare(sql).run(...values));
  };
  const session = (client: string, name: string) =>
    toSession(connection.prepare<StoredSession>(SESSION).get(client, name));
  return {
    file: (path) => connection.prepare<IngestedFile>(FILE).get(path) ?? null,
    filesByFirst: (firstHash) => connection.prepare<IngestedFile>(FILES_BY_FIRST).all(firstHash),
    putFile: ({ path, client, size, mtimeMs, firstHash, readHash, line, byteOffset, reading, readAt }) =>
      change(PUT_FILE, path, client, size, mtimeMs, firstHash, readHash, line, byteOffset, reading, readAt),
    removeFile: (path) => change(REMOVE_FILE, path),
    filesOfSessions: (names) =>
      connection.prepare<{ path: string }>(FILES_OF_SESSIONS).all(JSON.stringify(names)).map(({ path }) => path),
    session,
    sessionById: (id) => toSession(connection.prepare<StoredSession>(SESSION_BY_ID).get(id)),
    enterSession: (client, name) =>
      connection.transaction(() => {
        connection.prepare(ENTER_SESSION).run(client, name);
        const row = session(client, name);
        if (row === null) throw new Error("A session that was just entered is not there");
        return row;
      }),
    setWriting: (id, writing) => change(SET_WRITING, writing, id),
    setLastAt: (id, at) => change(SET_LAST_AT, at, id),
    setPrivate: (id, isPrivate) => change(SET_PRIVATE, Number(isPrivate), id),
    sweep: (before) =>
      connection.transaction(() => {
        connection.prepare(SWEEP).run(before);
        connection.prepare(FORGET_MESSAGES).run();
      }),
    ...messageNames(connection, meta),
  };
}

interface StoredSession extends Omit<IngestedSession, "isPrivate"> {
  readonly isPrivate: number | null;
}

function toSession(row: StoredSession | null): IngestedSession | null {
  return row === null ? null : { ...row, isPrivate: row.isPrivate === null ? null : row.isPrivate === 1 };
}

const FILES = `SELECT path, client, size, mtime_ms AS mtimeMs, first_hash AS firstHash, read_hash AS readHash, line,
  byte_offset AS byteOffset, reading, read_at AS readAt FROM ingested_files`;
const FILE = `${FILES} WHERE path = ?`;
const FILES_BY_FIRST = `${FILES} WHERE first_hash = ? ORDER BY byte_offset DESC, path`;
// Clients name a transcript after its session.
const FILES_OF_SESSIONS = `SELECT DISTINCT f.path FROM ingested_files AS f, json_each(?) AS named
  WHERE instr(f.path, named.value) > 0 ORDER BY f.path`;
const PUT_FILE = `INSERT INTO ingested_files (path, client, size, mtime_ms, first_hash, read_hash, line, byte_offset,
    reading, read_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET client = excluded.client, size = excluded.size, mtime_ms = excluded.mtime_ms,
    first_hash = excluded.first_hash, read_hash = excluded.read_hash, line = excluded.line,
    byte_offset = excluded.byte_offset, reading = excluded.reading,
    read_at = excluded.read_at`;
const REMOVE_FILE = "DELETE FROM ingested_files WHERE path = ?";
const SESSIONS = `SELECT id, client, name, last_at AS lastAt, writing, swept_until AS sweptUntil,
  is_private AS isPrivate FROM ingested_sessions`;
const SESSION = `${SESSIONS} WHERE client = ? AND name = ?`;
const SESSION_BY_ID = `${SESSIONS} WHERE id = ?`;
const ENTER_SESSION = "INSERT INTO ingested_sessions (client, name) VALUES (?, ?) ON CONFLICT DO NOTHING";
const SET_WRITING = "UPDATE ingested_sessions SET writing = ? WHERE id = ?";
const SET_LAST_AT = `UPDATE ingested_sessions SET last_at = ?1
  WHERE id = ?2 AND (last_at IS NULL OR unixepoch(last_at) < unixepoch(?1))`;
const SET_PRIVATE = "UPDATE ingested_sessions SET is_private = min(ifnull(is_private, 1), ?1) WHERE id = ?2";
const SWEEP = `UPDATE ingested_sessions SET swept_until = ?1 WHERE unixepoch(last_at) < unixepoch(?1)
  AND (swept_until IS NULL OR unixepoch(swept_until) < unixepoch(last_at))`;
const FORGET_MESSAGES = `DELETE FROM ingested_messages WHERE session_id IN (
  SELECT id FROM ingested_sessions WHERE unixepoch(last_at) <= unixepoch(swept_until))`;
