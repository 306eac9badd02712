/**
 * Columns that hold lists as JSON.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";

/** Returns the texts of a column that holds a JSON array of texts. */
export function readTexts(column: string): readonly string[] {
  if (column === "[]") return [];
  const value: unknown = JSON.parse(column);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw new MemoryError(`Cannot read the column value "${column}": it should be a list of texts`, { kind: "defect" });
  }
  return value;
}

/** Returns project keys: a JSON array, the word `invalid`, or nothing (SPEC 5, step 4). */
export function readProjects(column: string | null): readonly string[] | "invalid" | null {
  if (column === null || column === INVALID) return column;
  return readTexts(column);
}

/** Returns what {@linkcode readProjects} reads back. */
export function writeProjects(projects: readonly string[] | "invalid" | null): string | null {
  return projects === null || projects === INVALID ? projects : JSON.stringify(projects);
}

/** The value that matches no project; it is no JSON, so no list can be mistaken for it. */
const INVALID = "invalid";
