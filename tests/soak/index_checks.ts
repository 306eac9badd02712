/**
 * What must hold of an index after the next run, row by row: everything of every file, each once, and nothing else.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";

/** Rows that belong to nothing, by what they are. */
const ORPHANS: readonly (readonly [what: string, sql: string])[] = [
  ["chunks without a file", "SELECT id FROM chunks WHERE source_id NOT IN (SELECT id FROM sources)"],
  ["origins without a chunk", "SELECT chunk_id FROM chunk_origins WHERE chunk_id NOT IN (SELECT id FROM chunks)"],
  ["chunks without an origin", "SELECT id FROM chunks WHERE id NOT IN (SELECT chunk_id FROM chunk_origins)"],
  ["notes without a chunk", "SELECT chunk_id FROM chunk_notes WHERE chunk_id NOT IN (SELECT id FROM chunks)"],
  ["words without a chunk", "SELECT id FROM chunk_keywords_docsize WHERE id NOT IN (SELECT id FROM chunks)"],
  ["chunks without words", "SELECT id FROM chunks WHERE id NOT IN (SELECT id FROM chunk_keywords_docsize)"],
  ["vectors without a file", "SELECT source_id FROM file_vectors WHERE source_id NOT IN (SELECT id FROM sources)"],
];

/** Returns what is wrong with an index that should be up to date with the notes of the stage. */
export function indexFaults(stage: Stage): string[] {
  using database = new Database(join(stage.dataDir, "index.sqlite"), { readonly: true });
  const faults = ORPHANS.flatMap(([what, sql]) => {
    const rows = database.query(sql).values();
    return rows.length === 0 ? [] : [`the index has ${rows.length} ${what}`];
  });
  const left = readdirSync(stage.dataDir).filter((name) => name.includes(".next"));
  if (left.length > 0) faults.push(`left over: ${left.join(", ")}`);
  return [...faults, ...contentFaults(stage, database)];
}

function contentFaults({ workspace }: Stage, database: Database): string[] {
  const texts = database.query<{ text: string }, [string]>(
    "SELECT c.text FROM chunks AS c JOIN sources AS s ON s.id = c.source_id WHERE s.path = ? ORDER BY c.ordinal",
  );
  const known = database.query<{ path: string }, []>("SELECT path FROM sources ORDER BY path").all();
  const files = readdirSync(join(workspace, "memory")).map((name) => `memory/${name}`).sort();
  if (JSON.stringify(known.map(({ path }) => path)) !== JSON.stringify(files)) {
    return [`the index holds ${known.length} files, there are ${files.length}`];
  }
  return files.flatMap((path) => {
    const chunks = texts.all(path).map(({ text }) => text);
    const lines = new Set(chunks.flatMap((text) => text.split("\n")));
    const lost = readFileSync(join(workspace, path), "utf8").split("\n").filter((line) =>
      line !== "" && !lines.has(line)
    );
    const doubles = chunks.length - new Set(chunks).size;
    return [
      ...lost.map((line) => `${path}: not in the index: ${JSON.stringify(line)}`),
      ...(doubles === 0 ? [] : [`${path}: ${doubles} chunks are there twice`]),
    ];
  });
}

/** Returns every booked line with its class, as one text: whatever happens to the index, it stays the same. */
export function bookedLines(stage: Stage): string {
  using database = new Database(join(stage.dataDir, "state.sqlite"), { readonly: true });
  const rows = database.query(
    "SELECT path, hex(hash), origin, state FROM ledger JOIN paths ON paths.id = path_id WHERE origin IS NOT NULL ORDER BY 1, 2",
  ).values();
  return JSON.stringify(rows);
}
