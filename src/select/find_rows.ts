/**
 * Where the lines of ledger rows stand now: a row knows its line by a hash alone.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { lineHash } from "../base/text/normalise.ts";
import type { LedgerRow } from "../provenance/classify_line.ts";
import type { ReadableArea } from "../workspace/confine_path.ts";
import { readSelectedFile } from "./selected_file.ts";

/** A row with its line. */
export interface FoundRow {
  /** The row. */
  readonly row: LedgerRow;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** As it stands; an entry may span lines. */
  readonly text: string;
}

/** Returns the rows whose lines stand in their files, in the order of rows; of equal lines the first. Reads each file once. */
export function findRows(area: ReadableArea, rows: readonly LedgerRow[]): FoundRow[] {
  const units = new Map([...new Set(rows.map(({ path }) => path))].map((path) => [path, unitsByHash(area, path)]));
  return rows.flatMap((row) => {
    const unit = units.get(row.path)?.get(row.hash);
    return unit === undefined ? [] : [{ row, ...unit }];
  });
}

type Unit = Omit<FoundRow, "row">;

function unitsByHash(area: ReadableArea, path: string): Map<string, Unit> {
  try {
    const units = new Map<string, Unit>();
    for (const { raw, startLine, endLine } of readSelectedFile(area, path).units()) {
      const hash = lineHash(raw);
      if (!units.has(hash)) units.set(hash, { startLine, endLine, text: raw.trimEnd() });
    }
    return units;
  } catch (error) {
    // The file is gone or cannot be read, so nothing of it stands anywhere.
    if (error instanceof MemoryError) return new Map();
    throw error;
  }
}
