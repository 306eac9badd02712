/**
 * Which turns are open. A turn whose hooks stopped coming is closed by whoever looks (SPEC 4.4).
 *
 * @module
 */
import { type Clock, DAY_MS } from "../../base/clock.ts";
import type { StateStore } from "./open_state.ts";
import type { AskedTexts } from "./session_texts.ts";
import type { ProcessStamp, SessionRow } from "./sessions.ts";
import type { TurnRow } from "./turns.ts";

/** Returns whether a process still runs; `true` where that cannot be told. */
export type IsAlive = (process: ProcessStamp) => boolean;

/** What is needed to tell. */
export interface LiveTurnsDeps {
  /** The open state. */
  readonly state: Pick<StateStore, "turns" | "isReadonly" | "transaction">;
  /** The program's time. */
  readonly clock: Clock;
  /** Asks the system about the clients' processes. @default every process is alive */
  readonly isAlive?: IsAlive;
}

/** A turn without a hook for so long is over (SPEC 4.4: 2 h). */
const SILENCE_MS = 2 * 60 * 60 * 1_000;

/**
 * Returns the turns that are open now, after closing those whose client died or fell silent. In a state that cannot be
 * written they are only left out.
 */
export function openTurnsNow(deps: LiveTurnsDeps): TurnRow[] {
  const { state, clock, isAlive = () => true } = deps;
  const rows = state.turns.unsettled().filter(({ closedAt }) => closedAt === null);
  if (rows.length === 0) return rows;
  const now = clock.now();
  const open: TurnRow[] = [];
  for (const row of rows) {
    const end = endOf(row, now.ms, isAlive);
    if (end === null) open.push(row);
    else if (!state.isReadonly) state.turns.close(row.id, end, now.iso);
  }
  return open;
}

/**
 * Returns the sessions whose client may still be at work, in a turn or behind one: it runs, or had a hook within the last
 * two hours if nobody can tell. Only those of which texts of tools are kept.
 */
export function liveSessions({ state, clock, isAlive = () => true }: LiveSessionsDeps): SessionRow[] {
  const since = clock.at(clock.now().ms - SILENCE_MS).iso;
  return state.sessions.talking(since).filter(({ process }) => process === null || isAlive(process));
}

/** A session that may have left a process at work, and which of its texts that one may repeat. */
export interface ActiveSession extends SessionRow {
  /** Of one that is over only what came from outside counts: output of a build is the owner's to write down. */
  readonly which: AskedTexts;
}

/**
 * Returns {@linkcode liveSessions}, and the sessions of the last day that are over and read texts from outside: a process
 * that one of them left behind may still write what it was given.
 */
export function activeSessions(deps: LiveSessionsDeps): ActiveSession[] {
  const { state, clock } = deps;
  const live = liveSessions(deps).map((row): ActiveSession => ({ ...row, which: "all" }));
  const ids = new Set(live.map(({ id }) => id));
  const left = state.sessions.fetching(clock.at(clock.now().ms - LEFT_MS).iso).filter(({ id }) => !ids.has(id));
  return [...live, ...left.map((row): ActiveSession => ({ ...row, which: "outside" }))];
}

/** Of how long ago a session may have left a process at work. */
const LEFT_MS = DAY_MS;

/** What is needed to tell which sessions go on. */
export interface LiveSessionsDeps extends Pick<LiveTurnsDeps, "clock" | "isAlive"> {
  /** The open state. */
  readonly state: Pick<StateStore, "sessions">;
}

function endOf({ process, lastHookAt }: TurnRow, nowMs: number, isAlive: IsAlive): "death" | "silence" | null {
  if (process !== null && !isAlive(process)) return "death";
  return nowMs - Date.parse(lastHookAt) > SILENCE_MS ? "silence" : null;
}
