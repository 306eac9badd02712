/**
 * Which claims are looked at closely: read from their files, asked for their origin, put through every gate. Claims that
 * nobody ever asked for are not; and where very many were asked for, neither are those whose recalls alone could not let
 * them through, whatever else held. Who is promoted does not depend on it, only at which gate the others are counted.
 *
 * @module
 */
import { type Now, parseIso } from "../base/clock.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import type { RecallRow } from "../store/state/recalls.ts";
import { distinctQuestions } from "./candidate.ts";
import { MAX_TAGS } from "./concept_tags.ts";
import type { DreamConfig } from "./config.ts";
import type { GateName } from "./deep/gates.ts";
import { daysSince, scoreOf } from "./deep/score.ts";
import { recalledEvidence } from "./evidence.ts";
import { type DayReader, dayReader } from "./pool.ts";

/** What is known before any file is read. */
export interface LookFacts {
  /** Every stored claim, by key. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Every recall, by candidate, oldest first. */
  readonly recalls: ReadonlyMap<string, readonly RecallRow[]>;
  /** Whether a row is looked at though nobody asked for it: claims of the week, and what is to be explained. */
  readonly isWanted: (row: CandidateRow, readDay: DayReader) => boolean;
  /** The moment of the night. */
  readonly now: Now;
  /** Thresholds and weights. */
  readonly config: DreamConfig["deep"];
  /** Whether a person turned the claim of a row down. @default none was */
  readonly isRejected?: (row: CandidateRow) => boolean;
}

/** Who is looked at. */
export interface Looks {
  /** Rows to look at closely. */
  readonly close: readonly CandidateRow[];
  /** The others, by the gate at which they are counted. */
  readonly distant: Readonly<Partial<Record<GateName, number>>>;
}

/** Asked-for claims up to which all are looked at closely: takes a fraction of a second, and few memories have more. */
const CLOSE_LOOKS = 5_000;
/** Of more than that, so many of the most asked-for are looked at all the same: the near misses are among them. */
const NEAREST = 100;

/** Returns who is looked at closely. */
export function chooseLooks({ rows, recalls, isWanted, now, config, isRejected = none }: LookFacts): Looks {
  const folded = new Set<string>();
  for (const { key, mergedInto } of rows.values()) if (mergedInto !== null) folded.add(key).add(mergedInto);
  const readDay = dayReader();
  const close = new Set<string>();
  const asked: CandidateRow[] = [];
  const distant: Partial<Record<GateName, number>> = {};
  const count = (name: GateName) => distant[name] = (distant[name] ?? 0) + 1;
  for (const row of rows.values()) {
    if (folded.has(row.key) || isWanted(row, readDay)) close.add(row.key);
    else if (recalls.has(row.key)) asked.push(row);
    else count("recalls");
  }
  if (asked.length <= CLOSE_LOOKS) { for (const { key } of asked) close.add(key); }
  else {
    const far: Far[] = [];
    for (const row of asked) {
      const stop = numericStop(row, recalls.get(row.key) ?? [], { now, config, isRejected });
      if (stop === null) close.add(row.key);
      else far.push({ key: row.key, stop, recalls: recalls.get(row.key)?.length ?? 0 });
    }
    far.sort((a, b) => b.recalls - a.recalls || (a.key < b.key ? -1 : 1));
    for (const { key } of far.slice(0, NEAREST)) close.add(key);
    for (const { stop } of far.slice(NEAREST)) count(stop);
  }
  return { close: [...close].flatMap((key) => rows.get(key) ?? []), distant };
}

function none(): boolean {
  return false;
}

interface Far {
  readonly key: string;
  readonly stop: GateName;
  readonly recalls: number;
}

/** The first gate that the recalls of a claim cannot open, taking everything that is not known yet at its best. */
function numericStop(
  row: CandidateRow,
  recalls: readonly RecallRow[],
  { now, config, isRejected }: Required<Pick<LookFacts, "now" | "config" | "isRejected">>,
): GateName | null {
  if (row.promotedAt !== null) return "promoted";
  if (isRejected(row)) return "rejected";
  if (recalls.length < config.minRecalls) return "recalls";
  const evidence = recalledEvidence(recalls);
  if (distinctQuestions(evidence) < config.minQuestions) return "questions";
  const lastMs = evidence.at(-1)?.atMs;
  if (lastMs === undefined || daysSince(lastMs, now) > config.maxAgeDays) return "age";
  const tags = row.conceptTags.length > 0 ? row.conceptTags : Array.from({ length: MAX_TAGS }, String);
  const lastLightMs = row.lastLightAt === null ? null : parseIso(row.lastLightAt) ?? null;
  // REM may highlight it tonight.
  const best = { evidence, tags, lightHits: row.lightHits, lastLightMs, remHits: row.remHits + 1, lastRemMs: now.ms };
  return scoreOf(best, now, config).score < config.minScore ? "score" : null;
}
