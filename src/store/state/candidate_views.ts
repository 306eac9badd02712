/**
 * What a night asks of the candidates (SPEC 8.1, 8.4). Of a hundred thousand claims a night concerns a few thousand, so the
 * database picks them out; no query gives whole rows of all.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import { readTexts } from "../json_columns.ts";
import { readCandidates } from "./candidate_rows.ts";
import type { CandidateRow } from "./candidates.ts";

/** A claim that was ever recalled, by what a night sorts it by. */
export interface AskedClaim {
  /** `c:` and 12 hex digits. */
  readonly key: string;
  /** Recalls in all. */
  readonly recalls: number;
  /** Distinct questions. */
  readonly questions: number;
  /** The newest recall, in seconds since the epoch, with fractions; `null` if no time can be read. */
  readonly lastSeconds: number | null;
  /** Equal claims share it. */
  readonly claimHash: string;
  /** The older claim that took over its recalls, or `null`. */
  readonly mergedInto: string | null;
  /** The light stage took it up at some time. */
  readonly isStaged: boolean;
  /** Times it was staged after a recall. */
  readonly lightHits: number;
  /** When that rose, in seconds since the epoch, with fractions. */
  readonly lastLightSeconds: number | null;
  /** Times that the REM stage highlighted it. */
  readonly remHits: number;
  /** When that rose, in seconds since the epoch, with fractions. */
  readonly lastRemSeconds: number | null;
  /** Where it was last seen. */
  readonly path: string;
  /** 1-based. */
  readonly startLine: number;
  /** Concept tags. */
  readonly tags: number;
  /** It entered a curated file. */
  readonly isPromoted: boolean;
}

/** The concept tags of a staged or waiting claim. */
export interface TaggedClaim {
  /** `c:` and 12 hex digits. */
  readonly key: string;
  /** The light stage took it up at some time. */
  readonly isStaged: boolean;
  /** What it is about. */
  readonly conceptTags: readonly string[];
}

/** Claims of some local days: all of dated files, and of the others those that were observed or first seen then. */
export interface PathsOfDays {
  /** Files whose name gives their claims such a day. */
  readonly dated: readonly string[];
  /** Files whose name gives no day. */
  readonly undated: readonly string[];
  /** The first day. */
  readonly first: LocalDay;
  /** The last day. */
  readonly last: LocalDay;
}

/** A claim by its words. */
export type WordedClaim = Pick<CandidateRow, "key" | "text">;

/** A claim by what a selector may name it by. */
export type NamedClaim = Pick<CandidateRow, "key" | "path" | "text" | "startLine" | "endLine" | "supersessionKey">;

/** The queries of a night. */
export interface CandidateViews {
  /** Returns the claims that were ever recalled, in no order. */
  asked(): AskedClaim[];
  /** How many claims the light stage has not taken up yet. */
  countUnstaged(): number;
  /** Returns their keys, oldest first. */
  unstaged(): string[];
  /** Returns the claims that were folded into older ones, and those older ones, by key. */
  folded(): CandidateRow[];
  /** Returns the files that claims stand in, in order. */
  paths(): string[];
  /** Returns the claims of some days, by key. */
  ofDays(days: PathsOfDays): CandidateRow[];
  /** Returns the unpromoted claims under supersession keys, by key. */
  underKeys(names: readonly string[]): CandidateRow[];
  /** Returns the claims with the given claim hashes, by key. */
  withHashes(hashes: readonly string[]): CandidateRow[];
  /** Returns the claim hashes that several claims have. */
  sharedHashes(): string[];
  /** Returns the claims that were ever recalled, or first seen at or after a moment. */
  worded(since: IsoTime | LocalDay): WordedClaim[];
  /** Returns every claim by what a selector may name it by, by key. */
  named(): NamedClaim[];
  /** Returns the tags of the claims of some days. */
  tagsOf(days: PathsOfDays): TaggedClaim[];
}

/** Returns the queries of an open state. */
export function candidateViews(connection: Connection): CandidateViews {
  const rows = (rest: string, ...values: (string | number)[]) => readCandidates(connection, rest, values);
  const texts = (sql: string) => connection.prepare<{ text: string }>(sql).all().map(({ text }) => text);
  return {
    asked: () =>
      connection.prepare<StoredAsked>(ASKED).all().map((row) => ({
        ...row,
        isStaged: row.isStaged === 1,
        isPromoted: row.isPromoted === 1,
      })),
    countUnstaged: () => connection.prepare<{ n: number }>(UNSTAGED_COUNT).get()?.n ?? 0,
    unstaged: () => texts(UNSTAGED),
    folded: () => rows(FOLDED),
    paths: () => texts(PATHS),
    ofDays: (days) => rows(`WHERE ${IS_OF_DAYS} ORDER BY key`, ...valuesOf(days)),
    underKeys: (names) => names.length === 0 ? [] : rows(UNDER_KEYS, JSON.stringify(names)),
    withHashes: (hashes) => hashes.length === 0 ? [] : rows(WITH_HASHES, JSON.stringify(hashes)),
    sharedHashes: () => texts(SHARED_HASHES),
    worded: (since) => connection.prepare<WordedClaim>(WORDED).all(since),
    named: () => connection.prepare<NamedClaim>(NAMED).all(),
    tagsOf: (days) =>
      connection.prepare<StoredTags>(TAGS_OF).all(...valuesOf(days)).map((row) => ({
        ...row,
        isStaged: row.isStaged === 1,
        conceptTags: readTexts(row.conceptTags),
      })),
  };
}

function valuesOf({ dated, undated, first, last }: PathsOfDays): [string, string, string, string] {
  return [JSON.stringify(dated), JSON.stringify(undated), first, last];
}

type Flags = "isStaged" | "isPromoted";
type StoredAsked = Omit<AskedClaim, Flags> & Readonly<Record<Flags, number>>;
type StoredTags = Omit<TaggedClaim, "isStaged" | "conceptTags"> & {
  readonly isStaged: number;
  readonly conceptTags: string;
};

const ASKED = `SELECT key, recalls, questions, lastSeconds, claim_hash AS claimHash, merged_into AS mergedInto,
    staged_at IS NOT NULL AS isStaged, light_hits AS lightHits,
    unixepoch(last_light_at, 'subsec') AS lastLightSeconds, rem_hits AS remHits, path, start_line AS startLine,
    iif(last_rem_at IS NULL, NULL, unixepoch(last_rem_at, 'subsec')) AS lastRemSeconds,
    iif(concept_tags = '[]', 0, json_array_length(concept_tags)) AS tags, promoted_at IS NOT NULL AS isPromoted
  FROM (SELECT candidate_key, count(*) AS recalls, count(DISTINCT question_hash) AS questions,
    max(unixepoch(recalled_at, 'subsec')) AS lastSeconds FROM recalls GROUP BY candidate_key)
  CROSS JOIN candidates ON key = candidate_key`;
const UNSTAGED_COUNT = "SELECT count(*) AS n FROM candidates WHERE staged_at IS NULL";
const UNSTAGED = `SELECT key AS text FROM candidates WHERE staged_at IS NULL
  ORDER BY unixepoch(first_seen_at), path, start_line`;
const FOLDED = `WHERE key IN (SELECT key FROM candidates WHERE merged_into IS NOT NULL
    UNION SELECT merged_into FROM candidates WHERE merged_into IS NOT NULL) ORDER BY key`;
const PATHS = "SELECT DISTINCT path AS text FROM candidates ORDER BY path";
const IS_OF_DAYS = `path IN (SELECT value FROM json_each(?1)) OR path IN (SELECT value FROM json_each(?2))
  AND coalesce(observed, substr(first_seen_at, 1, 10)) BETWEEN ?3 AND ?4`;
const UNDER_KEYS = `WHERE supersession_key IN (SELECT value FROM json_each(?)) AND promoted_at IS NULL ORDER BY key`;
const WITH_HASHES = "WHERE claim_hash IN (SELECT value FROM json_each(?)) ORDER BY key";
const SHARED_HASHES = "SELECT claim_hash AS text FROM candidates GROUP BY claim_hash HAVING count(*) > 1";
const WORDED = `SELECT key, text FROM candidates
  WHERE first_seen_at >= ? OR EXISTS (SELECT 1 FROM recalls WHERE candidate_key = key) ORDER BY key`;
const NAMED = `SELECT key, path, text, start_line AS startLine, end_line AS endLine,
  supersession_key AS supersessionKey FROM candidates ORDER BY key`;
const TAGS_OF = `SELECT key, staged_at IS NOT NULL AS isStaged, concept_tags AS conceptTags FROM candidates
  WHERE ${IS_OF_DAYS}`;
