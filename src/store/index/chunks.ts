/**
 * Chunks, their notes and their origins.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import type { Tier } from "../../provenance/tier.ts";
import type { Connection } from "../connect.ts";
import { readProjects, readTexts } from "../json_columns.ts";
import { bitsOf, classesOf } from "./class_bits.ts";

/** A part of a chunk that has a vector of its own. */
export interface PieceSpan {
  /** Where it begins in the chunk's text, in UTF-16 units. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
  /** 1-based line of the file, inclusive. */
  readonly startLine: number;
  /** 1-based line of the file, inclusive. */
  readonly endLine: number;
}

/** A piece of a file that can be found, as it is written. */
export interface ChunkInput extends ChunkFacts {
  /** What is embedded of it, in order; none: it has no vectors. */
  readonly pieces: readonly PieceSpan[];
}

/** What is stored about a chunk. */
export interface ChunkFacts {
  /** 0-based place in its file. */
  readonly ordinal: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without annotations. */
  readonly text: string;
  /** Day and headings: found by keyword, not part of the text. */
  readonly context: string;
  /** 1 to 10. */
  readonly importance: number | null;
  /** Phrases that bring the entry up. */
  readonly triggers: readonly string[];
  /** `"invalid"` matches nothing; `null`: not tagged. */
  readonly projects: readonly string[] | "invalid" | null;
  /** Supersession key. */
  readonly key: string | null;
  /** `e:` and 12 hex digits, for entries of curated files. */
  readonly entryKey: string | null;
  /** When it was observed, as annotated. */
  readonly observed: LocalDay | null;
  /** The last day on which it holds, as annotated. */
  readonly expires: LocalDay | null;
  /** The least trusted class of its lines, as of indexing. */
  readonly origin: OriginClass;
  /** Every class that one of its lines had, as of indexing. */
  readonly classes: readonly OriginClass[];
  /** The kind that all its lines have, else `unknown`. */
  readonly sessionKind: SessionKind;
  /** The latest of its lines. */
  readonly observedAt: IsoTime | null;
}

/** A chunk with its file. */
export interface ChunkRow extends ChunkFacts {
  /** Changes when the file is indexed again. */
  readonly id: number;
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** The tier of its file. */
  readonly tier: Tier;
  /** The local day of a diary. */
  readonly day: LocalDay | null;
}

/** The words of a chunk and where they stand: less than half of what a whole row takes to read. */
export type ChunkText = Pick<
  ChunkRow,
  "id" | "path" | "tier" | "ordinal" | "startLine" | "endLine" | "text" | "context"
>;

/** An entry that carries triggers: there may be hundreds, of which a message needs few. */
export type TriggerRow = Pick<ChunkRow, "id" | "path" | "entryKey" | "triggers">;

/** The chunks' tables; {@linkcode IndexStore.replaceFile} writes them. */
export interface Chunks {
  /** Returns the chunks of ids that exist, in the given order. */
  get(ids: readonly number[]): ChunkRow[];
  /** Returns the words of the chunks of ids that exist, in the given order. */
  texts(ids: readonly number[]): ChunkText[];
  /** Returns the chunks of a file, in order. */
  ofPath(path: string): ChunkRow[];
  /** Returns the entries of curated files that carry triggers, by path and place. */
  withTriggers(): TriggerRow[];
  /** Returns the files with a line of a class, as of indexing, by path. */
  pathsOf(origin: OriginClass): string[];
  /** How many there are. */
  count(): number;
}

/** Returns the tables of an open index. */
export function chunksTable(connection: Connection): Chunks {
  const rows = (sql: string, ...values: string[]) => connection.prepare<StoredChunk>(sql).all(...values).map(toChunk);
  return {
    get: (ids) => {
      const one = connection.prepare<StoredChunk>(GET);
      return ids.map((id) => one.get(id)).filter((row) => row !== null).map(toChunk);
    },
    texts: (ids) => {
      const one = connection.prepare<ChunkText>(TEXT);
      return ids.map((id) => one.get(id)).filter((row) => row !== null);
    },
    ofPath: (path) => rows(OF_PATH, path),
    withTriggers: () =>
      connection.prepare<Pick<StoredChunk, "id" | "path" | "entryKey"> & { readonly triggers: string }>(WITH_TRIGGERS)
        .all().map((row) => ({ ...row, triggers: readTexts(row.triggers) })),
    pathsOf: (origin) => connection.prepare<{ path: string }>(PATHS_OF).all(bitsOf([origin])).map(({ path }) => path),
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
  };
}

interface StoredChunk extends Omit<ChunkRow, "triggers" | "projects" | "classes"> {
  readonly classes: number;
  readonly triggers: string | null;
  readonly projects: string | null;
}

function toChunk(row: StoredChunk): ChunkRow {
  return {
    ...row,
    classes: classesOf(row.classes),
    triggers: readTexts(row.triggers ?? "[]"),
    projects: readProjects(row.projects),
  };
}

const SELECT = `SELECT c.id, s.path, s.tier, s.day, c.ordinal, c.start_line AS startLine, c.end_line AS endLine, c.text,
  c.context, n.importance, n.triggers, n.projects, n.key, n.entry_key AS entryKey, n.observed, n.expires, o.origin,
  o.classes, o.session_kind AS sessionKind, o.observed_at AS observedAt
  FROM chunks AS c JOIN sources AS s ON s.id = c.source_id JOIN chunk_origins AS o ON o.chunk_id = c.id
  LEFT JOIN chunk_notes AS n ON n.chunk_id = c.id`;
const GET = `${SELECT} WHERE c.id = ?`;
const TEXT =
  `SELECT c.id, s.path, s.tier, c.ordinal, c.start_line AS startLine, c.end_line AS endLine, c.text, c.context
  FROM chunks AS c JOIN sources AS s ON s.id = c.source_id WHERE c.id = ?`;
const OF_PATH = `${SELECT} WHERE s.path = ? ORDER BY c.ordinal`;
const WITH_TRIGGERS = `SELECT c.id, s.path, n.entry_key AS entryKey, n.triggers
  FROM chunk_notes AS n JOIN chunks AS c ON c.id = n.chunk_id JOIN sources AS s ON s.id = c.source_id
  WHERE n.triggers <> '[]' AND s.tier = 'curated' ORDER BY s.path, c.ordinal`;
// SQLite counts along the narrowest index, that of the files.
const COUNT = "SELECT count(*) AS n FROM chunks";
const PATHS_OF = `SELECT DISTINCT s.path FROM chunk_origins AS o JOIN chunks AS c ON c.id = o.chunk_id
  JOIN sources AS s ON s.id = c.source_id WHERE (o.classes & ?) <> 0 ORDER BY s.path`;
