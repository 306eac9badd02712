/**
 * Leads from hashes of lines to the tainted texts that these may repeat.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { FORM_END, gramsOf } from "./bring_to_fold.ts";
import { copyBeginnings, type GramFilter, NO_FILTER } from "./copy_grams.ts";
import type { TaintLookUp } from "./copies_among.ts";
import { KnownText } from "./known_text.ts";
import type { Taint } from "./taints.ts";

/** After so many lines a reader loads all hashes, so that most lines of a large file cost no query. */
const LINES_BEFORE_LOADING = 400;

/** Returns a maker of look-ups, which takes how many lines the hashes of a look-up are from. */
export function taintLookUp(connection: Connection): (lines: number) => TaintLookUp {
  const stems = new StemMemo();
  const texts: KnownById = new Map();
  // What a transaction wrote may be taken back, and its ids be given to other texts.
  const usable = (kept: KnownById) => connection.db.inTransaction ? new Map<number, KnownText>() : kept;
  let asked = 0;
  let known: KnownGrams | null = null;
  return (lines) => {
    asked += lines;
    if (asked >= LINES_BEFORE_LOADING) known = upToDate(connection, known, stems);
    const filter = known?.filter ?? NO_FILTER;
    return {
      filter,
      stems,
      textsWith: (grams) => textsWith(connection, { grams: [...grams], texts: usable(texts), stems }),
    };
  };
}

/** Returns a look-up among a few texts alone, all of it in memory. */
export function lookUpAmong(taints: readonly Taint[]): TaintLookUp {
  const stems = new StemMemo();
  const known = noKnown();
  const texts = new Map<number, KnownText[]>();
  for (const { origin, text } of taints) {
    const forms = text.split(FORM_END);
    const { shingles, windows } = note(known, forms, stems);
    const made = new KnownText(origin, forms, shingles.length, stems);
    for (const gram of new Set([...shingles, ...windows])) {
      texts.set(gram, [...texts.get(gram) ?? [], made]);
    }
  }
  const textsWith = (grams: Iterable<number>) =>
    new Map([...grams].flatMap((gram) => {
      const found = texts.get(gram);
      return found === undefined ? [] : [[gram, found] as const];
    }));
  return { filter: known.filter, stems, textsWith };
}

function noKnown(): KnownGrams {
  const grams = new Uint32Array(FILTER_BITS >>> WORD_SHIFT);
  const beginnings = new Uint32Array(FILTER_BITS >>> WORD_SHIFT);
  return { filter: { mayKnow: testOf(grams), mayBegin: testOf(beginnings) }, grams, beginnings, lastId: 0 };
}

function note({ grams, beginnings }: KnownGrams, forms: readonly string[], stems: StemMemo) {
  const found = gramsOf(forms, stems);
  setBits(grams, found.shingles);
  setBits(grams, found.windows);
  for (const form of forms) setBits(beginnings, copyBeginnings(form));
  return found;
}

/** Bits by hash of all tainted texts. */
interface KnownGrams {
  readonly filter: GramFilter;
  readonly grams: Uint32Array;
  readonly beginnings: Uint32Array;
  /** The newest tainted text whose hashes are in it. */
  readonly lastId: number;
}

/**
 * 2²² bits, 512 KB each: with 150,000 hashes, those of some 5,000 lines, one other hash in 28 is taken for known, and as many
 * beginnings; both together are looked up for nothing one time in 800.
 */
const FILTER_BITS = 2 ** 22;
const BIT_MASK = FILTER_BITS - 1;
/** 32 bits to a word. */
const WORD_SHIFT = 5;

function testOf(bits: Uint32Array): (gram: number) => boolean {
  return (gram) => ((bits[(gram & BIT_MASK) >>> WORD_SHIFT] ?? 0) & (1 << (gram & 31))) !== 0;
}

function setBits(bits: Uint32Array, grams: readonly number[]): void {
  for (const gram of grams) {
    const word = (gram & BIT_MASK) >>> WORD_SHIFT;
    bits[word] = (bits[word] ?? 0) | (1 << (gram & 31));
  }
}

/** Ids only grow. Hashes of lines that were removed since may linger; a query then finds nothing. */
function upToDate(connection: Connection, known: KnownGrams | null, stems: StemMemo): KnownGrams {
  const lastId = connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
  if (known?.lastId === lastId) return known;
  const all = known ?? noKnown();
  for (const { text } of connection.prepare<Taint>(ADDED_AFTER).all(all.lastId)) note(all, text.split(FORM_END), stems);
  return { ...all, lastId };
}

/** Texts that were loaded before, by id: what is stored under one never changes. */
type KnownById = Map<number, KnownText>;

/** Then they are loaded afresh; about 4 MB. */
const MOST_LOADED = 4_000;

interface Question {
  readonly grams: readonly number[];
  readonly texts: KnownById;
  readonly stems: StemMemo;
}

/** Returns the tainted texts that have some hashes, under each of these. */
function textsWith(connection: Connection, { grams, texts, stems }: Question): Map<number, KnownText[]> {
  const found = new Map<number, KnownText[]>();
  if (grams.length === 0) return found;
  const rows = connection.prepare<GramRow>(WITH_GRAMS).all(JSON.stringify(grams));
  const ids = new Set(rows.map(({ taintId }) => taintId));
  if (texts.size > MOST_LOADED) texts.clear();
  const missing = [...ids].filter((id) => !texts.has(id));
  for (const { id, origin, text, shingles } of connection.prepare<StoredText>(TEXTS).all(JSON.stringify(missing))) {
    texts.set(id, new KnownText(origin, text.split(FORM_END), shingles, stems));
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
const TEXTS = "SELECT id, origin, text, shingles FROM taints WHERE id IN (SELECT value FROM json_each(?))";
const ADDED_AFTER = "SELECT id, origin, text FROM taints WHERE id > ? ORDER BY id";
