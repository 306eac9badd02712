/**
 * What `memory get` is asked for: a path, with or without lines.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";

/** A path and the lines wanted of it. */
export interface LineTarget {
  /** Relative to the workspace, as given. */
  readonly path: string;
  /** 1-based. */
  readonly from: number;
  /** 1-based, inclusive; `null`: to the end. */
  readonly to: number | null;
}

/**
 * Returns the target that a text names: `path`, `path:3`, `path:3-5`, `path#L3`, `path#L3-L5`. A citation names exactly
 * its lines; `path:3` starts there.
 *
 * @throws {MemoryError} usage, when there is no path, or the lines are 0 or in the wrong order
 */
export function readTarget(text: string): LineTarget {
  const target = text.trim();
  const citation = CITATION.exec(target);
  const range = citation ?? RANGE.exec(target);
  const path = plain(range?.[1] ?? target);
  if (path === "") throw refuse(text, "it should begin with a path");
  if (range === null) return { path, from: 1, to: null };
  const from = Number(range[2]);
  const to = range[3] === undefined ? (citation === null ? null : from) : Number(range[3]);
  if (from < 1) throw refuse(text, "lines are counted from 1");
  if (to !== null && to < from) throw refuse(text, "the first line should not be after the last");
  return { path, from, to };
}

/** A file's name may hold any character, a line end too. */
const CITATION = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/s;
const RANGE = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s;

function plain(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

function refuse(text: string, reason: string): MemoryError {
  return new MemoryError(`Cannot read "${text}": ${reason}`, {
    kind: "usage",
    hint: "write it as in: memory get memory/2026-08-19.md:10-20",
  });
}
