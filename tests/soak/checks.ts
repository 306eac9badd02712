/**
 * What must hold after a kill, whatever the moment. Every check returns what is wrong in words; nothing wrong is an
 * empty list.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { lineHash } from "../../src/base/text/normalise.ts";
import { formatCurated, parseCurated } from "../../src/workspace/curated.ts";
import { PLACE_NUMBERS } from "../../src/store/index/vectors/link_vectors.ts";
import type { Stage } from "./stage.ts";

/** Returns what SQLite finds wrong in the databases of the data folder. `index.sqlite` may be absent. */
export function databaseFaults(stage: Stage): string[] {
  return ["state.sqlite", "index.sqlite"].flatMap((name) => {
    if (!existsSync(join(stage.dataDir, name))) return name === "state.sqlite" ? [`${name} is gone`] : [];
    return withCopy(join(stage.dataDir, name), (database) => {
      const rows = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
      return rows.map((row) => row.integrity_check).filter((text) => text !== "ok").map((text) => `${name}: ${text}`);
    });
  });
}

/** Returns what is wrong with the vectors of `index.sqlite`: files, chunks or texts that are not there. */
export function vectorFaults(stage: Stage): string[] {
  const path = join(stage.dataDir, "index.sqlite");
  if (!existsSync(path)) return [];
  return withCopy(path, (database) => {
    const ids = (sql: string) => new Set(database.query<{ id: number }, []>(sql).all().map(({ id }) => id));
    const [sources, chunks, embeddings] = [
      ids("SELECT id FROM sources"),
      ids("SELECT id FROM chunks"),
      ids(EMBEDDINGS),
    ];
    const rows = database.query<{ id: number; slots: number; places: Uint8Array }, []>(FILE_VECTORS).all();
    return rows.flatMap(({ id, slots, places }) => {
      const numbers = new Uint32Array(places.slice().buffer);
      const faults = sources.has(id) ? [] : [`vectors of a file ${id} that is gone`];
      if (numbers.length !== slots * PLACE_NUMBERS) faults.push(`file ${id} has ${numbers.length} numbers`);
      for (let at = 0; at < numbers.length; at += PLACE_NUMBERS) {
        const [embedding = 0, first = 0, last = 0] = numbers.subarray(at, at + PLACE_NUMBERS);
        if (!embeddings.has(embedding)) faults.push(`file ${id} has a vector ${embedding} that is gone`);
        if (!chunks.has(first) || !chunks.has(last)) faults.push(`file ${id} has vectors of a chunk that is gone`);
      }
      return faults;
    });
  });
}

const EMBEDDINGS = "SELECT e.id FROM embeddings AS e JOIN vector_spaces AS s ON s.id = e.space WHERE s.is_current = 1";
const FILE_VECTORS = "SELECT source_id AS id, slots, places FROM file_vectors";

/**
 * Returns what is wrong with a diary that held `before` and to which one of `lines` may have been appended: anything
 * but the old text, or the old text and one whole line.
 */
export function diaryFaults(path: string, before: string, lines: readonly string[]): string[] {
  const after = readOrEmpty(path);
  const header = before === "" ? `# ${basename(path, ".md")}\n\n` : "";
  const allowed = [before, header, ...lines.map((line) => `${before}${header}${line}\n`)];
  return allowed.includes(after) ? [] : [`${basename(path)} is torn: ${JSON.stringify(after.slice(before.length))}`];
}

/** Returns the lines of a file that have no row of a class in the ledger. */
export function originFaults(stage: Stage, path: string, origin: "owner" | "agent" = "owner"): string[] {
  const lines = readOrEmpty(join(stage.workspace, path)).split("\n").filter((line) => line.startsWith("- "));
  return withCopy(join(stage.dataDir, "state.sqlite"), (database) => {
    const find = database.query<{ origin: string | null }, [string, string]>(
      "SELECT origin FROM ledger JOIN paths ON paths.id = path_id WHERE path = ? AND hash = unhex(?)",
    );
    return lines.filter((line) => find.get(path, lineHash(line))?.origin !== origin)
      .map((line) => `${path}: the ledger does not know the origin of ${JSON.stringify(line)}`);
  });
}

/** Returns what is wrong with a curated file that held `before`: it must be that, or parse and keep every old entry. */
export function curatedFaults(path: string, before: string): string[] {
  const after = readOrEmpty(path);
  if (after === before) return [];
  const parsed = parseCurated(after);
  const texts = new Set(parsed.entries.map((entry) => entry.raw));
  const lost = parseCurated(before).entries.filter((entry) => !texts.has(entry.raw));
  return [
    ...(formatCurated(parsed) === after ? [] : [`${basename(path)} does not parse to itself`]),
    ...(after.endsWith("\n") ? [] : [`${basename(path)} ends within a line`]),
    ...lost.map((entry) => `${basename(path)} lost ${JSON.stringify(entry.text)}`),
  ];
}

/** Returns the text of a file, or an empty one if there is none. */
export function readOrEmpty(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Opens a copy, so that looking does not repair what the program itself has to repair. */
function withCopy<T>(path: string, look: (database: Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "memory-copy-"));
  try {
    for (const suffix of ["", "-wal"]) {
      if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, join(folder, `db${suffix}`));
    }
    using database = new Database(join(folder, "db"));
    return look(database);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
