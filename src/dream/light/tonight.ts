/**
 * Which stored claims the light phase is about tonight (SPEC 8.1): those that were met, recalled or wait, and those that may
 * say the same. Everything else stays in the table.
 *
 * @module
 */
import { addDays, type Now, parseIso } from "../../base/clock.ts";
import type { AskedClaim, CandidateViews } from "../../store/state/candidate_views.ts";
import type { CandidateFacts, CandidateRow } from "../../store/state/candidates.ts";
import type { ClaimBook } from "../claim_book.ts";
import type { DreamConfig } from "../config.ts";
import { nearIndex } from "../near_index.ts";
import { rootOf } from "../pool.ts";
import { type Company, type LightFacts, type Newcomers, newRow } from "./stage.ts";

/** What is looked through. */
export interface Tonight {
  /** The queries of the table. */
  readonly views: CandidateViews;
  /** Every claim that was ever recalled. */
  readonly asked: readonly AskedClaim[];
  /** The claims that were loaded so far; takes in what light needs. */
  readonly book: ClaimBook;
  /** Claims of the last diaries and of changed files. */
  readonly met: readonly CandidateFacts[];
  /** The moment of the night. */
  readonly now: Now;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** Returns the stored part of what the light phase looks at. */
export function tonight(
  facts: Tonight,
): Pick<LightFacts, "rows" | "recalled" | "waiting" | "met" | "company" | "untagged"> {
  const { views, book, met, asked } = facts;
  book.load(met.map(({ key }) => key));
  book.keep(views.folded());
  const recalled = asked.filter((claim) => isAnew(claim, book.rows));
  return {
    rows: book.rows,
    recalled,
    waiting: waitingOf(recalled, facts),
    met,
    company: (newcomers) => companyOf(newcomers, facts),
    untagged: (claims, count) => {
      const keys = claims.slice(0, count).map(({ key }) => key);
      book.load(keys);
      return keys.flatMap((key) => book.rows.get(key) ?? []);
    },
  };
}

/** The oldest claims that were neither taken up nor recalled. */
function waitingOf(recalled: readonly AskedClaim[], { views, book, config }: Tonight): LightFacts["waiting"] {
  const asked = new Set(recalled.filter(({ isStaged }) => !isStaged).map(({ key }) => key));
  const count = views.countUnstaged() - asked.size;
  if (count <= 0) return { rows: [], count: 0 };
  const keys = views.unstaged().filter((key) => !asked.has(key)).slice(0, config.light.limit);
  book.load(keys);
  return { rows: keys.flatMap((key) => book.rows.get(key) ?? []), count };
}

/**
 * A recall newer than the last light hit: the same as "since the last sweep", and still right after a killed one. Of a
 * folded claim it is the older one that gets the hits.
 */
function isAnew({ key, mergedInto, lastSeconds, lastLightSeconds }: AskedClaim, rows: ClaimBook["rows"]): boolean {
  if (mergedInto === null) return lastLightSeconds === null || (lastSeconds ?? 0) > lastLightSeconds;
  const last = rows.get(rootOf(key, rows))?.lastLightAt ?? null;
  return last === null || (lastSeconds ?? 0) * 1_000 > (parseIso(last) ?? 0);
}

function companyOf(newcomers: Newcomers, { views, book, now, config }: Tonight): Company {
  const fresh = freshRows(newcomers, { views, book });
  const found = newcomers.found.map(newRow);
  const all = new Map([...fresh, ...found].map((row) => [row.key, row]));
  const equal = views.withHashes([...new Set(fresh.map(({ claimHash }) => claimHash))]);
  for (const row of equal) if (!all.has(row.key)) all.set(row.key, row);
  if (newcomers.isFlood || fresh.length === 0) return { newcomers: fresh, pool: all, nearby: new Set() };
  const firstDay = addDays(now.day, -Math.ceil(config.deep.maxAgeDays));
  const worded = views.worded(firstDay);
  const nearby = new Set([...worded, ...found].map(({ key }) => key));
  const index = nearIndex(fresh, config.similarity);
  const alike = worded.filter(({ key, text }) => !all.has(key) && index.find(text).length > 0);
  book.load(alike.map(({ key }) => key));
  for (const { key } of alike) {
    const row = book.rows.get(key);
    if (row !== undefined) all.set(key, row);
  }
  return { newcomers: fresh, pool: all, nearby };
}

/** In a flood only claims whose hash another claim has too can have a twin. */
function freshRows(
  { recalled, taken, isFlood }: Newcomers,
  { views, book }: Pick<Tonight, "views" | "book">,
): CandidateRow[] {
  const shared = isFlood ? new Set(views.sharedHashes()) : null;
  const asked = recalled.filter(({ claimHash }) => shared === null || shared.has(claimHash));
  book.load(asked.map(({ key }) => key));
  return [...asked.flatMap(({ key }) => book.rows.get(key) ?? []), ...taken];
}
