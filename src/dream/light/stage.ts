/**
 * The light phase (SPEC 8.1): which claims are taken up tonight. Plans only; {@linkcode LightPlan} is a value, so that a dry
 * run shows the same night without leaving a trace.
 *
 * @module
 */
import { addDays, type IsoTime, type Now, parseIso } from "../../base/clock.ts";
import type { CandidateFacts, CandidateRow } from "../../store/state/candidates.ts";
import type { RecallRow } from "../../store/state/recalls.ts";
import { conceptTags } from "../concept_tags.ts";
import type { DreamConfig } from "../config.ts";
import { rootOf } from "../pool.ts";
import { findTwins, type Twin } from "./twins.ts";

/** What the light phase looks at. */
export interface LightFacts {
  /** Every stored claim, by key. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Every recall, by candidate, oldest first. */
  readonly recalls: ReadonlyMap<string, readonly RecallRow[]>;
  /** Claims of the last diaries and of changed files that may be promoted as far as origin and form go. */
  readonly met: readonly CandidateFacts[];
  /** Whether a stored claim passes the taint gate; only such claims are compared with each other. */
  readonly isTrusted: (row: CandidateRow) => boolean;
  /** Whether the entry of a promoted claim stands no more; see `TwinFacts`. @default none is */
  readonly isClosed?: (row: CandidateRow) => boolean;
  /** The moment of the night. */
  readonly now: Now;
  /** The settings of the dream. */
  readonly config: DreamConfig;
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

/** Returns tonight's plan. */
export function planLight(facts: LightFacts): LightPlan {
  const { rows, now, config } = facts;
  const found = facts.met.filter(({ key }) => !rows.has(key));
  const all = new Map(rows);
  for (const fresh of found) all.set(fresh.key, newRow(fresh));
  const recalled = [...all.values()].filter((row) => isRecalledAnew(row, facts.recalls)).map(({ key }) => key);
  const isRecalled = new Set(recalled);
  const queue = [...all.values()].filter(({ key, stagedAt }) => stagedAt === null && !isRecalled.has(key)).sort(oldest);
  const again = facts.met.filter(({ key }) => isSeenOnEarlierDay(rows.get(key), now) && !isRecalled.has(key));
  const taken = queue.slice(0, config.light.limit).map(({ key }) => key);
  const firstDay = addDays(now.day, -Math.ceil(config.deep.maxAgeDays));
  // A pair is compared when the later of the two is met or asked for the first time; more often would find nothing new.
  const isNewcomer = ({ stagedAt, lightHits }: CandidateRow) => stagedAt === null || lightHits === 0;
  const newcomers = [...recalled, ...taken].flatMap((key) => all.get(key) ?? []).filter(isNewcomer);
  const isNearby = ({ key, firstSeenAt }: CandidateRow) => facts.recalls.has(key) || firstSeenAt >= firstDay;
  const twins = findTwins(newcomers, {
    pool: all,
    isNearby: newcomers.length > MANY ? () => false : isNearby,
    isTrusted: facts.isTrusted,
    ...facts.isClosed === undefined ? {} : { isClosed: facts.isClosed },
    similarity: config.similarity,
  });
  const merged = withMerges(all, twins);
  return {
    at: now.iso,
    found,
    staged: [...recalled, ...taken, ...again.map(({ key }) => key)],
    hits: [...new Set(recalled.map((key) => rootOf(key, merged)))],
    twins,
    tags: missingTags([...recalled, ...taken].slice(0, MANY), all),
    waiting: queue.length - taken.length,
  };
}

/** Returns the rows as the plan leaves them. */
export function applyLight(
  rows: ReadonlyMap<string, CandidateRow>,
  plan: LightPlan,
): ReadonlyMap<string, CandidateRow> {
  const next = new Map(rows);
  for (const fresh of plan.found) next.set(fresh.key, newRow(fresh));
  const change = (key: string, edit: (row: CandidateRow) => CandidateRow) => {
    const row = next.get(key);
    if (row !== undefined) next.set(key, edit(row));
  };
  for (const key of plan.staged) {
    change(key, (row) => ({ ...row, stagedAt: plan.at, dailyCount: row.dailyCount + 1 }));
  }
  for (const key of plan.hits) change(key, (row) => ({ ...row, lightHits: row.lightHits + 1, lastLightAt: plan.at }));
  for (const [key, conceptTags] of plan.tags) change(key, (row) => ({ ...row, conceptTags }));
  return withMerges(next, plan.twins);
}

function withMerges(
  rows: ReadonlyMap<string, CandidateRow>,
  twins: readonly Twin[],
): ReadonlyMap<string, CandidateRow> {
  if (twins.length === 0) return rows;
  const next = new Map(rows);
  for (const { duplicate, older } of twins) {
    const row = next.get(duplicate);
    if (row !== undefined) next.set(duplicate, { ...row, mergedInto: older });
  }
  return next;
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

/** A recall newer than the last light hit: the same as "since the last sweep", and still right after a killed one. */
function isRecalledAnew(row: CandidateRow, recalls: ReadonlyMap<string, readonly RecallRow[]>): boolean {
  const last = recalls.get(row.key)?.at(-1);
  if (last === undefined) return false;
  const lastMs = parseIso(last.recalledAt) ?? 0;
  return row.lastLightAt === null || lastMs > (parseIso(row.lastLightAt) ?? 0);
}

function isSeenOnEarlierDay(row: CandidateRow | undefined, now: Now): boolean {
  return row !== undefined && row.stagedAt !== null && row.stagedAt.slice(0, now.day.length) < now.day;
}

function oldest(a: CandidateRow, b: CandidateRow): number {
  if (a.firstSeenAt !== b.firstSeenAt) return a.firstSeenAt < b.firstSeenAt ? -1 : 1;
  return a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1;
}

function missingTags(keys: readonly string[], rows: ReadonlyMap<string, CandidateRow>): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const key of keys) {
    const row = rows.get(key);
    if (row !== undefined && row.conceptTags.length === 0) tags.set(key, conceptTags(row.path, row.text));
  }
  return tags;
}
