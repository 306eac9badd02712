/**
 * Leads from hashes of lines to the tainted texts that these may repeat.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { FORM_END } from "./bring_to_fold.ts";
import type { TaintedText, TaintLookUp } from "./copies_among.ts";
import type { Taint } from "./taints.ts";

/** After so many lines a reader loads all hashes, so that most lines of a large file cost no query. */
const LINES_BEFORE_LOADING = 400;

/** Returns a maker of look-ups, which takes how many lines the hashes of a look-up are from. */
export function taintLookUp(connection: Connection): (lines: number) => TaintLookUp {
  const filter = gramFilter(connection);
  return (lines) => (grams) => textsWith(connection, filter.known([...grams], lines));
}

/** Returns the tainted texts that have some hashes, under each of these. */
function textsWith(connection: Connection, grams: readonly number[]): Map<number, TaintedText[]> {
  const found = new Map<number, TaintedText[]>();
  if (grams.length === 0) return found;
  const rows = connection.prepare<GramRow>(WITH_GRAMS).all(JSON.stringify(grams));
  const ids = JSON.stringify([...new Set(rows.map(({ taintId }) => taintId))]);
  const texts = new Map<number, TaintedText>();
  for (const { id, origin, text } of connection.prepare<Taint>(TEXTS).all(ids)) {
    texts.set(id, { origin, forms: text.split(FORM_END) });
  }
  for (const { gram, taintId } of rows) {
    const text = texts.get(taintId);
    if (text === undefined) continue;
    const known = found.get(gram);
    if (known === undefined) found.set(gram, [text]);
    else known.push(text);
  }
  return found;
}

interface GramRow {
  readonly gram: number;
  readonly taintId: number;
}

interface GramFilter {
  /** @param lines how many lines the hashes are from */
  known(grams: readonly number[], lines: number): readonly number[];
}

/** Returns what of some hashes may be in the table: all, until loading the table pays. */
function gramFilter(connection: Connection): GramFilter {
  let asked = 0;
  let loadedAt = -1;
  let loaded = new Set<number>();
  return {
    known: (grams, lines) => {
      asked += lines;
      if (asked < LINES_BEFORE_LOADING) return grams;
      // Ids only grow. Hashes of lines that were removed since may linger here; the query then finds nothing.
      const present = connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
      if (present !== loadedAt) {
        const rows = connection.prepare<{ gram: number }>(SOME_GRAMS).all(MOST_LOADED_GRAMS);
        loaded = new Set(rows.map((row) => row.gram));
        loadedAt = present;
      }
      return loaded.size === MOST_LOADED_GRAMS ? grams : grams.filter((gram) => loaded.has(gram));
    },
  };
}

/** More hashes than these, about 20 MB in memory, are not loaded: then every line costs a query. */
const MOST_LOADED_GRAMS = 500_000;

const LAST_ID = "SELECT seq AS id FROM sqlite_sequence WHERE name = 'taints'";
const WITH_GRAMS = `SELECT DISTINCT gram, taint_id AS taintId FROM taint_grams
  WHERE gram IN (SELECT value FROM json_each(?))`;
const TEXTS = "SELECT id, origin, text FROM taints WHERE id IN (SELECT value FROM json_each(?))";
const SOME_GRAMS = "SELECT DISTINCT gram FROM taint_grams LIMIT ?";
