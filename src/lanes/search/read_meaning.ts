/**
 * What the vector lane can do for one question: it needs vectors, of the model that made the question's, and it says so
 * where it has them for a part of the text only.
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { Meaning } from "./by_vector.ts";
import type { LaneState } from "./search.ts";

/** What is left of a meaning in an index. */
export interface ReadMeaning {
  /** `null`: the lane does not look. */
  readonly meaning: Meaning | null;
  /** What the lane does. */
  readonly lane: LaneState;
  /** Sentences for people, none or one. */
  readonly notice: readonly string[];
}

/** Returns the meaning if the index can be searched by it, and what the lane does. */
export function readMeaning(index: Pick<IndexStore, "vectors">, meaning: Meaning | undefined): ReadMeaning {
  if (meaning === undefined) return { meaning: null, lane: "off", notice: [] };
  const { done, pending } = index.vectors.counts();
  // Nothing is indexed: every lane looked everywhere.
  if (done + pending === 0) return { meaning: null, lane: "ok", notice: [] };
  const held = index.vectors.fingerprint();
  if (done === 0 || held === null) return { meaning: null, lane: "partial", notice: [coverageNotice(0)] };
  if (held !== meaning.fingerprint) {
    const notice = `The vectors in the index are of another model; only words were looked for until "memory index" ` +
      "has embedded everything anew.";
    return { meaning: null, lane: "off", notice: [notice] };
  }
  if (pending === 0) return { meaning, lane: "ok", notice: [] };
  return { meaning, lane: "partial", notice: [coverageNotice(done / (done + pending))] };
}

/** Returns how much of the text can be found by meaning so far; never a hundred per cent while something is missing. */
function coverageNotice(share: number): string {
  return `${
    Math.min(99, Math.round(share * 100))
  } % of the text can be found by meaning so far; "memory index" does the ` +
    "rest.";
}
