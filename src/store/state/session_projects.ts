/**
 * Which projects are active in a session: the ones it touched last (SPEC 9.4).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** When a session touched a project, and how many of its projects stay active. */
export interface ProjectTouch {
  /** The moment. */
  readonly at: IsoTime;
  /** Of more the one that was not touched for the longest time goes. At least 1. */
  readonly most: number;
}

/** The table of active projects. Every write joins the running transaction or makes its own. */
export interface SessionProjects {
  /** Returns the keys that are active in a session, the one touched last first. */
  active(session: string): readonly string[];
  /**
   * Makes keys active, the last of them as the newest. Writes nothing if the session has them in that place already and
   * was heard of on the same day: most calls change nothing, and a write waits for the disk.
   */
  touch(session: string, keys: readonly string[], touch: ProjectTouch): void;
  /** Takes a key out of the active ones and returns whether it was one. */
  remove(session: string, key: string): boolean;
  /** Deletes what was touched before a moment and returns how many rows went. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function sessionProjectsTable(connection: Connection): SessionProjects {
  const rows = (session: string) => connection.prepare<StoredProject>(ACTIVE).all(session);
  return {
    active: (session) => rows(session).map(({ project }) => project),
    touch: (session, keys, { at, most }) => {
      const wanted = [...new Set(keys.toReversed())];
      const isCurrent = (row: StoredProject | undefined, key: string) =>
        row?.project === key && dayOf(row.touchedAt) === dayOf(at);
      const before = rows(session);
      if (before.length <= most && wanted.every((key, place) => isCurrent(before[place], key))) return;
      connection.loggingTransaction(() => {
        const put = connection.prepare(PUT);
        for (const key of wanted.toReversed()) put.run(session, key, at);
        connection.prepare(DROP_OLD).run(session, most);
      });
    },
    remove: (session, key) => connection.transaction(() => connection.prepare(REMOVE).run(session, key).changes > 0),
    dropBefore: (moment) => connection.transaction(() => connection.prepare(DROP_BEFORE).run(moment).changes),
  };
}

interface StoredProject {
  readonly project: string;
  readonly touchedAt: IsoTime;
}

function dayOf(at: IsoTime): string {
  return at.slice(0, 10);
}

const ACTIVE = "SELECT project, touched_at AS touchedAt FROM session_projects WHERE session = ? ORDER BY id DESC";
// A replaced row gets a new id, the highest.
const PUT = "INSERT OR REPLACE INTO session_projects (session, project, touched_at) VALUES (?, ?, ?)";
const DROP_OLD = `DELETE FROM session_projects WHERE session = ?1 AND id NOT IN
  (SELECT id FROM session_projects WHERE session = ?1 ORDER BY id DESC LIMIT ?2)`;
const REMOVE = "DELETE FROM session_projects WHERE session = ? AND project = ?";
const DROP_BEFORE = "DELETE FROM session_projects WHERE unixepoch(touched_at) < unixepoch(?)";
