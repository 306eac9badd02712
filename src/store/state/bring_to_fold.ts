/**
 * How tainted texts and the hashes that lead to them are stored, and stored again when the program folds otherwise.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { Connection } from "../connect.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { copyShingles, copyWindows } from "./copy_grams.ts";
import { COPY_FOLD, foldAgain } from "./copy_text.ts";
import type { Taint } from "./taints.ts";

/** Between the folded forms of one text, which hold no line end themselves. */
export const FORM_END = "\n";

/** Hashes of a text. */
export interface TextGrams {
  /** Of runs of words of its first form. */
  readonly shingles: readonly number[];
  /** Of windows of all its forms. */
  readonly windows: readonly number[];
}

/** Returns the hashes that lead to a text of the given forms. */
export function gramsOf(forms: readonly string[], stems: StemMemo): TextGrams {
  const windows = new Set(forms.flatMap(copyWindows));
  return { shingles: copyShingles(forms[0] ?? "", stems), windows: [...windows] };
}

/**
 * Writes the hashes that lead to texts, in the order in which they are stored: each page of the table is looked for once.
 *
 * @param written by id
 */
export function putGrams(connection: Connection, written: ReadonlyMap<number, TextGrams>): void {
  let rows: number[] = [];
  let first = 0;
  const write = () => {
    for (const part of parts(Float64Array.from(rows).sort())) {
      connection.prepare(INSERT_GRAMS).run(first, JSON.stringify(part));
    }
    rows = [];
  };
  for (const [id, { shingles, windows }] of written) {
    if (rows.length >= MOST_ROWS || id - first >= MOST_IDS) write();
    if (rows.length === 0) first = id;
    const low = 2 * (id - first);
    for (const gram of shingles) rows.push(gram * GRAM_UNIT + low + 1);
    for (const gram of windows) rows.push(gram * GRAM_UNIT + low);
  }
  write();
}

function parts(rows: Float64Array): number[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, nth) => [...rows.subarray(nth * ROWS_AT_ONCE, (nth + 1) * ROWS_AT_ONCE)]);
}

/** A row is one number on its way: the hash, how far its id is behind the first one, whether it is of a run of words. */
const ID_BITS = 20;
const MOST_IDS = 2 ** ID_BITS;
const GRAM_UNIT = 2 * MOST_IDS;
/** Rows that are put in order together, 1 MB. */
const MOST_ROWS = 100_000;
/** Rows of one statement: 80 KB of JSON. */
const ROWS_AT_ONCE = 5_000;

/**
 * Folds the stored texts again if another version of the program folded them: without that, they would silently stop
 * matching.
 *
 * @throws {MemoryError} failed, if that is needed and nothing can be written
 */
export function bringToFold(connection: Connection): void {
  if (connection.prepare<{ value: string }>(FOLD).get()?.value === COPY_FOLD) return;
  if (connection.isReadonly) {
    throw new MemoryError(`Cannot use "${connection.path}": its untrusted lines have to be folded again`, {
      hint: "run `memory status` once where the folder can be written",
    });
  }
  connection.transaction(() => {
    connection.run(DELETE_ALL_GRAMS);
    const stems = new StemMemo();
    for (const { id, text } of connection.prepare<Taint>(ADDED_AFTER).all(0)) {
      const forms = foldAgain(text.split(FORM_END));
      const grams = gramsOf(forms, stems);
      connection.prepare(FOLDED).run(forms.join(FORM_END), grams.shingles.length, id);
      putGrams(connection, new Map([[id, grams]]));
    }
    connection.prepare(SET_FOLD).run(COPY_FOLD);
  });
}

const ADDED_AFTER = "SELECT id, origin, text FROM taints WHERE id > ? ORDER BY id";
const INSERT_GRAMS = `INSERT INTO taint_grams (gram, taint_id, is_shingle)
  SELECT value >> ${ID_BITS + 1}, ?1 + (value >> 1 & ${MOST_IDS - 1}), value & 1 FROM json_each(?2)
  WHERE true ON CONFLICT DO NOTHING`;
const FOLD = "SELECT value FROM meta WHERE key = 'copy_fold'";
const SET_FOLD = `INSERT INTO meta (key, value) VALUES ('copy_fold', ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const FOLDED = "UPDATE taints SET text = ?, shingles = ? WHERE id = ?";
const DELETE_ALL_GRAMS = "DELETE FROM taint_grams";
