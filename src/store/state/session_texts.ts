/**
 * What tools gave a session, as hashes (SPEC 4.5): who repeats it later in the session says nothing new.
 *
 * One row a text. To ask about a sentence all rows of a session are gone through, at most 16 MB for the 2,000,000
 * shingles that are kept; a row a shingle would make every tool call a thousand times as dear to write.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** A text as it is kept. */
export interface TextHashes {
  /** 32 hex digits of a digest of the text: the same text is kept once. */
  readonly digest: string;
  /** It came from a tool that reads from outside. */
  readonly isOutside: boolean;
  /** See `wordRuns()`; each once. */
  readonly shingles: HashList;
  /** Hashes of the numbers, addresses and identifiers in it; each once. */
  readonly names: HashList;
}

/** Hashes, each once. */
export type HashList = Float64Array;

/** None. */
export const NO_HASHES: HashList = new Float64Array();

/** A text as it was kept. */
export interface KeptText {
  /** See {@linkcode TextHashes.isOutside}. */
  readonly isOutside: boolean;
  /** See {@linkcode TextHashes.shingles}. */
  readonly shingles: Float64Array;
  /** See {@linkcode TextHashes.names}. */
  readonly names: Float64Array;
  /** When it came, or `null` if nobody noted it. */
  readonly addedAt: IsoTime | null;
}

/** What is asked about a sentence. */
export interface TextQuestion {
  /** Its shingles. */
  readonly shingles: ReadonlySet<number>;
  /** Its names. */
  readonly names: ReadonlySet<number>;
}

/** What is known about a sentence. */
export interface TextAnswer {
  /** Those of its shingles that some text has. */
  readonly shared: ReadonlySet<number>;
  /** Those of its names that stood in a text from outside before they stood in any other. */
  readonly outsideNames: ReadonlySet<number>;
}

/** Which texts are asked. */
export type AskedTexts = "all" | "outside";

/** The texts' table. Every write joins the running transaction or makes its own. */
export interface SessionTexts {
  /**
   * Keeps a text, and returns whether older ones fell out for it; of a text that is there already nothing changes.
   *
   * @param at when it came. @default not known
   */
  add(sessionId: number, text: TextHashes, at?: IsoTime | null): boolean;
  /** Goes through the texts of a session, oldest first. */
  each(sessionId: number, look: (text: KeptText) => void): void;
  /** Returns what the texts of a session say about a sentence: all of them, or those from outside alone. */
  ask(sessionId: number, question: TextQuestion, which?: AskedTexts): TextAnswer;
  /** Returns how many shingles of a session are kept. */
  count(sessionId: number): number;
  /** Deletes the oldest texts over the most that are kept for all sessions, and returns the ids of the sessions that lost some. */
  dropOverall(): number[];
}

/** Shingles kept for one session (SPEC 4.5); names count as well, so that neither grows without end. */
export const MOST_SESSION_HASHES = 2_000_000;

/** Hashes kept for all sessions together, 80 MB. */
export const MOST_HASHES = 10_000_000;

/** The tables of this form: what hooks told of, and what stands in transcripts. */
export type TextsTable = "session_texts" | "transcript_texts";

/** Returns one of the tables of an open state. */
export function sessionTextsTable(
  connection: Connection,
  table: TextsTable = "session_texts",
  mostHashes = MOST_SESSION_HASHES,
): SessionTexts {
  const sql = statements(table);
  const sizes = (source: string, ...values: number[]) => connection.prepare<TextSize>(source).all(...values);
  const drop = (rows: readonly TextSize[]) => {
    for (const { id } of rows) connection.prepare(sql.remove).run(id);
  };
  const texts = (sessionId: number, which: AskedTexts = "all") =>
    connection.prepare<StoredText>(which === "all" ? sql.textsOf : sql.outsideOf).iterate(sessionId);
  // What is kept of a session, as far as this program wrote it: going through all rows for each new one would be most of
  // the work of a long transcript. Rows of other programs are counted again when the sum passes the most.
  const sums = new Map<number, number>();
  const sumOf = (sessionId: number) => connection.prepare<{ size: number }>(sql.sumOf).get(sessionId)?.size ?? 0;
  return {
    add: (sessionId, text, at = null) =>
      connection.transaction(() => {
        const row = [packedNumbers(text.shingles), packedNumbers(text.names)] as const;
        const values = [sessionId, text.digest, Number(text.isOutside), ...row, at];
        const isNew = connection.prepare(sql.add).run(...values).changes > 0;
        if (!isNew) return false;
        const [shingles, names] = row;
        const added = (shingles.length + names.length) / BYTES_PER_HASH;
        const before = sums.get(sessionId);
        const sum = before === undefined ? sumOf(sessionId) : before + added;
        sums.set(sessionId, sum);
        if (sum <= mostHashes) return false;
        const left = sumOf(sessionId);
        const fallen = oldest(connection.prepare<TextSize>(sql.oldestOf).iterate(sessionId), left - mostHashes);
        drop(fallen);
        sums.set(sessionId, fallen.reduce((rest, { size }) => rest - size, left));
        return fallen.length > 0;
      }),
    each: (sessionId, look) => {
      for (const { isOutside, addedAt, ...row } of texts(sessionId)) {
        look({
          isOutside: isOutside === 1,
          shingles: unpackedNumbers(row.shingles),
          names: unpackedNumbers(row.names),
          addedAt,
        });
      }
    },
    ask: (sessionId, question, which) => ask(texts(sessionId, which), question),
    count: (sessionId) => connection.prepare<{ n: number }>(sql.count).get(sessionId)?.n ?? 0,
    dropOverall: () =>
      connection.transaction(() => {
        const fallen = beyond(sizes(sql.sizes), MOST_HASHES);
        drop(fallen);
        return [...new Set(fallen.map(({ sessionId }) => sessionId))];
      }),
  };
}

/** Hashes are kept as doubles. */
const BYTES_PER_HASH = 8;

interface TextSize {
  readonly id: number;
  readonly sessionId: number;
  readonly size: number;
}

/** Returns the rows that do not fit, of those that are given newest first. */
function beyond(rows: readonly TextSize[], most: number): TextSize[] {
  let total = 0;
  return rows.filter(({ size }) => (total += size) > most);
}

/** Returns the first rows of those that are given oldest first, until so many hashes are in them. */
function oldest(rows: Iterable<TextSize>, hashes: number): TextSize[] {
  const found: TextSize[] = [];
  let left = hashes;
  for (const row of rows) {
    if (left <= 0) break;
    found.push(row);
    left -= row.size;
  }
  return found;
}

function ask(texts: Iterable<StoredText>, { shingles, names }: TextQuestion): TextAnswer {
  const shared = new Set<number>();
  const outsideNames = new Set<number>();
  const open = new Set(names);
  for (const row of texts) {
    if (shared.size < shingles.size) {
      for (const hash of unpackedNumbers(row.shingles)) if (shingles.has(hash)) shared.add(hash);
    }
    if (open.size === 0) continue;
    for (const hash of unpackedNumbers(row.names)) {
      // The first text that has a name decides; rows come oldest first.
      if (open.delete(hash) && row.isOutside === 1) outsideNames.add(hash);
    }
  }
  return { shared, outsideNames };
}

interface StoredText {
  readonly isOutside: number;
  readonly shingles: Uint8Array;
  readonly names: Uint8Array;
  readonly addedAt: IsoTime | null;
}

/** Returns hashes as they are stored. @param hashes each once, or anything that may repeat them */
export function packedNumbers(hashes: HashList | Iterable<number>): Uint8Array {
  const list = hashes instanceof Float64Array ? hashes : Float64Array.from(new Set(hashes));
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}

/** Returns hashes from the bytes of a column. */
export function unpackedNumbers(bytes: Uint8Array): Float64Array {
  // Copied, since the bytes of a column need not begin where a number may.
  return new Float64Array(new Uint8Array(bytes).buffer);
}

/** Returns the statements of a table; both have the same columns. */
function statements(table: TextsTable) {
  const size = "(length(shingles) + length(names)) / 8";
  const sizes = `SELECT id, session_id AS sessionId, ${size} AS size FROM ${table}`;
  const texts =
    `SELECT is_outside AS isOutside, shingles, names, added_at AS addedAt FROM ${table} WHERE session_id = ?`;
  return {
    add: `INSERT INTO ${table} (session_id, digest, is_outside, shingles, names, added_at)
      VALUES (?, unhex(?), ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    sizes: `${sizes} ORDER BY id DESC`,
    sumOf: `SELECT ifnull(sum(${size}), 0) AS size FROM ${table} WHERE session_id = ?`,
    oldestOf: `${sizes} WHERE session_id = ? ORDER BY id`,
    count: `SELECT ifnull(sum(length(shingles)) / 8, 0) AS n FROM ${table} WHERE session_id = ?`,
    textsOf: `${texts} ORDER BY id`,
    outsideOf: `${texts} AND is_outside = 1 ORDER BY id`,
    remove: `DELETE FROM ${table} WHERE id = ?`,
  };
}
