/**
 * Moving a damaged database out of the way.
 *
 * @module
 */
import { existsSync, renameSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";

/** A database lies in up to three files; the main one first, since the others mean nothing without it. */
export const DATABASE_SUFFIXES = ["", "-wal", "-shm"] as const;

/**
 * Renames whatever exists of a database to `<path>.damaged-<time>`, with the same endings.
 *
 * @param at ISO 8601; its digits become part of the name
 * @returns the new paths
 */
export function setAside(path: string, at: string): string[] {
  const present = DATABASE_SUFFIXES.filter((suffix) => existsSync(path + suffix));
  if (present.length === 0) return [];
  const target = freeName(`${path}.damaged-${at.replace(/[^0-9]/g, "").slice(0, TIME_DIGITS)}`);
  return present.map((suffix) => {
    renameSync(path + suffix, target + suffix);
    return target + suffix;
  });
}

/** Returns the error of who found a state damaged where nothing can be moved. */
export function keptInPlace(path: string, cause: unknown): MemoryError {
  return new MemoryError(`Cannot open "${path}": the file is damaged, and it cannot be set aside here`, {
    hint: "make its folder writable, or put a copy of state.sqlite in its place, with its own state.sqlite-wal or none",
    cause,
  });
}

/** Digits of year to second. */
const TIME_DIGITS = 14;

function freeName(wanted: string): string {
  let name = wanted;
  for (let count = 2; existsSync(name); count++) name = `${wanted}-${count}`;
  return name;
}
