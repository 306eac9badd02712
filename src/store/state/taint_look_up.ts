/**
 * Leads from hashes of lines to the tainted texts that these may repeat.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { FORM_END } from "./bring_to_fold.ts";
import type { TaintLookUp } from "./copy_hits.ts";
import { NO_FILTER } from "./copy_grams.ts";
import { HitTable } from "./hit_table.ts";
import { KnownGrams } from "./known_grams.ts";
import { KnownText } from "./known_text.ts";
import type { Taint } from "./taints.ts";

/** After so many lines a reader loads all hashes, so that most lines of a large file cost no query. */
const LINES_BEFORE_LOADING = 400;

/** Returns a maker of look-ups, which takes how many lines the hashes of a look-up are from. */
export function taintLookUp(connection: Connection): (lines: number) => TaintLookUp {
  const stems = new StemMemo();
  const texts: KnownById = new Map();
  const table = new HitTable();
  let asked = 0;
  let known: KnownGrams | null = null;
  return (lines) => {
    asked += lines;
    // What a transaction wrote may be taken back, and its ids be given to other texts.
    const isSettled = !connection.db.inTransaction;
    if (asked >= LINES_BEFORE_LOADING) bringUpToDate(connection, known ??= new KnownGrams(stems), isSettled);
    const filter = known?.filter ?? NO_FILTER;
    const postings = known?.postings ?? null;
    if (postings !== null) {
      // Each of them is among the postings once more.
      texts.clear();
      const isThere = ({ id }: KnownText) => connection.prepare(THERE).get(id) !== null;
      return { filter, stems, table, find: () => (gram, look) => postings.visit(gram, look), isThere };
    }
    const kept = isSettled ? texts : new Map<number, KnownText>();
    const find: TaintLookUp["find"] = (grams) => findStored(connection, { grams: grams(), texts: kept, stems });
    return { filter, stems, table, find, isThere: () => true };
  };
}

/** Returns a look-up among a few texts alone, all of it in memory. */
export function lookUpAmong(taints: readonly Taint[]): TaintLookUp {
  const known = new KnownGrams(new StemMemo(), Number.POSITIVE_INFINITY);
  for (const taint of taints) known.add(taint, true);
  const { filter, stems, postings } = known;
  const table = new HitTable();
  return { filter, stems, table, find: () => (gram, look) => postings?.visit(gram, look), isThere: () => true };
}

/** Ids only grow. Hashes of lines that were removed since may linger; a query then finds nothing. */
function bringUpToDate(connection: Connection, known: KnownGrams, isSettled: boolean): void {
  const lastId = connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
  if (known.lastId === lastId) return;
  for (const taint of connection.prepare<Taint>(ADDED_AFTER).all(known.lastId)) known.add(taint, isSettled);
  known.lastId = lastId;
}

/** Texts that were loaded before, by id: what is stored under one never changes. */
type KnownById = Map<number, KnownText>;

/** Then they are loaded afresh; about 4 MB. */
const MOST_LOADED = 4_000;

interface Question {
  readonly grams: ReadonlySet<number>;
  readonly texts: KnownById;
  readonly stems: StemMemo;
}

/** Looks for the tainted texts that have some hashes, as the database knows them. */
function findStored(connection: Connection, { grams, texts, stems }: Question): ReturnType<TaintLookUp["find"]> {
  const rows = connection.prepare<GramRow>(WITH_GRAMS).all(JSON.stringify([...grams]));
  const ids = new Set(rows.map(({ taintId }) => taintId));
  if (texts.size > MOST_LOADED) texts.clear();
  const missing = [...ids].filter((id) => !texts.has(id));
  for (const { id, origin, text, shingles } of connection.prepare<StoredText>(TEXTS).all(JSON.stringify(missing))) {
    texts.set(id, new KnownText({ id, origin, forms: text.split(FORM_END), size: shingles }, stems));
  }
  const byGram = Map.groupBy(rows, ({ gram }) => gram);
  return (gram, look) => {
    for (const { taintId } of byGram.get(gram) ?? []) {
      const text = texts.get(taintId);
      if (text !== undefined) look(text);
    }
  };
}

interface StoredText extends Taint {
  readonly shingles: number;
}

interface GramRow {
  readonly gram: number;
  readonly taintId: number;
}

const LAST_ID = "SELECT seq AS id FROM sqlite_sequence WHERE name = 'taints'";
const WITH_GRAMS = `SELECT DISTINCT gram, taint_id AS taintId FROM taint_grams
  WHERE gram IN (SELECT value FROM json_each(?))`;
const THERE = "SELECT 1 FROM taints WHERE id = ?";
const TEXTS = "SELECT id, origin, text, shingles FROM taints WHERE id IN (SELECT value FROM json_each(?))";
const ADDED_AFTER = "SELECT id, origin, text FROM taints WHERE id > ? ORDER BY id";
