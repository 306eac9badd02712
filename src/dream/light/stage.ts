/**
 * The light phase (SPEC 8.1): which claims are taken up tonight. Plans only; {@linkcode LightPlan} is a value, so that a dry
 * run shows the same night without leaving a trace.
 *
 * @module
 */
import type { IsoTime, Now } from "../../base/clock.ts";
import type { AskedClaim } from "../../store/state/candidate_views.ts";
import type { CandidateFacts, CandidateRow } from "../../store/state/candidates.ts";
import { conceptTags } from "../../curate/concept_tags.ts";
import type { DreamConfig } from "../config.ts";
import { rootOf } from "../pool.ts";
import { findTwins, type Twin } from "./twins.ts";

/** What the light phase looks at. */
export interface LightFacts {
  /** Stored claims by key: those that were met, and those that were folded with what they were folded into. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Claims that were recalled since they, or what they were folded into, were last looked at. */
  readonly recalled: readonly AskedClaim[];
  /** Claims that were neither taken up nor recalled yet: the oldest of them, and how many there are. */
  readonly waiting: { readonly rows: readonly CandidateRow[]; readonly count: number };
  /** Claims of the last diaries and of changed files that may be promoted as far as origin and form go. */
  readonly met: readonly CandidateFacts[];
  /** Returns what newcomers are compared with. */
  readonly company: (newcomers: Newcomers) => Company;
  /** Returns the rows of so many of the given claims, which have no concept tags. */
  readonly untagged: (claims: readonly AskedClaim[], count: number) => readonly CandidateRow[];
  /** Whether a stored claim passes the taint gate; only such claims are compared with each other. */
  readonly isTrusted: (row: CandidateRow) => boolean;
  /** Whether the entry of a promoted claim stands no more; see `TwinFacts`. @default none is */
  readonly isClosed?: (row: CandidateRow) => boolean;
  /** The moment of the night. */
  readonly now: Now;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** Claims that are met or asked for the first time tonight. */
export interface Newcomers {
  /** Those that were asked for. */
  readonly recalled: readonly AskedClaim[];
  /** Those that leave the queue. */
  readonly taken: readonly CandidateRow[];
  /** Those that no table holds yet. */
  readonly found: readonly CandidateFacts[];
  /** There are too many to be compared word by word: only equal claims are looked for. */
  readonly isFlood: boolean;
}

/** What newcomers are compared with. */
export interface Company {
  /** The newcomers that may have a twin. */
  readonly newcomers: readonly CandidateRow[];
  /** Every claim that may be the twin of one of them, and they themselves. */
  readonly pool: ReadonlyMap<string, CandidateRow>;
  /** Keys of claims that are compared word by word; the others only whether they are equal after normalisation. */
  readonly nearby: ReadonlySet<string>;
}

/** What the light phase does. */
export interface LightPlan {
  /** The moment that is noted. */
  readonly at: IsoTime;
  /** New claims; they join the queue. */
  readonly found: readonly CandidateFacts[];
  /** Keys taken up tonight. */
  readonly staged: readonly string[];
  /** Keys that get a light hit: recalled since they were last looked at. */
  readonly hits: readonly string[];
  /** Claims that say the same as an older one. */
  readonly twins: readonly Twin[];
  /** Concept tags of claims that had none. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Claims that wait for another night. */
  readonly waiting: number;
}

/**
 * Claims of one night that are cut into words. A night that meets more than this many is the first one on a large memory:
 * then only equal claims are folded, and tags are worked out for a claim when it is first looked at closely.
 */
const MANY = 5_000;

/** Recalled claims that get concept tags in one night: cutting a claim into words takes a fifth of a millisecond. */
const MOST_TAGGED = 1_000;

/** Returns tonight's plan. */
export function planLight(facts: LightFacts): LightPlan {
  const { rows, recalled, waiting, now, config } = facts;
  const found = facts.met.filter(({ key }) => !rows.has(key));
  const isRecalled = new Set(recalled.map(({ key }) => key));
  const queue = [...waiting.rows, ...found.map(newRow)].sort(oldest);
  const again = facts.met.filter(({ key }) => isSeenOnEarlierDay(rows.get(key), now) && !isRecalled.has(key));
  const taken = queue.slice(0, config.light.limit);
  // A pair is compared when the later of the two is met or asked for the first time; more often would find nothing new.
  const fresh = recalled.filter(({ isStaged, lightHits, mergedInto }) =>
    mergedInto === null && (!isStaged || lightHits === 0)
  );
  const isFlood = fresh.length + taken.length > MANY;
  const { newcomers, pool, nearby } = facts.company({ recalled: fresh, taken, found, isFlood });
  const twins = findTwins(newcomers, {
    pool,
    isNearby: ({ key }) => nearby.has(key),
    isTrusted: facts.isTrusted,
    ...facts.isClosed === undefined ? {} : { isClosed: facts.isClosed },
    similarity: config.similarity,
  });
  const merged = new Map<string, Pick<CandidateRow, "mergedInto">>([...rows, ...pool]);
  for (const { duplicate, older } of twins) merged.set(duplicate, { mergedInto: older });
  return {
    at: now.iso,
    found,
    staged: [...isRecalled, ...[...taken, ...again].map(({ key }) => key)],
    hits: [...new Set([...isRecalled].map((key) => rootOf(key, merged)))],
    twins,
    tags: tagsOf([...facts.untagged(recalled.filter(({ tags }) => tags === 0), MOST_TAGGED), ...taken]),
    waiting: waiting.count + found.length - taken.length,
  };
}

/** Returns how a stored row is to be seen once the plan is carried out. */
export function afterLight(plan: LightPlan): (row: CandidateRow) => CandidateRow {
  const [staged, hits] = [new Set(plan.staged), new Set(plan.hits)];
  const olderOf = new Map(plan.twins.map(({ duplicate, older }) => [duplicate, older]));
  return (row) => {
    const { key } = row;
    const tags = plan.tags.get(key);
    const older = olderOf.get(key);
    return {
      ...row,
      ...staged.has(key) ? { stagedAt: plan.at, dailyCount: row.dailyCount + 1 } : {},
      ...hits.has(key) ? { lightHits: row.lightHits + 1, lastLightAt: plan.at } : {},
      ...tags === undefined ? {} : { conceptTags: tags },
      ...older === undefined ? {} : { mergedInto: older },
    };
  };
}

/** Returns the row of a claim that nobody staged yet. */
export function newRow(facts: CandidateFacts): CandidateRow {
  return {
    ...facts,
    stagedAt: null,
    dailyCount: 0,
    lightHits: 0,
    lastLightAt: null,
    remHits: 0,
    lastRemAt: null,
    lastRemConsideredAt: null,
    anchors: [],
    mergedInto: null,
    promotedAt: null,
  };
}

function isSeenOnEarlierDay(row: CandidateRow | undefined, now: Now): boolean {
  return row !== undefined && row.stagedAt !== null && row.stagedAt.slice(0, now.day.length) < now.day;
}

function oldest(a: CandidateRow, b: CandidateRow): number {
  if (a.firstSeenAt !== b.firstSeenAt) return a.firstSeenAt < b.firstSeenAt ? -1 : 1;
  return a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1;
}

function tagsOf(rows: readonly CandidateRow[]): Map<string, string[]> {
  const untagged = rows.filter(({ conceptTags }) => conceptTags.length === 0);
  return new Map(untagged.map(({ key, path, text }) => [key, conceptTags(path, text)]));
}
