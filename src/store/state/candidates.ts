/**
 * Claims that may become long-term memory, with the signals of the light and REM stages.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import { writeProjects } from "../json_columns.ts";
import { readCandidates } from "./candidate_rows.ts";

/** One claim of an episodic file. */
export interface CandidateRow {
  /** `c:` and 12 hex digits of path and normalised claim (SPEC 6, selectors). */
  readonly key: string;
  /** The episodic file it stands in. */
  readonly path: string;
  /** Digest of the normalised claim: finds it again when it moved. */
  readonly claimHash: string;
  /** Stripped of marker and annotations. */
  readonly text: string;
  /** Where it was last seen, 1-based, inclusive. */
  readonly startLine: number;
  /** Last line, 1-based, inclusive. */
  readonly endLine: number;
  /** When the claim was first taken in. */
  readonly firstSeenAt: IsoTime;
  /** When the light stage last took it up; `null` while it waits in the queue. */
  readonly stagedAt: IsoTime | null;
  /** Days on which the light stage met it; never counts for a gate (SPEC 8.4). */
  readonly dailyCount: number;
  /** Times it was staged after a recall (SPEC 8.1). */
  readonly lightHits: number;
  /** When `lightHits` last rose. */
  readonly lastLightAt: IsoTime | null;
  /** Times the REM stage highlighted it (SPEC 8.2). */
  readonly remHits: number;
  /** When `remHits` last rose. */
  readonly lastRemAt: IsoTime | null;
  /** When the REM stage last looked at it. */
  readonly lastRemConsideredAt: IsoTime | null;
  /** What it is about, for themes and richness. */
  readonly conceptTags: readonly string[];
  /** Claims with one key replace each other. */
  readonly supersessionKey: string | null;
  /** 1 to 10. */
  readonly importance: number | null;
  /** Phrases given by the writer. */
  readonly triggers: readonly string[];
  /** `"invalid"` matches nothing; `null`: not tagged. */
  readonly projects: readonly string[] | "invalid" | null;
  /** When it was observed, as annotated. */
  readonly observed: LocalDay | null;
  /** The last day on which it holds, as annotated. */
  readonly expires: LocalDay | null;
  /** Source anchors of near-duplicates that were merged into this one, `path#L3-L5`. */
  readonly anchors: readonly string[];
  /** The older claim that took over its recalls, or `null` (SPEC 8.1). */
  readonly mergedInto: string | null;
  /** When it entered a curated file, or `null`. */
  readonly promotedAt: IsoTime | null;
}

/** What a scan of the files knows of a claim; the signals stay as they are. */
export type CandidateFacts = Omit<
  CandidateRow,
  | "stagedAt"
  | "dailyCount"
  | "lightHits"
  | "lastLightAt"
  | "remHits"
  | "lastRemAt"
  | "lastRemConsideredAt"
  | "anchors"
  | "mergedInto"
  | "promotedAt"
>;

/** The candidates' table. Every write joins the running transaction or makes its own. */
export interface Candidates {
  /** Adds claims or refreshes what the files say of them; `firstSeenAt` and all signals of a known one stay. */
  upsert(facts: readonly CandidateFacts[]): void;
  /** Returns the rows of keys that exist, in the given order. */
  get(keys: readonly string[]): CandidateRow[];
  /** Returns every candidate, by key. */
  all(): CandidateRow[];
  /** Returns the candidates of a file, by line. */
  ofPath(path: string): CandidateRow[];
  /** Returns the candidates that the light stage has not taken up yet, oldest first, at most `limit`. */
  queued(limit: number): CandidateRow[];
  /** How many there are. */
  count(): number;
  /** Marks claims as taken up: `stagedAt`, `dailyCount` + 1. */
  stage(keys: readonly string[], at: IsoTime): void;
  /** `lightHits` + 1 and `lastLightAt` (SPEC 8.1). */
  hitLight(keys: readonly string[], at: IsoTime): void;
  /** Does what `stage` and `hitLight` do, in one pass over the table. */
  stageRecalled(keys: readonly string[], at: IsoTime): void;
  /** `remHits` + 1 and `lastRemAt` (SPEC 8.2). */
  hitRem(keys: readonly string[], at: IsoTime): void;
  /** Sets `lastRemConsideredAt`. */
  considerRem(keys: readonly string[], at: IsoTime): void;
  /** Replaces the concept tags of claims. */
  setConceptTags(tags: ReadonlyMap<string, readonly string[]>): void;
  /** Hands the anchors of a near-duplicate to the older claim and marks it; its recalls go with {@linkcode Recalls.move}. */
  mergeInto(duplicate: string, older: string): void;
  /** Makes claims that were folded into the given ones claims of their own again. */
  unfold(older: readonly string[]): void;
  /** Sets or clears `promotedAt`. */
  setPromoted(keys: readonly string[], at: IsoTime | null): void;
  /** Renames a claim whose file was renamed; nothing happens if the new key exists. */
  rekey(from: string, to: { readonly key: string; readonly path: string }): void;
  /** Deletes claims. */
  remove(keys: readonly string[]): void;
}

/** Returns the table of an open state. */
export function candidatesTable(connection: Connection): Candidates {
  const rows = (rest: string, ...values: (string | number)[]) => readCandidates(connection, rest, values);
  const mark = (sql: string, keys: readonly string[], at: IsoTime | null) => {
    if (keys.length === 0) return;
    connection.transaction(() => connection.prepare(sql).run(at, JSON.stringify(keys)));
  };
  return {
    upsert: (facts) => upsert(connection, facts),
    get: (keys) => {
      const found = new Map(rows(GET, JSON.stringify(keys)).map((row) => [row.key, row]));
      return keys.flatMap((key) => found.get(key) ?? []);
    },
    all: () => rows(ALL),
    ofPath: (path) => rows(OF_PATH, path),
    queued: (limit) => rows(QUEUED, limit),
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
    stage: (keys, at) => mark(STAGE, keys, at),
    hitLight: (keys, at) => mark(HIT_LIGHT, keys, at),
    stageRecalled: (keys, at) => mark(STAGE_RECALLED, keys, at),
    hitRem: (keys, at) => mark(HIT_REM, keys, at),
    considerRem: (keys, at) => mark(CONSIDER_REM, keys, at),
    setPromoted: (keys, at) => mark(SET_PROMOTED, keys, at),
    setConceptTags: (tags) => {
      if (tags.size === 0) return;
      connection.transaction(() => {
        const set = connection.prepare(SET_TAGS);
        for (const [key, list] of tags) set.run(JSON.stringify(list), key);
      });
    },
    mergeInto: (duplicate, older) => {
      connection.transaction(() => {
        connection.prepare(JOIN_ANCHORS).run(duplicate, older);
        connection.prepare(SET_MERGED).run(older, duplicate);
      });
    },
    unfold: (older) => {
      connection.transaction(() => connection.prepare(UNFOLD).run(JSON.stringify(older)));
    },
    rekey: (from, to) => {
      connection.transaction(() => connection.prepare(REKEY).run(to.key, to.path, from));
    },
    remove: (keys) => {
      connection.transaction(() => connection.prepare(REMOVE).run(JSON.stringify(keys)));
    },
  };
}

function upsert(connection: Connection, facts: readonly CandidateFacts[]): void {
  if (facts.length === 0) return;
  connection.transaction(() => {
    const put = connection.prepare(UPSERT);
    for (const it of facts) {
      const place = [it.key, it.path, it.claimHash, it.text, it.startLine, it.endLine, it.firstSeenAt];
      const lists = [JSON.stringify(it.conceptTags), it.supersessionKey, it.importance, JSON.stringify(it.triggers)];
      put.run(...place, ...lists, writeProjects(it.projects), it.observed, it.expires);
    }
  });
}

const KEYS = "(SELECT value FROM json_each(?2))";
const GET = "WHERE key IN (SELECT value FROM json_each(?))";
const ALL = "ORDER BY key";
const OF_PATH = "WHERE path = ? ORDER BY start_line, key";
const QUEUED = "WHERE staged_at IS NULL ORDER BY unixepoch(first_seen_at), path, start_line LIMIT ?";
const COUNT = "SELECT count(*) AS n FROM candidates";
const UPSERT = `INSERT INTO candidates (key, path, claim_hash, text, start_line, end_line, first_seen_at, concept_tags,
    supersession_key, importance, triggers, projects, observed, expires)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET path = excluded.path, claim_hash = excluded.claim_hash, text = excluded.text,
    start_line = excluded.start_line, end_line = excluded.end_line, concept_tags = excluded.concept_tags,
    supersession_key = excluded.supersession_key, importance = excluded.importance, triggers = excluded.triggers,
    projects = excluded.projects, observed = excluded.observed, expires = excluded.expires`;
const STAGE = `UPDATE candidates SET staged_at = ?1, daily_count = daily_count + 1 WHERE key IN ${KEYS}`;
const HIT_LIGHT = `UPDATE candidates SET last_light_at = ?1, light_hits = light_hits + 1 WHERE key IN ${KEYS}`;
const STAGE_RECALLED = `UPDATE candidates SET staged_at = ?1, daily_count = daily_count + 1, last_light_at = ?1,
  light_hits = light_hits + 1 WHERE key IN ${KEYS}`;
const HIT_REM = `UPDATE candidates SET last_rem_at = ?1, rem_hits = rem_hits + 1 WHERE key IN ${KEYS}`;
const CONSIDER_REM = `UPDATE candidates SET last_rem_considered_at = ?1 WHERE key IN ${KEYS}`;
const SET_PROMOTED = `UPDATE candidates SET promoted_at = ?1 WHERE key IN ${KEYS}`;
const SET_TAGS = "UPDATE candidates SET concept_tags = ? WHERE key = ?";
const JOIN_ANCHORS = `UPDATE candidates SET anchors = (
    SELECT json_group_array(DISTINCT value) FROM (
      SELECT value FROM json_each(candidates.anchors)
      UNION ALL SELECT value FROM candidates AS other, json_each(other.anchors) WHERE other.key = ?1
      UNION ALL SELECT path || '#L' || start_line || iif(end_line > start_line, '-L' || end_line, '')
        FROM candidates AS other WHERE other.key = ?1))
  WHERE key = ?2`;
const SET_MERGED = "UPDATE candidates SET merged_into = ? WHERE key = ?";
const UNFOLD = "UPDATE candidates SET merged_into = NULL WHERE merged_into IN (SELECT value FROM json_each(?))";
const REKEY = "UPDATE OR IGNORE candidates SET key = ?, path = ? WHERE key = ?";
const REMOVE = "DELETE FROM candidates WHERE key IN (SELECT value FROM json_each(?))";
