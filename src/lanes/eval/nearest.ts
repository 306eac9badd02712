import type { IndexStore } from "../../store/index/open_index.ts";
import { byVector, type Meaning } from "../search/by_vector.ts";
import type { FirstResult } from "./measure.ts";

/** Chars of a chunk's text that are shown. */
const SHOWN_CHARS = 200;

/** Returns what the vector lane alone finds, nearest first; as a score what it says of each, 0 to 1. */
export function nearest(index: IndexStore, meaning: Meaning, limit: number): FirstResult[] {
  const { found } = byVector(index, { meaning, filters: undefined, limit, others: [] });
  const rows = new Map(index.chunks.get([...found.keys()]).map((row) => [row.id, row]));
  return [...found].sort(([, a], [, b]) => (a.rank ?? Infinity) - (b.rank ?? Infinity)).flatMap(
    ([id, { relevance }]) => {
      const row = rows.get(id);
      if (row === undefined) return [];
      const { path, startLine, endLine, text } = row;
      return [{ path, startLine, endLine, score: relevance, snippet: text.slice(0, SHOWN_CHARS) }];
    },
  );
}
