/**
 * Curated entries that hold words of a question. They are few, and looking through them beats asking the keyword index
 * for them alone; a busy diary can then not keep them from being looked at (SPEC 6, guaranteed share).
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { passesFilters } from "./filters.ts";
import type { TermFinder } from "./find_terms.ts";
import type { Found } from "./gather.ts";

/** What {@linkcode byEntry} is asked. */
export interface EntryRequest {
  /** `undefined` if there are none. */
  readonly filters: KeywordFilters | undefined;
  /** Of the question's terms. */
  readonly find: TermFinder;
  /** How many different terms the question has. */
  readonly termCount: number;
}

/** Returns the entries of the curated files that hold a term, in file order. */
export function byEntry(index: Pick<IndexStore, "chunks">, request: EntryRequest): Found[] {
  const { filters = {}, find, termCount } = request;
  if (filters.tiers !== undefined && !filters.tiers.includes("curated")) return [];
  return [MEMORY_FILE, USER_FILE].flatMap((path) => index.chunks.ofPath(path)).flatMap((row) => {
    if (!passesFilters(row, row.classes, filters)) return [];
    const terms = new Set([...find(row.context).flat(), ...find(row.text).flat()]);
    if (terms.size === 0) return [];
    const keyword = { chunkId: row.id, bm25: 0, rank: null, isStrict: terms.size === termCount };
    return [{ row, keyword, vector: null, pathTier: 0 as const }];
  });
}
