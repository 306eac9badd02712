/**
 * What was forgotten, by keyed hashes alone (SPEC 7.6): enough to know it again when it comes back, and nothing to read it
 * from.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { keyedHash } from "../../base/hash.ts";
import { claimWords, wordSize } from "../../base/text/claim_words.ts";
import type { Connection } from "../connect.ts";

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
    const { count = 0, newest = 0 } = connection.prepare<Omit<Known, "heads" | "key">>(STAMP).get() ?? {};
    // Rows come and go, and no id is used twice: both numbers together change with every change.
    if (known?.count !== count || known.newest !== newest) known = { ...load(connection, hmacKey()), count, newest };
    return known;
  };
  const find = (text: string, law: Law) => {
    const all = read();
    return all.count === 0 ? [] : found(text, all, law);
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
        const key = hmacKey();
        const add = connection.prepare(ADD);
        const before = read().count;
        for (const text of texts) {
          const { words } = claimWords(text);
          const [first] = words;
          if (first === undefined) continue;
          const isLong = words.reduce((size, word) => size + wordSize(word), 0) >= LONG_SIZE;
          add.run(hashOf(words, key), headOf(first, key), words.length, Number(isLong), at);
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

/** SPEC 4.3: from 12 chars on, a CJK character counting two, a text inside another one is no chance. */
const LONG_SIZE = 12;

/** Where in a text the words have to stand: as a sentence or clause of their own, or anywhere. */
type Law = "sentence" | "anywhere";

interface Known {
  /** The hash of each forgotten text, by the hash of its first word. */
  readonly heads: ReadonlyMap<number, readonly Stone[]>;
  /** 64 hex digits. */
  readonly key: string;
  readonly count: number;
  readonly newest: number;
}

interface Stone {
  /** 64 hex digits. */
  readonly hash: string;
  readonly head: number;
  readonly words: number;
  readonly isLong: number;
}

function load(connection: Connection, key: string): Pick<Known, "heads" | "key"> {
  return { heads: Map.groupBy(connection.prepare<Stone>(ALL).all(), ({ head }) => head), key };
}

/** Returns the hashes of what a text repeats, each once. */
function found(text: string, { heads, key }: Known, law: Law): string[] {
  const { words, isBroken } = claimWords(text);
  const hashes = new Set<string>();
  for (const [at, word] of words.entries()) {
    const stones = heads.get(headOf(word, key));
    if (stones === undefined) continue;
    for (const count of new Set(stones.map((stone) => stone.words))) {
      const end = at + count;
      if (end > words.length) continue;
      const isApart = isBroken[at] === true && isBroken[end] === true;
      if (law === "sentence" && !isApart) continue;
      const hash = hashOf(words.slice(at, end), key);
      if (stones.some((stone) => stone.hash === hash && (isApart || stone.isLong === 1))) hashes.add(hash);
    }
  }
  return [...hashes];
}

function hashOf(words: readonly string[], key: string): string {
  return keyedHash(key, words.join(" "));
}

/** Says little of the word: 16 bits under a seed that is half the key's own. */
function headOf(word: string, key: string): number {
  return Bun.hash.xxHash32(word, Number.parseInt(key.slice(0, SEED_DIGITS), 16)) & HEAD_BITS;
}

/** 32 bits. */
const SEED_DIGITS = 8;
const HEAD_BITS = 0xffff;

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
