/**
 * Forgets that began and are not done, and what agents asked to have forgotten (SPEC 7.6). Hashes and line numbers, no
 * text.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import { type ForgottenMark, markFinder, markOf, tellingWords, wordHash } from "./forgotten_words.ts";

/** A line by its name in the ledger. */
export interface NamedLine {
  /** Relative to the workspace. */
  readonly path: string;
  /** See `lineHash`. */
  readonly hash: string;
}

/** What goes from one file. */
export interface FileCut {
  /** Relative to the workspace; of a transcript with its prefix. */
  readonly path: string;
  /** SHA-256 of the file that the numbers are of. */
  readonly before: string;
  /** 1-based numbers of the lines that go. */
  readonly lines: readonly number[];
  /** The file goes as a whole. */
  readonly isWhole: boolean;
  /** What takes the place of a line that goes, without its line end, by the line's number: the same fact from another source. */
  readonly instead: Readonly<Record<string, string>>;
}

/** What is needed to complete a forget. */
export interface NewForget {
  /** When it began. */
  readonly startedAt: IsoTime;
  /** What is forgotten, and forms in which reports show it. */
  readonly marks: readonly ForgottenMark[];
  /** Hashes of words that nothing else in the memory has. */
  readonly words: readonly string[];
  /** Files to cut. */
  readonly files: readonly FileCut[];
  /** Rows of the ledger that go when the lines are gone. */
  readonly lines: readonly NamedLine[];
}

/** A forget that is not done. */
export interface ForgetRow extends NewForget {
  /** Its number. */
  readonly id: number;
}

/** What somebody below the owner's ceiling asked for. */
export interface ForgetRequestRow {
  /** Its number. */
  readonly id: number;
  /** When. */
  readonly requestedAt: IsoTime;
  /** Who asked, if known. */
  readonly session: string | null;
  /** What is to be forgotten. */
  readonly lines: readonly NamedLine[];
}

/** Tells what is forgotten in a text. */
export interface ForgottenMatcher {
  /** Returns whether a text says what is forgotten and nothing else. */
  isAll(text: string): boolean;
  /** Returns whether a text, or a sentence or clause of it, says what is forgotten. */
  says(text: string): boolean;
  /** Returns whether a text holds the words somewhere, one after the other. */
  mentions(text: string): boolean;
  /** Returns whether a text has a word that only the forgotten text had. */
  borrows(text: string): boolean;
}

/** The journal of forgets and the requests. Every write joins the running transaction or makes its own. */
export interface Forgets {
  /** Returns the marks of texts; those without a word have none. */
  marksOf(texts: readonly string[]): ForgottenMark[];
  /** Returns the hashes of words. */
  wordsOf(words: readonly string[]): string[];
  /** Returns what tells it. */
  matcher(row: Pick<NewForget, "marks" | "words">): ForgottenMatcher;
  /** Writes a forget into the journal and returns its number. */
  begin(row: NewForget): number;
  /** Returns those that are not done, oldest first; costs next to nothing where there is none. */
  pending(): ForgetRow[];
  /** Erases one that is done. */
  end(id: number): void;
  /** Notes what somebody asked for; the same again changes nothing. */
  request(row: Omit<ForgetRequestRow, "id">): void;
  /** Returns what was asked for, oldest first. */
  requests(): ForgetRequestRow[];
  /** Deletes requests. */
  dropRequests(ids: readonly number[]): void;
}

/** Returns the tables of an open state. */
export function forgetsTable(connection: Connection, hmacKey: () => string): Forgets {
  return {
    marksOf: (texts) => texts.map((text) => markOf(text, hmacKey())).filter((mark) => mark !== null),
    wordsOf: (words) => words.map((word) => wordHash(word, hmacKey())),
    matcher: ({ marks, words }) => {
      const key = hmacKey();
      const find = markFinder(marks, key);
      const known = new Set(words);
      return {
        isAll: (text) => find(text, "whole").length > 0,
        says: (text) => find(text, "sentence").length > 0,
        mentions: (text) => find(text, "anywhere").length > 0,
        borrows: (text) => known.size > 0 && [...tellingWords(text)].some((word) => known.has(wordHash(word, key))),
      };
    },
    begin: ({ startedAt, marks, words, files, lines }) =>
      connection.transaction(() => {
        const lists = [marks, words, files, lines].map((list) => JSON.stringify(list));
        return Number(connection.prepare(BEGIN).run(startedAt, ...lists).lastInsertRowid);
      }),
    pending: () => connection.prepare<StoredForget>(PENDING).all().map(toForget),
    end: (id) => {
      connection.transaction(() => connection.prepare(END).run(id));
    },
    request: ({ requestedAt, session, lines }) => {
      connection.transaction(() => connection.prepare(REQUEST).run(requestedAt, session, JSON.stringify(lines)));
    },
    requests: () =>
      connection.prepare<Omit<ForgetRequestRow, "lines"> & { readonly lines: string }>(REQUESTS).all().map((row) => ({
        ...row,
        lines: JSON.parse(row.lines) as NamedLine[],
      })),
    dropRequests: (ids) => {
      connection.transaction(() => connection.prepare(DROP).run(JSON.stringify(ids)));
    },
  };
}

/** A row as it lies in the table; this module alone writes it. */
interface StoredForget {
  readonly id: number;
  readonly startedAt: IsoTime;
  readonly marks: string;
  readonly words: string;
  readonly files: string;
  readonly lines: string;
}

function toForget({ id, startedAt, marks, words, files, lines }: StoredForget): ForgetRow {
  return {
    id,
    startedAt,
    marks: JSON.parse(marks) as ForgottenMark[],
    words: JSON.parse(words) as string[],
    files: JSON.parse(files) as FileCut[],
    lines: JSON.parse(lines) as NamedLine[],
  };
}

const BEGIN = "INSERT INTO forgets (started_at, marks, words, files, lines) VALUES (?, ?, ?, ?, ?)";
const PENDING = "SELECT id, started_at AS startedAt, marks, words, files, lines FROM forgets ORDER BY id";
const END = "DELETE FROM forgets WHERE id = ?";
const REQUEST = `INSERT INTO forget_requests (requested_at, session, lines) VALUES (?, ?, ?)
  ON CONFLICT (lines) DO NOTHING`;
const REQUESTS = "SELECT id, requested_at AS requestedAt, session, lines FROM forget_requests ORDER BY id";
const DROP = "DELETE FROM forget_requests WHERE id IN (SELECT value FROM json_each(?))";
