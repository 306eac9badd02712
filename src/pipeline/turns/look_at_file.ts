/**
 * Reads one file of the workspace for the sake of its lines' rows.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { HashedLine } from "../../store/state/ledger.ts";
import { hashLines } from "../../store/state/origin_reader.ts";
import { absolute, type WorkspaceLayout } from "../../workspace/layout.ts";
import { ledgerUnits } from "../../workspace/ledger_units.ts";
import { MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import { readTextFile } from "../../workspace/read_text.ts";

/** Returns a file's lines, as the ledger names them; none of a file that is not there or cannot be read. */
export function linesOfFile(layout: WorkspaceLayout, path: string): HashedLine[] {
  try {
    const read = readTextFile(absolute(layout, path), { maxBytes: MAX_FILE_BYTES });
    return read.kind === "text" ? hashLines(ledgerUnits({ path, text: read.text }).map(({ raw }) => raw)) : [];
  } catch (error) {
    // What cannot be read cannot be injected or promoted either; the index run names it.
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
