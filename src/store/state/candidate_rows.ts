/**
 * Reads rows of the candidates' table: one list of columns for every query that gives whole rows.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { readProjects, readTexts } from "../json_columns.ts";
import type { CandidateRow } from "./candidates.ts";

/**
 * Returns the candidates of a query.
 *
 * @param rest what follows `FROM candidates`
 * @param values of its parameters
 */
export function readCandidates(
  connection: Connection,
  rest: string,
  values: readonly (string | number)[],
): CandidateRow[] {
  return connection.prepare<StoredCandidate>(`${SELECT} ${rest}`).all(...values).map(toCandidate);
}

/** A row as it lies in the table: lists are JSON texts. */
interface StoredCandidate extends Omit<CandidateRow, "conceptTags" | "triggers" | "projects" | "anchors"> {
  readonly conceptTags: string;
  readonly triggers: string;
  readonly projects: string | null;
  readonly anchors: string;
}

function toCandidate(row: StoredCandidate): CandidateRow {
  return {
    ...row,
    conceptTags: readTexts(row.conceptTags),
    triggers: readTexts(row.triggers),
    projects: readProjects(row.projects),
    anchors: readTexts(row.anchors),
  };
}

const SELECT = `SELECT key, path, claim_hash AS claimHash, text, start_line AS startLine, end_line AS endLine,
  first_seen_at AS firstSeenAt, staged_at AS stagedAt, daily_count AS dailyCount, light_hits AS lightHits,
  last_light_at AS lastLightAt, rem_hits AS remHits, last_rem_at AS lastRemAt,
  last_rem_considered_at AS lastRemConsideredAt, concept_tags AS conceptTags, supersession_key AS supersessionKey,
  importance, triggers, projects, observed, expires, anchors, merged_into AS mergedInto, promoted_at AS promotedAt
  FROM candidates`;
