/**
 * What was forgotten, by keyed hashes alone (SPEC 7.6): enough to know it again when it comes back, and nothing to read it
 * from.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import { type ForgottenLaw, type ForgottenMark, markFinder, markOf } from "./forgotten_words.ts";

/** The tombstones. Every write joins the running transaction or makes its own. */
export interface Tombstones {
  /** Whether nothing was ever forgotten; costs next to nothing. */
  isEmpty(): boolean;
  /**
   * Returns whether a text, or a sentence or clause of it between two signs of punctuation, says what was forgotten, in
   * the same words. What only mentions it in the middle of a longer sentence says something else.
   */
  isForgotten(text: string): boolean;
  /**
   * Returns whether the words of something forgotten stand in a text one after the other, whatever is around them; of what is
   * shorter than 12 chars the same as {@linkcode isForgotten}. Asked of what must not hold the words, such as transcripts.
   */
  repeats(text: string): boolean;
  /** Returns when what a text says was forgotten, or `null`. */
  forgottenAt(text: string): IsoTime | null;
  /** Notes texts as forgotten and returns how many are new; a text without any word is left out. */
  add(texts: readonly string[], at: IsoTime): number;
  /** Takes back that what a text says was forgotten, and returns whether it was: the owner said it again. */
  lift(text: string): boolean;
  /** Returns how many there are. */
  count(): number;
}

/** Returns the table of an open state. */
export function tombstonesTable(connection: Connection, hmacKey: () => string): Tombstones {
  let known: Known | null = null;
  const read = (): Known => {
    const { count = 0, newest = 0 } = connection.prepare<Stamp>(STAMP).get() ?? {};
    // Rows come and go, and no id is used twice: both numbers together change with every change.
    if (known?.count !== count || known.newest !== newest) {
      known = { find: markFinder(connection.prepare<StoredMark>(ALL).all().map(toMark), hmacKey()), count, newest };
    }
    return known;
  };
  const find = (text: string, law: ForgottenLaw) => {
    const { count, find: found } = read();
    return count === 0 ? [] : found(text, law);
  };
  return {
    isEmpty: () => connection.prepare(ANY).get() === null,
    isForgotten: (text) => find(text, "sentence").length > 0,
    repeats: (text) => find(text, "anywhere").length > 0,
    forgottenAt: (text) => {
      const hashes = find(text, "sentence");
      return connection.prepare<{ at: IsoTime }>(LATEST).get(JSON.stringify(hashes))?.at ?? null;
    },
    add: (texts, at) =>
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        const before = read().count;
        for (const mark of texts.map((text) => markOf(text, hmacKey()))) {
          if (mark !== null) add.run(mark.hash, mark.head, mark.words, Number(mark.isLong), at);
        }
        return read().count - before;
      }),
    lift: (text) =>
      connection.transaction(() => {
        const hashes = find(text, "sentence");
        return hashes.length > 0 && connection.prepare(LIFT).run(JSON.stringify(hashes)).changes > 0;
      }),
    count: () => read().count,
  };
}

interface Stamp {
  readonly count: number;
  readonly newest: number;
}

interface Known extends Stamp {
  readonly find: ReturnType<typeof markFinder>;
}

interface StoredMark extends Omit<ForgottenMark, "isLong"> {
  readonly isLong: number;
}

function toMark(row: StoredMark): ForgottenMark {
  return { ...row, isLong: row.isLong === 1 };
}

const ANY = "SELECT id FROM tombstones LIMIT 1";
const STAMP = `SELECT count(*) AS count,
  (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tombstones') AS newest FROM tombstones`;
const ALL = "SELECT lower(hex(hash)) AS hash, head, words, is_long AS isLong FROM tombstones";
const HASHES = "hash IN (SELECT unhex(value) FROM json_each(?))";
const LATEST =
  `SELECT forgotten_at AS at FROM tombstones WHERE ${HASHES} ORDER BY unixepoch(forgotten_at) DESC LIMIT 1`;
const ADD = `INSERT INTO tombstones (hash, head, words, is_long, forgotten_at) VALUES (unhex(?), ?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET forgotten_at = excluded.forgotten_at`;
const LIFT = `DELETE FROM tombstones WHERE ${HASHES}`;
