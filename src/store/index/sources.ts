/**
 * Files that the index knows.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import { SESSIONS_PREFIX, type Tier } from "../../provenance/tier.ts";
import type { Connection } from "../connect.ts";

/** What `stat` said when a file was read: unchanged values mean an unchanged file. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fraction. */
  readonly mtimeMs: number;
  /** Like `mtimeMs`; also moves when someone sets the modification time back. */
  readonly ctimeMs: number;
}

/** What is stored about a file. */
export interface SourceFacts extends FileStamp {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** It changed so shortly before it was read that its stamp proves nothing: hashed again next time. */
  readonly isUnsettled: boolean;
  /** The tier of the path. */
  readonly tier: Tier;
  /** The local day of a diary. */
  readonly day: LocalDay | null;
  /** When its rows were written. */
  readonly indexedAt: IsoTime;
  /** Why the file has no chunks although it was read ("binary"), else `null`. */
  readonly skipReason: string | null;
  /** Some annotation in it cannot be read (SPEC 5, step 4). */
  readonly hasMalformed: boolean;
}

/** One file. */
export interface SourceRow extends SourceFacts {
  /** Stays when the file is indexed again. */
  readonly id: number;
}

/** What tells whether a file may have changed. */
export interface SourceStamp extends FileStamp {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** 0 or 1; see {@linkcode SourceFacts.isUnsettled}. */
  readonly isUnsettled: number;
}

/** The sources' table; {@linkcode IndexStore.replaceFile} writes it. */
export interface Sources {
  /** Returns every file under its path. */
  all(): Map<string, SourceRow>;
  /** Returns the stamps of every file: all that is needed when nothing changed, in a third of the time. */
  stamps(): SourceStamp[];
  /** Returns the stamps of some files; what is not known has none. */
  stampsOf(paths: readonly string[]): SourceStamp[];
  /** Returns the paths of all files, each on a line, in no order: for a look whether any of them holds a name. */
  allPaths(): string;
  /** Returns one file, or `null`. */
  get(path: string): SourceRow | null;
  /** Returns the dated notes and transcripts of some days, the newest day first, at most `limit`. */
  pathsOfDays(from: LocalDay, to: LocalDay, limit: number): string[];
  /** Whether a transcript is among them. */
  hasTranscripts(): boolean;
  /** Whether there are none: asked at once, where counting reads every path. */
  isEmpty(): boolean;
  /** How many there are. */
  count(): number;
  /** Returns the files that were read but have no chunks, and why. */
  skipped(): { readonly path: string; readonly reason: string }[];
  /** Notes a new stamp of a file whose bytes did not change. */
  restamp(id: number, stamp: FileStamp & { readonly isUnsettled: boolean }): void;
}

/** Returns the table of an open index. */
export function sourcesTable(connection: Connection): Sources {
  return {
    all: () => {
      const rows = connection.prepare<StoredSource>(ALL).all();
      return new Map(rows.map((row) => [row.path, toSource(row)]));
    },
    stamps: () => connection.prepare<SourceStamp>(STAMPS).all(),
    stampsOf: (paths) => {
      const one = connection.prepare<SourceStamp>(STAMP_OF);
      return paths.map((path) => one.get(path)).filter((stamp) => stamp !== null);
    },
    allPaths: () => connection.prepare<{ readonly paths: string | null }>(ALL_PATHS).get()?.paths ?? "",
    get: (path) => {
      const row = connection.prepare<StoredSource>(GET).get(path);
      return row === null ? null : toSource(row);
    },
    pathsOfDays: (from, to, limit) =>
      connection.prepare<{ path: string }>(OF_DAYS).all(from, to, limit).map(({ path }) => path),
    hasTranscripts: () =>
      connection.prepare(A_TRANSCRIPT).get(SESSIONS_PREFIX, `${SESSIONS_PREFIX}\u{10ffff}`) !== null,
    isEmpty: () => connection.prepare(ANY).get() === null,
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
    skipped: () => connection.prepare<{ path: string; reason: string }>(SKIPPED).all(),
    restamp: (id, { size, mtimeMs, ctimeMs, isUnsettled }) => {
      connection.transaction(() => connection.prepare(RESTAMP).run(size, mtimeMs, ctimeMs, isUnsettled ? 1 : 0, id));
    },
  };
}

interface StoredSource extends Omit<SourceRow, "isUnsettled" | "hasMalformed"> {
  readonly isUnsettled: number;
  readonly hasMalformed: number;
}

function toSource(row: StoredSource): SourceRow {
  return { ...row, isUnsettled: row.isUnsettled === 1, hasMalformed: row.hasMalformed === 1 };
}

const SELECT =
  `SELECT id, path, hash, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, is_unsettled AS isUnsettled, tier,
  day, indexed_at AS indexedAt, skip_reason AS skipReason, has_malformed AS hasMalformed FROM sources`;
const ALL = `${SELECT} ORDER BY path`;
const GET = `${SELECT} WHERE path = ?`;
const OF_DAYS = `SELECT path FROM sources WHERE day BETWEEN ? AND ? AND skip_reason IS NULL
  ORDER BY day DESC, path LIMIT ?`;
const A_TRANSCRIPT = "SELECT 1 FROM sources WHERE path >= ? AND path < ? LIMIT 1";
const STAMPS = `SELECT path, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, is_unsettled AS isUnsettled FROM sources`;
const ALL_PATHS = "SELECT group_concat(path, char(10)) AS paths FROM sources";
const STAMP_OF = `${STAMPS} WHERE path = ?`;
const COUNT = "SELECT count(*) AS n FROM sources";
const ANY = "SELECT 1 FROM sources LIMIT 1";
const SKIPPED = "SELECT path, skip_reason AS reason FROM sources WHERE skip_reason IS NOT NULL ORDER BY path";
const RESTAMP = "UPDATE sources SET size = ?, mtime_ms = ?, ctime_ms = ?, is_unsettled = ? WHERE id = ?";
