/**
 * Claims that may become long-term memory, with the signals of the light and REM stages.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";

/** One claim of an episodic file. */
export interface CandidateRow {
  /** `c:` and 12 hex digits of path and normalised claim (SPEC 6, selectors). */
  readonly key: string;
  readonly path: string;
  readonly claimHash: string;
  /** Stripped of marker and annotations. */
  readonly text: string;
  /** Where it was last seen, 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly firstSeenAt: IsoTime;
  /** When the light stage last took it up; `null` while it waits in the queue. */
  readonly stagedAt: IsoTime | null;
  /** Days on which the light stage met it; never counts for a gate (SPEC 8.4). */
  readonly dailyCount: number;
  readonly lightHits: number;
  readonly lastLightAt: IsoTime | null;
  readonly remHits: number;
  readonly lastRemAt: IsoTime | null;
  readonly lastRemConsideredAt: IsoTime | null;
  readonly conceptTags: readonly string[];
  readonly supersessionKey: string | null;
  /** 1 to 10. */
  readonly importance: number | null;
  readonly triggers: readonly string[];
  /** `"invalid"` matches nothing; `null`: not tagged. */
  readonly projects: readonly string[] | "invalid" | null;
  readonly observed: LocalDay | null;
  readonly expires: LocalDay | null;
  /** Source anchors of near-duplicates that were merged into this one, `path#L3-L5`. */
  readonly anchors: readonly string[];
  /** The older claim that took over its recalls, or `null` (SPEC 8.1). */
  readonly mergedInto: string | null;
  readonly promotedAt: IsoTime | null;
  readonly rejectedAt: IsoTime | null;
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
  | "rejectedAt"
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
  /** `remHits` + 1 and `lastRemAt` (SPEC 8.2). */
  hitRem(keys: readonly string[], at: IsoTime): void;
  /** Sets `lastRemConsideredAt`. */
  considerRem(keys: readonly string[], at: IsoTime): void;
  /** Replaces the concept tags of claims. */
  setConceptTags(tags: ReadonlyMap<string, readonly string[]>): void;
  /** Hands the anchors of a near-duplicate to the older claim and marks it; its recalls go with {@linkcode Recalls.move}. */
  mergeInto(duplicate: string, older: string): void;
  /** Sets or clears `promotedAt`. */
  setPromoted(keys: readonly string[], at: IsoTime | null): void;
  /** Sets or clears `rejectedAt` (SPEC 8.8). */
  setRejected(keys: readonly string[], at: IsoTime | null): void;
  /** Renames a claim whose file was renamed; nothing happens if the new key exists. */
  rekey(from: string, to: { readonly key: string; readonly path: string }): void;
  /** Deletes claims. */
  remove(keys: readonly string[]): void;
}
