/**
 * What is known of the session in which somebody writes, asked by every writer before it books (SPEC 4.5). The answer
 * can lower trust, never raise it.
 *
 * @module
 */
import { yearOf } from "../../base/dates/day_range.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { type IsAlive, type LiveTurnsDeps, openTurnsNow } from "./live_turns.ts";
import type { StateStore } from "./open_state.ts";
import type { SessionRow } from "./sessions.ts";
import { textTaintOf } from "./text_taint.ts";

/** What the answer depends on beside the text. */
export interface WriterDeps extends LiveTurnsDeps {
  /** The open state. */
  readonly state: StateStore;
  /** Returns the ids of the processes above the writer's, nearest first; none where they cannot be read. */
  readonly ancestors: () => readonly number[];
  /** Asks whether a process is the one of a stamp. @default every one is that still runs */
  readonly isSame?: IsAlive;
}

/** Who writes what. */
export interface WriterQuestion {
  /** The text. */
  readonly text: string;
  /** The session that a flag names, or `null`. */
  readonly flag: string | null;
  /** The session that the client's own variable names, or `null`. */
  readonly variable: string | null;
  /** When and where a client's own transcript says that it was said. @default it is written now */
  readonly said?: SaidWhen;
}

/** Words of a transcript that lies where its client keeps them. */
export interface SaidWhen {
  /** The moment in milliseconds, or `null` if it is not known. */
  readonly ms: number | null;
  /** The name of the session that the transcript tells of. */
  readonly session: string;
}

/** What a writer has to know. */
export interface WriterFacts {
  /** Why the text is untrusted, as a short clause for people; `null`: nothing speaks against it. */
  readonly taint: string | null;
  /** The text is tainted, by its turn alone: it repeats nothing that a tool gave. */
  readonly isTurnTaintOnly: boolean;
  /** The kind that hooks noted for the session, if they know it and it lowers trust; else `null`. */
  readonly sessionKind: SessionKind | null;
  /**
   * A hooked turn in which the text may have been written is still open: what it is worth shows at its end (SPEC 4.3). The
   * name of the session if there is only one that it can be, else a `null` name.
   */
  readonly openTurn: { readonly session: string | null } | null;
  /** Ids of the open turns in which the text may have been written. */
  readonly openTurns: readonly number[];
  /** Names of the sessions in which the text may have been written; none: hooks know of none. */
  readonly sessions: readonly string[];
}

/** Returns what a writer, who is not the proven owner, has to know. */
export function writerFacts(deps: WriterDeps, question: WriterQuestion): WriterFacts {
  const sessions = sessionsOfWriter(deps, question);
  const year = yearOf(deps.clock.now().day);
  let taint: string | null = null;
  for (const session of sessions) taint ??= taintIn(deps.state, session, { text: question.text, year });
  const kinds = new Set(sessions.map(({ kind }) => kind).filter((kind) => kind !== "interactive"));
  const [kind = null, ...others] = kinds;
  const latest = sessions.map(({ id }) => deps.state.turns.latestOf(id)).filter((turn) => turn !== null);
  const openTurns = latest.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  const [only, ...more] = sessions;
  const isByText = (session: SessionRow) =>
    session.hasLostText || textTaintOf(deps.state, session.id, { text: question.text, year }) !== null;
  return {
    taint,
    isTurnTaintOnly: taint !== null && !sessions.some(isByText),
    sessionKind: others.length > 0 ? "unknown" : kind,
    openTurn: openTurns.length > 0 ? { session: more.length === 0 ? only?.name ?? null : null } : null,
    openTurns,
    sessions: sessions.map(({ name }) => name),
  };
}

/**
 * Returns the newest turn of the session that a caller is certainly at work in: the one whose client is above its process,
 * or that its own variable names. 0 if that one has no turn yet; `null` if hooks know of no such session.
 */
export function ownTurn(deps: WriterDeps, variable: string | null): number | null {
  const own = [...provenSessions(deps), ...variable === null ? [] : deps.state.sessions.named(variable)];
  return own.length === 0 ? null : Math.max(...own.map(({ id }) => deps.state.turns.latestOf(id)?.id ?? 0));
}

/** Taints the open turns in which a caller may be at work: it was given text from outside. */
export function taintWriter(deps: WriterDeps, who: Pick<WriterQuestion, "flag" | "variable">, reason: string): void {
  const { state, clock } = deps;
  if (state.isReadonly) return;
  const since = clock.now().iso;
  for (const { id } of sessionsOfWriter(deps, { ...who, text: "" })) {
    const turn = state.turns.latestOf(id);
    if (turn !== null && turn.closedAt === null) state.turns.taint(turn.id, { reason, since });
  }
}

/** What is written in a session. */
interface SessionText {
  /** The text. */
  readonly text: string;
  /** The year in which it is written: days without one mean it. */
  readonly year: number;
  /** A turn that was opened before this moment, in milliseconds, is over for the writer. @default none is */
  readonly endedMs?: number;
}

/** Returns why a text is untrusted if it was written in a session, as a short clause, or `null`. */
export function taintIn(
  { turns, sessionTexts, meta }: StateStore,
  session: SessionRow,
  question: SessionText,
): string | null {
  // Of a session that is known the newest turn counts, also when it is over: who still writes was started in it.
  const turn = turns.latestOf(session.id);
  if (turn?.taint && Date.parse(turn.openedAt) >= (question.endedMs ?? 0)) {
    return `its turn is tainted by ${turn.taint.reason}`;
  }
  if (session.hasLostText) return "not all that the tools of its session gave is known any more";
  return textTaintOf({ sessionTexts, meta }, session.id, question);
}

/**
 * Returns the sessions that a text may come from: the one whose client is above the writer's process, the ones that flag
 * and variable name; and every one with an open turn, unless the first is known or the variable can be believed.
 */
function sessionsOfWriter(deps: WriterDeps, { flag, variable }: WriterQuestion): SessionRow[] {
  const { sessions } = deps.state;
  const open = openTurnsNow(deps);
  const proven = provenSessions(deps);
  const byVariable = variable === null ? [] : sessions.named(variable);
  const byFlag = flag === null ? [] : sessions.named(flag);
  // A session whose client could not be told when its hook came cannot be proven by anybody.
  const isBelieved = byVariable.some((session) => session.process === null);
  const all = [...proven, ...byVariable, ...byFlag];
  if (proven.length === 0 && !isBelieved) {
    for (const { client, session } of open) all.push(...[sessions.find(client, session)].filter(isRow));
  }
  return [...new Map(all.map((session) => [session.id, session])).values()];
}

/** Returns the sessions whose client is above the caller's process; the one that ended last if all have. */
export function provenSessions({ state, ancestors, isAlive = () => true, isSame = isAlive }: WriterDeps): SessionRow[] {
  for (const pid of ancestors()) {
    const rows = state.sessions.ofProcess(pid).filter(({ process }) => process !== null && isSame(process));
    // One client has several sessions, one after the other; the ended ones write nothing.
    const present = rows.filter(({ endedAt }) => endedAt === null);
    if (rows.length > 0) return present.length > 0 ? present : rows.slice(-1);
  }
  return [];
}

function isRow(row: SessionRow | null): row is SessionRow {
  return row !== null;
}
