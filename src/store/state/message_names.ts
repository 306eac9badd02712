/**
 * The names by which messages of transcripts are known again, as keyed hashes.
 *
 * @module
 */
import { keyedHash } from "../../base/hash.ts";
import { NumberFlags } from "../../base/number_flags.ts";
import type { Connection } from "../connect.ts";
import type { StateMeta } from "./state_meta.ts";

/** Whether a message is known: not at all, as anybody's, or as the owner's by proof. */
export type Acquaintance = "new" | "known" | "proven";

/** The table of names. Every write joins the running transaction or makes its own. */
export interface MessageNames {
  /** Returns whether a message with one of these names is known. */
  acquaintance(keys: readonly string[]): Acquaintance;
  /** Notes the names of a message. */
  know(sessionId: number, keys: readonly string[], isProven: boolean): void;
  /**
   * Keeps in memory what tells of most new names that they are new, until the function is called that it returns: for who asks
   * about thousands of them. Nobody else may note some in between.
   */
  holdNames(): () => void;
}

/** Returns the table of an open state. */
export function messageNames(connection: Connection, meta: Pick<StateMeta, "hmacKey">): MessageNames {
  // A message is asked about, and soon after noted.
  const hashes = new Map<string, string>();
  const hashOf = (key: string) => {
    let hash = hashes.get(key);
    if (hash === undefined) {
      if (hashes.size >= MOST_HASHES) hashes.clear();
      hashes.set(key, hash = keyedHash(meta.hmacKey, key).slice(0, HASH_DIGITS));
    }
    return hash;
  };
  let held: NumberFlags | null = null;
  const mayKnow = (hash: string) => held === null || held.get(beginning(hash)) !== 0;
  return {
    acquaintance: (keys) => {
      const find = connection.prepare<{ isProven: number }>(KNOWN);
      const found = keys.map(hashOf).filter(mayKnow).map((hash) => find.get(hash)).filter((row) => row !== null);
      return found.some(({ isProven }) => isProven === 1) ? "proven" : found.length > 0 ? "known" : "new";
    },
    know: (sessionId, keys, isProven) =>
      connection.transaction(() => {
        const put = connection.prepare(KNOW);
        for (const hash of keys.map(hashOf)) {
          put.run(hash, sessionId, Number(isProven));
          held?.add(beginning(hash), 1);
        }
      }),
    holdNames: () => {
      const names = new NumberFlags();
      const rows = connection.prepare<{ start: string }>(BEGINNINGS).iterate();
      for (const { start } of rows) names.add(beginning(start), 1);
      held = names;
      return () => {
        held = null;
      };
    },
  };
}

/** Returns the number that a hash in hex digits begins with. */
function beginning(hash: string): number {
  return Number.parseInt(hash.slice(0, BEGINNING_DIGITS), 16);
}

/** 48 bits: of a million names two have the same by chance once in five hundred times, which costs a look. */
const BEGINNING_DIGITS = 12;

/** Names of messages between two writes, and their hashes: half a megabyte. */
const MOST_HASHES = 2_000;

/** 12 bytes: of a billion names two are the same by chance once in a hundred billion times. */
const HASH_DIGITS = 24;

const KNOWN = "SELECT is_proven AS isProven FROM ingested_messages WHERE hash = unhex(?)";
const BEGINNINGS = `SELECT lower(hex(substr(hash, 1, ${BEGINNING_DIGITS / 2}))) AS start FROM ingested_messages`;
const KNOW = `INSERT INTO ingested_messages (hash, session_id, is_proven) VALUES (unhex(?), ?, ?)
  ON CONFLICT (hash) DO UPDATE SET is_proven = max(is_proven, excluded.is_proven)`;
