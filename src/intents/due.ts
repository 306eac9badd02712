/**
 * What is due and was not delivered yet, for people and for the daemon (SPEC 9.5).
 *
 * @module
 */
import { join } from "node:path";
import type { IntentRow } from "../store/state/intents.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { fireIntents } from "./fire.ts";
import type { IntentDeps } from "./intent_deps.ts";
import { type Brought, dueOf } from "./match.ts";
import { isExpired, verdictOf } from "./verdict.ts";

/** What is due. */
export interface DueIntents {
  /** Time wishes, the earliest first. */
  readonly due: readonly Brought[];
  /** Diary lines that are to be looked at again and still stand. */
  readonly reviews: readonly Brought[];
}

/** Whose diaries, and whether what is due counts as delivered with this. */
export interface DueRequest {
  /** The workspace, absolute. */
  readonly root: string;
  /** It does: no prompt is told of it any more. */
  readonly isTaken: boolean;
}

/** Returns what is due, whatever its scope; untrusted wishes and reviews never are. */
export function dueIntents(deps: IntentDeps, { root, isTaken }: DueRequest): DueIntents {
  const { state, clock } = deps;
  const nowMs = clock.now().ms;
  const reviews = state.intents.due("review", nowMs).filter((row) => standsStill(row, root) && mayShow(row, nowMs))
    .map((row) => dueOf(deps, row));
  if (!isTaken) {
    const due = state.intents.due("time", nowMs).filter((row) => mayShow(row, nowMs)).map((row) => dueOf(deps, row));
    return { due, reviews };
  }
  const all = { ...deps, config: { ...deps.config, perTurn: Infinity } };
  const request = {
    message: null,
    place: "due",
    channel: null,
    sender: null,
    session: null,
    isAnyScope: true,
  } as const;
  const { fired } = fireIntents(all, { ...request, roomChars: Infinity });
  for (const { row, dueMs, isLate } of reviews) {
    const { iso } = clock.now();
    state.intents.fire(row.id, { firedAt: iso, session: null, place: "due", dueMs, isLate, missed: 0 }, null);
  }
  return { due: fired, reviews };
}

/** Returns time wishes that are due and that the daemon has not printed; each is given once for each time it is due. */
export function dueToAnnounce(deps: IntentDeps): Brought[] {
  const { state, clock } = deps;
  const nowMs = clock.now().ms;
  if (state.isReadonly || !state.intents.awake(nowMs).hasDue) return [];
  return state.transaction(() => {
    const news = state.intents.due("time", nowMs).filter((row) =>
      row.announcedMs !== row.wakeMs && mayShow(row, nowMs)
    );
    for (const { id, wakeMs } of news) state.intents.announce(id, wakeMs);
    return news.map((row) => dueOf(deps, row));
  });
}

function mayShow(row: IntentRow, nowMs: number): boolean {
  const { channel, sender, session } = row.scope;
  return !isExpired(row, nowMs) && verdictOf(row, { nowMs, channel, sender, session }).passes;
}

/** A diary is small; what is larger is none. */
const MOST_BYTES = 16 * 1_024 * 1_024;

/** Who took the line out of the diary has looked at it. */
function standsStill({ path, text }: IntentRow, root: string): boolean {
  if (path === null) return false;
  const read = readTextFile(join(root, path), { maxBytes: MOST_BYTES });
  return read.kind === "text" && read.text.includes(text);
}
