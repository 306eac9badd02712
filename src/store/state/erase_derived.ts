/**
 * Takes out of the state whatever was made from a forgotten text (SPEC 7.6). Part of a running transaction.
 *
 * @module
 */
import { sha256Hex } from "../../base/hash.ts";
import { wordRuns } from "../../base/text/word_runs.ts";
import type { Connection } from "../connect.ts";
import { keptForms } from "./copy_text.ts";
import { FORM_END } from "./bring_to_fold.ts";
import { eraseDepartures, erasePromotions, eraseRemembered } from "./erase_promotions.ts";
import type { Erased, Erasure } from "./erasure.ts";
import { eraseIntents } from "./erase_intents.ts";
import { eraseReports } from "./erase_reports.ts";
import type { ForgottenMatcher, NamedLine } from "./forgets.ts";
import { seenLinesTable } from "./seen_lines.ts";
import { asSeen } from "./text_taint.ts";
import { packedNumbers, unpackedNumbers } from "./session_texts.ts";

/** Does it, and returns how many rows went. */
export function eraseDerived(connection: Connection, erasure: Erasure): Erased {
  connection.run("PRAGMA secure_delete = ON");
  const { matcher, claimHashes, entryKeys } = erasure;
  const keys = candidateKeys(connection, erasure);
  const run = (sql: string, list: readonly string[]) => connection.prepare(sql).run(JSON.stringify(list)).changes;
  inherit(connection, keys);
  const recalls = run("DELETE FROM recalls WHERE candidate_key IN (SELECT value FROM json_each(?))", keys);
  run("DELETE FROM backfills WHERE candidate_key IN (SELECT value FROM json_each(?))", keys);
  run("DELETE FROM near_forms WHERE claim_hash IN (SELECT value FROM json_each(?))", claimHashes);
  run("DELETE FROM rejections WHERE claim_hash IN (SELECT value FROM json_each(?))", claimHashes);
  // Whatever it was made from, it lives for seconds.
  connection.run("DELETE FROM model_answers");
  run("DELETE FROM shown_entries WHERE entry_key IN (SELECT value FROM json_each(?))", entryKeys);
  run("DELETE FROM curated_uses WHERE entry_key IN (SELECT value FROM json_each(?))", entryKeys);
  eraseRemembered(connection, erasure);
  return {
    candidates: run("DELETE FROM candidates WHERE key IN (SELECT value FROM json_each(?))", keys),
    recalls,
    promotions: erasePromotions(connection, erasure, new Set(keys)),
    departures: eraseDepartures(connection, matcher),
    reports: eraseReports(connection, matcher, new Set([...keys, ...entryKeys])),
    preImages: rewritePreImages(connection, erasure),
    taints: eraseTaints(connection, erasure),
    sessionTexts: eraseShingles(connection, erasure.texts),
    orders: eraseOrders(connection, matcher),
    intents: eraseIntents(connection, erasure),
    injections: run("DELETE FROM injections WHERE hash IN (SELECT value FROM json_each(?))", claimHashes),
  };
}

/** Deletes the rows of lines that are gone, wherever they stood, and that they were seen. */
export function eraseLines(connection: Connection, lines: readonly NamedLine[]): void {
  connection.run("PRAGMA secure_delete = ON");
  const hashes = new Set(lines.map(({ hash }) => hash));
  connection.prepare("DELETE FROM ledger WHERE hash IN (SELECT unhex(value) FROM json_each(?))").run(
    JSON.stringify([...hashes]),
  );
  const seen = seenLinesTable(connection);
  for (const { id } of connection.prepare<{ id: number }>("SELECT path_id AS id FROM seen_lines").all()) {
    const before = [...seen.of(id)];
    const after = before.filter((hash) => !hashes.has(hash));
    if (after.length < before.length) seen.replace(id, after);
  }
}

function candidateKeys(connection: Connection, { matcher, claimHashes }: Erasure): string[] {
  const hashes = new Set(claimHashes);
  const rows = connection.prepare<{ key: string; hash: string; text: string }>(
    "SELECT key, claim_hash AS hash, text FROM candidates",
  ).all();
  return rows.filter(({ hash, text }) => hashes.has(hash) || matcher.says(text)).map(({ key }) => key);
}

/** What others said nearly the same way lives on: the oldest of them takes over what was folded into the forgotten one. */
function inherit(connection: Connection, keys: readonly string[]): void {
  const gone = JSON.stringify(keys);
  const heirs = connection.prepare<{ key: string; root: string }>(HEIRS).all(gone);
  const byRoot = Map.groupBy(heirs, ({ root }) => root);
  for (const [root, [first, ...others]] of byRoot) {
    if (first === undefined) continue;
    connection.prepare(
      "UPDATE candidates SET merged_into = NULL, promoted_at = (SELECT promoted_at FROM candidates WHERE key = ?2) WHERE key = ?1",
    ).run(first.key, root);
    connection.prepare("UPDATE candidates SET merged_into = ?1 WHERE key IN (SELECT value FROM json_each(?2))").run(
      first.key,
      JSON.stringify(others.map(({ key }) => key)),
    );
  }
}

const HEIRS = `SELECT key, merged_into AS root FROM candidates
  WHERE merged_into IN (SELECT value FROM json_each(?1)) AND key NOT IN (SELECT value FROM json_each(?1))
  ORDER BY unixepoch(first_seen_at), key`;

interface StoredImage {
  readonly id: number;
  readonly path: string;
  readonly hash: string;
  readonly content: Uint8Array;
}

function rewritePreImages(connection: Connection, { withoutForgotten, fileHashes }: Erasure): number {
  const hashes = new Map(fileHashes);
  let count = 0;
  for (const { id, path, hash, content } of connection.prepare<StoredImage>(IMAGES).all()) {
    const rest = withoutForgotten(path, content);
    const after = sha256Hex(rest);
    if (after === hash) continue;
    hashes.set(hash, after);
    connection.prepare("UPDATE pre_images SET content = ?, hash = ? WHERE id = ?").run(rest, after, id);
    count++;
  }
  for (const [before, after] of hashes) {
    connection.prepare("UPDATE pre_images SET written_hash = ? WHERE written_hash = ?").run(after, before);
  }
  return count;
}

const IMAGES = "SELECT id, path, hash, content FROM pre_images WHERE content IS NOT NULL";

function eraseTaints(connection: Connection, { texts, kept }: Erasure): number {
  const forms = texts.flatMap((text) => keptForms(text));
  if (forms.length === 0) return 0;
  const isKept = new Set(kept.map(({ path, hash }) => `${hash} ${path}`));
  const rows = connection.prepare<{ id: number; name: string; text: string }>(TAINT_TEXTS).all();
  const gone = rows.filter(({ name, text }) =>
    !isKept.has(name) && text.split(FORM_END).some((form) => forms.some((it) => ` ${form} `.includes(` ${it} `)))
  );
  for (const { id } of gone) {
    connection.prepare("DELETE FROM taint_grams WHERE taint_id = ?").run(id);
    connection.prepare("DELETE FROM taints WHERE id = ?").run(id);
  }
  return gone.length;
}

const TAINT_TEXTS = `SELECT t.id, lower(hex(t.hash)) || ' ' || p.path AS name, t.text
  FROM taints AS t JOIN paths AS p ON p.id = t.path_id`;

/** What tools gave, by hooks and by transcripts. */
const TEXT_TABLES = ["session_texts", "transcript_texts"] as const;

function eraseShingles(connection: Connection, texts: readonly string[]): number {
  const gone = new Set<number>();
  for (const text of texts) for (const form of [text, asSeen(text)]) for (const hash of wordRuns(form)) gone.add(hash);
  let count = 0;
  for (const table of TEXT_TABLES) {
    const rows = connection.prepare<{ id: number; shingles: Uint8Array }>(`SELECT id, shingles FROM ${table}`).all();
    for (const { id, shingles } of rows) {
      const before = unpackedNumbers(shingles);
      const after = before.filter((hash) => !gone.has(hash));
      if (after.length === before.length) continue;
      count++;
      connection.prepare(`UPDATE ${table} SET shingles = ? WHERE id = ?`).run(packedNumbers(after), id);
    }
  }
  return count;
}

/** An order to remember what is forgotten now is answered: it is not carried out any more. */
function eraseOrders(connection: Connection, matcher: ForgottenMatcher): number {
  const rows = connection.prepare<{ id: number; text: string | null; receipt: string | null }>(ORDERS).all();
  const gone = rows.filter(({ text, receipt }) => [text, receipt].some((it) => it !== null && matcher.says(it)));
  for (const { id } of gone) connection.prepare(CLOSE_ORDER).run(id);
  return gone.length;
}

const ORDERS = "SELECT id, text, receipt FROM orders WHERE text IS NOT NULL OR receipt IS NOT NULL";
const CLOSE_ORDER = `UPDATE orders SET text = NULL, receipt = NULL, told_at = coalesce(told_at, said_at),
  state = iif(state = 'open', 'refused', state) WHERE id = ?`;
