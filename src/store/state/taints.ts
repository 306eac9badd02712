/**
 * Text of `untrusted` and `system` lines, kept so that copying, renaming and moving launder nothing (SPEC 4.3).
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import { lazily } from "../../base/lazily.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { bringToFold, FORM_END, gramsOf, putGrams, type TextGrams } from "./bring_to_fold.ts";
import { ANNOTATED, copiesAmong, SAID } from "./copies_among.ts";
import type { TaintLookUp } from "./copy_hits.ts";
import { type FoldedForms, foldedForms, keptForms, sentencesOf } from "./copy_text.ts";
import { lookUpAmong, taintLookUp } from "./taint_look_up.ts";

/** One line whose copies share its class. */
export interface Taint {
  /** Grows with each line; never used twice. */
  readonly id: number;
  /** The class that its copies get. */
  readonly origin: OriginClass;
  /** The folded text that copies are compared with (see `keptForms`). */
  readonly text: string;
}

/** The tainted lines. They come and go with rows of the ledger, which alone writes them. */
export interface Taints {
  /** Whether there is any; costs next to nothing. */
  isEmpty(): boolean;
  /**
   * Returns the least trusted class of the tainted lines that a line equals, contains, is contained in, or shares 80 % of
   * the shingles of the smaller one with; `null` if there is none. Annotations and marks do not count (SPEC 4.3), unless
   * a whole sentence stands in one.
   */
  copyOf(line: string): OriginClass | null;
  /**
   * Returns the same for each of several lines, in order, and also for those that are a copy only together: neighbours
   * that are too short alone, or that a tainted text was wrapped or split over. `null` is a line that is not asked about;
   * those around it are no neighbours.
   */
  copiesIn(lines: readonly (string | null)[]): (OriginClass | null)[];
  /** Returns whether some of a file's lines repeat a tainted line that was added after an id, asked for many files. */
  repeatsNewer(id: number): (lines: readonly string[]) => boolean;
  /** Returns the lines added after an id, oldest first; with {@linkcode Taints.lastId} a reader keeps its place. */
  addedAfter(id: number): Taint[];
  /** The newest id, or 0. */
  lastId(): number;
  /** Returns a text that is another one whenever a line was added or removed; counts all lines. */
  mark(): string;
}

/** Returns the table of an open state. */
export function taintsTable(connection: Connection): Taints {
  const filter = taintLookUp(connection);
  const bringUp = foldOnce(connection);
  const lastId = () => connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
  const isEmpty = () => connection.prepare<{ id: number }>(ANY).get() === null;
  const copiesIn = (lines: readonly (string | null)[]): (OriginClass | null)[] => {
    if (isEmpty()) return lines.map(() => null);
    bringUp();
    const lookUp = filter(lines.reduce((sum, line) => sum + 1 + Math.floor((line?.length ?? 0) / USUAL_UNITS), 0));
    return stretchesOf(lines).flatMap((stretch) => stretch === null ? [null] : copiesInStretch(stretch, lookUp));
  };
  return {
    isEmpty,
    lastId,
    // Ids are never used twice: how many were removed is the difference.
    mark: () => `${lastId()} ${connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0}`,
    repeatsNewer: (id) => {
      const newer = connection.prepare<Taint>(ADDED_AFTER).all(id);
      if (newer.length === 0) return () => false;
      bringToFold(connection);
      const lookUp = lookUpAmong(connection.prepare<Taint>(ADDED_AFTER).all(id));
      return (lines) => copiesInStretch(lines, lookUp).some((origin) => origin !== null);
    },
    copyOf: (line) => copiesIn([line])[0] ?? null,
    copiesIn,
    addedAfter: (id) => connection.prepare<Taint>(ADDED_AFTER).all(id),
  };
}

/** Once a connection: only another version of the program folds otherwise, and it does so for itself. */
function foldOnce(connection: Connection): () => void {
  let isDone = false;
  return () => {
    if (!isDone) bringToFold(connection);
    // What is done within a transaction may be taken back.
    isDone = !connection.db.inTransaction;
  };
}

/** Returns the runs of lines that are asked about, and `null` for each line between them. */
function stretchesOf(lines: readonly (string | null)[]): (string[] | null)[] {
  const stretches: (string[] | null)[] = [];
  for (const line of lines) {
    const last = stretches.at(-1);
    if (line === null) stretches.push(null);
    else if (last === undefined || last === null) stretches.push([line]);
    else last.push(line);
  }
  return stretches;
}

function copiesInStretch(lines: readonly string[], lookUp: TaintLookUp): (OriginClass | null)[] {
  const forms = lines.map(foldedForms);
  const sentences = lines.map((line) => lazily(() => sentencesOf(line)));
  const startsItem = lines.map((line, at) => ITEM_START.test(line) || lines[at - 1]?.trim() === "");
  const ask = (form: keyof FoldedForms) =>
    copiesAmong(
      forms.map((it, at) => ({
        folded: it[form],
        startsItem: startsItem[at] ?? false,
        sentences: sentences[at] ?? (() => new Set<string>()),
      })),
      lookUp,
      form === "annotated" ? ANNOTATED : SAID,
    );
  let found = ask("rendered");
  // What stands in a tag, a comment or the target of a link is not rendered, but an agent reads it.
  for (const form of ["plain", "opened", "annotated"] as const) {
    const other = form === "annotated" ? "opened" : "rendered";
    if (forms.every((it) => it[form] === it[other])) continue;
    found = ask(form).map((origin, at) => leastOf(origin, found[at] ?? null));
  }
  return found;
}

/** UTF-16 units of a line; a longer one is as much work as several. */
const USUAL_UNITS = 100;

function leastOf(one: OriginClass | null, other: OriginClass | null): OriginClass | null {
  return one === null || other === null ? one ?? other : leastTrusted(one, other);
}

/** A list mark or a heading, also in a quote. */
const ITEM_START = /^[\s>]*(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:\s|$)/;

/** A line that taints, and its row. */
export interface TaintedLine {
  /** Id of its path. */
  readonly pathId: number;
  /** See `lineHash()`. */
  readonly hash: string;
  /** Raw. */
  readonly line: string;
  /** The class that its copies get. */
  readonly origin: OriginClass;
}

/** Writes tainted lines; part of the ledger's transactions. */
export interface TaintWriter {
  /** Adds lines under their rows, each row once, or replaces their classes. */
  put(lines: readonly TaintedLine[]): void;
  /** Removes what lies under a row. */
  remove(pathId: number, hash: string): void;
  /** Moves all lines of a path; those that the other path has already are dropped. */
  move(fromId: number, toId: number): void;
}

/** Returns the writer of an open state. */
export function taintWriter(connection: Connection): TaintWriter {
  const stems = new StemMemo();
  const bringUp = foldOnce(connection);
  const drop = (rows: readonly { readonly id: number }[]) => {
    for (const { id } of rows) {
      connection.prepare(DELETE_GRAMS).run(id);
      connection.prepare(DELETE).run(id);
    }
  };
  const remove = (pathId: number, hash: string) => drop(connection.prepare<{ id: number }>(FIND).all(pathId, hash));
  return {
    remove,
    put: (lines) => {
      const written = new Map<number, TextGrams>();
      for (const { pathId, hash, line, origin } of lines) {
        const forms = keptForms(line);
        if (forms.length === 0) continue;
        bringUp();
        remove(pathId, hash);
        const grams = gramsOf(forms, stems);
        const added = connection.prepare(INSERT).run(pathId, hash, origin, forms.join(FORM_END), grams.shingles.length);
        written.set(Number(added.lastInsertRowid), grams);
      }
      putGrams(connection, written);
    },
    move: (fromId, toId) => {
      connection.prepare(MOVE).run(toId, fromId);
      drop(connection.prepare<{ id: number }>(OF_PATH).all(fromId));
    },
  };
}

const COUNT = "SELECT count(*) AS n FROM taints";
const ANY = "SELECT id FROM taints LIMIT 1";
const LAST_ID = "SELECT seq AS id FROM sqlite_sequence WHERE name = 'taints'";
const ADDED_AFTER = "SELECT id, origin, text FROM taints WHERE id > ? ORDER BY id";
const FIND = "SELECT id FROM taints WHERE path_id = ? AND hash = unhex(?)";
const OF_PATH = "SELECT id FROM taints WHERE path_id = ?";
const INSERT = "INSERT INTO taints (path_id, hash, origin, text, shingles) VALUES (?, unhex(?), ?, ?, ?)";
const DELETE = "DELETE FROM taints WHERE id = ?";
const DELETE_GRAMS = "DELETE FROM taint_grams WHERE taint_id = ?";
const MOVE = "UPDATE OR IGNORE taints SET path_id = ? WHERE path_id = ?";
