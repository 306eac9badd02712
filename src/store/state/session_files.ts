/**
 * The curated files as a session last had them, so that it can be told of what changed since (SPEC 9.1). Keys only; no text.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** One file as a session had it. */
export interface SessionFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** What the file system said of it; `""` if it has to be looked at again in any case. */
  readonly stamp: string;
  /** Of its text; `""` if there was no such file. */
  readonly hash: string;
  /** Keys of the entries that might have been given, `e:` and 12 hex digits. */
  readonly known: ReadonlySet<string>;
  /** Keys of those that were. */
  readonly shown: ReadonlySet<string>;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface SessionFiles {
  /** Returns the files of a session by their path. */
  of(session: string): Map<string, SessionFile>;
  /** Enters a file, or replaces what is known of one. */
  put(session: string, file: SessionFile, at: IsoTime): void;
  /** Deletes what was given before a moment and returns how many rows went. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function sessionFilesTable(connection: Connection): SessionFiles {
  return {
    of: (session) =>
      new Map(
        connection.prepare<StoredFile>(OF).all(session).map(({ known, shown, ...row }) => [
          row.path,
          { ...row, known: unpack(known), shown: unpack(shown) },
        ]),
      ),
    put: (session, { path, stamp, hash, known, shown }, at) => {
      connection.loggingTransaction(() =>
        connection.prepare(PUT).run(session, path, stamp, hash, pack(known), pack(shown), at)
      );
    },
    dropBefore: (moment) => connection.transaction(() => connection.prepare(DROP_BEFORE).run(moment).changes),
  };
}

interface StoredFile {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  readonly known: string;
  readonly shown: string;
}

/** What every key begins with; left out in the table. */
const PREFIX = "e:";
/** Digits of a key behind it. */
const DIGITS = 12;

function pack(keys: ReadonlySet<string>): string {
  return [...keys].map((key) => key.slice(PREFIX.length)).join("");
}

function unpack(digits: string): Set<string> {
  const keys = new Set<string>();
  for (let at = 0; at < digits.length; at += DIGITS) keys.add(PREFIX + digits.slice(at, at + DIGITS));
  return keys;
}

const OF = "SELECT path, stamp, hash, known, shown FROM session_files WHERE session = ?";
const PUT =
  "INSERT OR REPLACE INTO session_files (session, path, stamp, hash, known, shown, given_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
const DROP_BEFORE = "DELETE FROM session_files WHERE unixepoch(given_at) < unixepoch(?)";
