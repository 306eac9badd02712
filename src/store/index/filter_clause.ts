/**
 * Filters of a search as conditions of SQL: the same ones for every lane.
 *
 * @module
 */
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";
import { bitsOf } from "./class_bits.ts";
import type { KeywordFilters } from "./keywords.ts";

/** A condition with the values of its question marks. */
export interface FilterClause {
  /** `1` if there is nothing to hold. */
  readonly sql: string;
  /** In the order of the question marks. */
  readonly values: readonly string[];
}

/** Returns the condition on a file; the table `sources` has to be named `s`. */
export function sourceClause({ tiers, pathPrefix, since, until, source = "notes" }: KeywordFilters): FilterClause {
  return all([
    tiers === undefined ? null : ["s.tier IN (SELECT value FROM json_each(?))", JSON.stringify(tiers)],
    pathPrefix === undefined ? null : ["substr(s.path, 1, length(?)) = ?", pathPrefix, pathPrefix],
    since === undefined ? null : ["s.day >= ?", since],
    until === undefined ? null : ["s.day <= ?", until],
    source === "all" ? null : [`(substr(s.path, 1, length(?)) = ?) = ${source === "sessions"}`, ...IN_SESSIONS],
  ]);
}

/** Returns the condition on a chunk; `chunk_origins` has to be named `o` and `chunk_notes`, which may be missing, `n`. */
export function chunkClause({ origins, project }: KeywordFilters): FilterClause {
  return all([
    origins === undefined ? null : ["(o.classes & CAST(? AS INTEGER)) <> 0", String(bitsOf(origins))],
    project === undefined
      ? null
      : ["(n.projects <> 'invalid' AND ? IN (SELECT value FROM json_each(n.projects)))", project],
  ]);
}

/** Twice, for the length and the text. */
const IN_SESSIONS = [SESSIONS_PREFIX, SESSIONS_PREFIX] as const;

type Condition = readonly [sql: string, ...values: string[]] | null;

function all(conditions: readonly Condition[]): FilterClause {
  const given = conditions.filter((condition) => condition !== null);
  if (given.length === 0) return { sql: "1", values: [] };
  return { sql: given.map(([sql]) => sql).join(" AND "), values: given.flatMap(([, ...values]) => values) };
}
