/**
 * Twins: claims that say the same as an older one (SPEC 8.1). Only claims that pass the taint gate are compared, so that
 * nothing of a tainted line, not even its recalls, reaches another.
 *
 * @module
 */
import type { CandidateRow } from "../../store/state/candidates.ts";
import { nearIndex } from "../near_index.ts";
import { dayReader } from "../pool.ts";

/** A claim and the older one that takes over its recalls and anchors. */
export interface Twin {
  /** Key of the claim that is folded away. */
  readonly duplicate: string;
  /** Key of the claim that stays. */
  readonly older: string;
}

/** What newcomers are compared with. */
export interface TwinFacts {
  /** All claims, the newcomers included. */
  readonly pool: ReadonlyMap<string, CandidateRow>;
  /** Claims that are compared word by word; others only whether they are equal after normalisation. */
  readonly isNearby: (row: CandidateRow) => boolean;
  /** Whether a stored claim passes the taint gate. */
  readonly isTrusted: (row: CandidateRow) => boolean;
  /** Whether the entry of a promoted claim stands no more: who says it again says something new. @default none is */
  readonly isClosed?: (row: CandidateRow) => boolean;
  /** 0 to 1. */
  readonly similarity: number;
}

/**
 * Returns the merges for claims that were recalled or met for the first time. Of a pair the older one stays, whichever of
 * the two is the newcomer.
 */
export function findTwins(newcomers: readonly CandidateRow[], facts: TwinFacts): Twin[] {
  const fresh = newcomers.filter(({ mergedInto }) => mergedInto === null);
  if (fresh.length === 0) return [];
  const pairs = pairsOf(fresh, facts).sort((a, b) => olderFirst(a.row, b.row));
  const olderOf = new Map<string, string>();
  const visited = new Set<string>();
  const fold = (duplicate: string, older: string) => {
    if (duplicate !== older && !olderOf.has(duplicate)) olderOf.set(duplicate, olderOf.get(older) ?? older);
  };
  for (const { row, twins } of pairs) {
    visited.add(row.key);
    const older = twins.find(({ key }) => visited.has(key));
    if (older !== undefined) fold(row.key, older.key);
    for (const twin of twins) if (!visited.has(twin.key)) fold(twin.key, row.key);
  }
  return [...olderOf].map(([duplicate, older]) => ({ duplicate, older }));
}

/** A claim with the newcomers that say the same. */
interface Pairing {
  readonly row: CandidateRow;
  readonly twins: readonly CandidateRow[];
}

const NONE: readonly CandidateRow[] = [];

/** Rows without a twin are most of the pool; only those with one are kept, and asked for their origin. */
function pairsOf(
  fresh: readonly CandidateRow[],
  { pool, isNearby, isTrusted, isClosed = () => false, similarity }: TwinFacts,
): Pairing[] {
  const index = nearIndex(fresh.filter(isNearby), similarity);
  const byHash = Map.groupBy(fresh, ({ claimHash }) => claimHash);
  const pairs: Pairing[] = [];
  for (const row of pool.values()) {
    if (row.mergedInto !== null || isClosed(row)) continue;
    const equal = byHash.get(row.claimHash) ?? NONE;
    const near = isNearby(row) ? index.find(row.text) : NONE;
    if (equal.length + near.length === 0) continue;
    const twins = [...new Set([...near, ...equal])].filter((twin) => twin.key !== row.key && isTrusted(twin));
    if (twins.length > 0 && isTrusted(row)) pairs.push({ row, twins });
  }
  return pairs;
}

function olderFirst(a: CandidateRow, b: CandidateRow): number {
  const readDay = dayReader();
  const order = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;
  return order(readDay(a), readDay(b)) || order(a.firstSeenAt, b.firstSeenAt) || order(a.path, b.path) ||
    a.startLine - b.startLine || order(a.key, b.key);
}
