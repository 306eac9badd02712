/**
 * What a shell may offer of the state: a few rows by the beginning of their names. For who only glances at the file.
 *
 * @module
 */
import type { Connection } from "../connect.ts";

/** A key that stands, or stood, in a file. */
export interface KeyRow {
  /** A candidate's `c:…`, or the name of a supersession key. */
  readonly key: string;
  /** Where it was last seen. */
  readonly path: string;
}

/** Rows for a shell; every list holds at most `most`. */
export interface StateOffers {
  /** Returns candidates by the beginning of their key. */
  candidates(prefix: string, most: number): KeyRow[];
  /** Returns supersession keys of lines that were booked as the owner's or the agent's, by the beginning of their name. */
  supersessionKeys(prefix: string, most: number): KeyRow[];
  /** Returns sweeps that changed something and were not taken back, the newest first. */
  undoable(most: number): { readonly id: number; readonly day: string; readonly status: string }[];
  /** Returns sessions that hooks told of or that were ingested, the one heard of last first. */
  sessions(most: number): { readonly name: string; readonly client: string; readonly lastAt: string | null }[];
  /** Returns keys of projects, the one touched last first. */
  projects(most: number): string[];
}

/** Returns the offers of an open state. */
export function stateOffers(connection: Connection): StateOffers {
  return {
    candidates: (prefix, most) => connection.prepare<KeyRow>(CANDIDATES).all(prefix, prefix, most),
    supersessionKeys: (prefix, most) => connection.prepare<KeyRow>(SUPERSESSION_KEYS).all(prefix, prefix, most),
    undoable: (most) => connection.prepare<ReturnType<StateOffers["undoable"]>[number]>(UNDOABLE).all(most),
    sessions: (most) => connection.prepare<ReturnType<StateOffers["sessions"]>[number]>(SESSIONS).all(most),
    projects: (most) => connection.prepare<{ project: string }>(PROJECTS).all(most).map(({ project }) => project),
  };
}

/** U+10FFFF sorts behind whatever a key holds, so that a search for a beginning uses the primary key. */
const CANDIDATES = `SELECT key, path FROM candidates
WHERE key >= ? AND key < ? || char(1114111) AND merged_into IS NULL
ORDER BY key LIMIT ?`;

const SUPERSESSION_KEYS = `SELECT DISTINCT l.supersession_key AS key, p.path
FROM ledger l JOIN paths p ON p.id = l.path_id
WHERE l.supersession_key >= ? AND l.supersession_key < ? || char(1114111)
  AND l.origin IN ('owner', 'agent') AND l.state IN ('booked', 'attested')
ORDER BY l.supersession_key LIMIT ?`;

/** What `undo` takes: see `deedsOf` there. */
const UNDOABLE = `SELECT id, day, status FROM sweeps s
WHERE mode = 'real' AND undone_at IS NULL AND (
  EXISTS (SELECT 1 FROM promotions WHERE sweep_id = s.id AND undone_at IS NULL)
  OR EXISTS (SELECT 1 FROM departures WHERE sweep_id = s.id AND returned_at IS NULL)
  OR EXISTS (SELECT 1 FROM pre_images WHERE sweep_id = s.id AND path = 'USER.md'))
ORDER BY id DESC LIMIT ?`;

const SESSIONS = `SELECT name, client, max(at) AS lastAt FROM (
  SELECT name, client, last_hook_at AS at FROM sessions
  UNION ALL SELECT name, client, last_at FROM ingested_sessions
) GROUP BY name ORDER BY lastAt DESC LIMIT ?`;

const PROJECTS = `SELECT project FROM session_projects GROUP BY project ORDER BY max(touched_at) DESC LIMIT ?`;
