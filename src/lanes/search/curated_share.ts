/**
 * Keeps a share of the results for curated entries (SPEC 6): hundreds of diary chunks on a subject must not drown out
 * what was found worth keeping about it.
 *
 * @module
 */
import type { Tier } from "../../provenance/tier.ts";
import type { Ranked } from "./diversify.ts";

/** A hit that may be exchanged. */
export interface Sharing extends Ranked {
  /** Of its file. */
  readonly tier: Tier;
}

/**
 * A curated entry takes a place only if it answers at least half as well as the best hit; a share must not bring in what
 * merely holds one of the words.
 */
const MIN_OF_BEST = 0.5;
/** A third of six is two, also in floating point. */
const ROUNDING = 1e-9;

/**
 * Returns `hits` with the last of its other results replaced by curated entries of `pool` (best first), until
 * `floor(share · hits)` of them are curated or no entry is good enough. Hits of the path lane keep their places.
 */
export function keepCuratedShare<T extends Sharing>(hits: readonly T[], pool: readonly T[], share: number): T[] {
  const wanted = Math.floor(share * hits.length + ROUNDING) - hits.filter((hit) => hit.tier === "curated").length;
  const floor = MIN_OF_BEST * hits.reduce((best, hit) => Math.max(best, hit.rankScore), 0);
  const spare = pool.filter((hit) => hit.tier === "curated" && hit.rankScore >= floor && !hits.includes(hit));
  const replaceable = hits.filter((hit) => hit.tier !== "curated" && hit.pathTier === 0);
  const count = Math.max(0, Math.min(wanted, spare.length, replaceable.length));
  if (count === 0) return [...hits];
  const gone = new Set(replaceable.slice(replaceable.length - count));
  return [...hits.filter((hit) => !gone.has(hit)), ...spare.slice(0, count)];
}
