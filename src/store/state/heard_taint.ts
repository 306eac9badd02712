/**
 * What an agent heard outside of every hooked turn stays with its session for a while (SPEC 4.5): nobody tells when a
 * message of the owner ends that. Fails closed: who cannot be told apart from the hearer is taken for it.
 *
 * @module
 */
import { DAY_MS } from "../../base/clock.ts";
import { yearOf } from "../../base/dates/day_range.ts";
import type { HeardRow } from "./heard.ts";
import type { ProcessStamp, SessionRow } from "./sessions.ts";
import { provenSessions, taintIn, type WriterDeps, type WriterQuestion } from "./writer_facts.ts";

/** What the answers depend on beside who asks. */
export interface HeardDeps extends WriterDeps {
  /** Returns the outermost process of an agent above this one, or `null` if there is none or it cannot be told. */
  readonly agentProcess: () => ProcessStamp | null;
}

/** Who writes, and when it was said. */
type Asked = Pick<WriterQuestion, "flag" | "variable" | "said">;

/** As long as a session may have left a process at work. */
const SAME_MS = DAY_MS;

/** Of who may be the hearer or not: as long as a silent turn counts as open (SPEC 4.4: 2 h). */
const UNKNOWN_MS = 2 * 60 * 60 * 1_000;

/** Books that an agent was given text from outside, unless it is in an open turn, which was tainted instead. */
export function hear(deps: HeardDeps, session: string | null, reason: string): void {
  const { state, clock } = deps;
  if (state.isReadonly) return;
  if (provenSessions(deps).some(({ id }) => state.turns.latestOf(id)?.closedAt === null)) return;
  const now = clock.now();
  const row = { session, process: deps.agentProcess(), reason, heardAt: now.iso };
  state.heard.put(row, clock.at(now.ms - SAME_MS).iso);
}

/**
 * Returns why what somebody writes, who is not the proven owner, is untrusted, as a short clause, or `null`. A turn that
 * hooks opened later in the writer's own session ends it: a message of the owner, as for any session. What was said before the
 * hearer was given anything is not concerned.
 */
export function heardTaint(deps: HeardDeps, question: Asked): string | null {
  const found = heardBy(deps, question, { mayBeAnother: true });
  if (found === null) return null;
  return found.isCertain
    ? `its session was given ${found.row.reason}`
    : `an agent that cannot be told apart from this caller was given ${found.row.reason} less than two hours ago`;
}

/** What a writer was given, or may have been. */
interface HeardBy {
  readonly row: HeardRow;
  /** It was this writer, by its process or by a name of its session. */
  readonly isCertain: boolean;
}

/** What {@linkcode heardBy} counts. */
interface HeardScope {
  /** What was given to somebody who may be another one counts, too. */
  readonly mayBeAnother: boolean;
  /** A turn that was opened then ends what was heard before it. @default none */
  readonly turnMs?: number;
}

function heardBy(deps: HeardDeps, { flag, variable, said }: Asked, scope: HeardScope): HeardBy | null {
  const { state, clock } = deps;
  const nowMs = clock.now().ms;
  const rows = state.heard.since(clock.at(nowMs - SAME_MS).iso);
  if (rows.length === 0) return null;
  // A transcript's name can only add to who may have heard it: names of sessions are for an agent to choose.
  const sessions = [flag, variable, said?.session ?? null].filter((name) => name !== null);
  const saidMs = said?.ms ?? Number.POSITIVE_INFINITY;
  const writer = deps.agentProcess();
  const turnMs = Math.max(scope.turnMs ?? 0, latestTurnMs(state, provenSessions(deps)));
  const namedMs = variable === null ? 0 : latestTurnMs(state, state.sessions.named(variable));
  const isUnknown = (row: HeardRow) => row.process === null || writer === null;
  const row = rows.find((each) => {
    const heardMs = Date.parse(each.heardAt);
    if (saidMs < Date.parse(each.firstAt)) return false;
    if (turnMs > heardMs || (each.session !== null && each.session === variable && namedMs > heardMs)) return false;
    if (isHearer(deps, each, sessions)) return true;
    return scope.mayBeAnother && isUnknown(each) && nowMs - heardMs <= UNKNOWN_MS;
  });
  return row === undefined ? null : { row, isCertain: isHearer(deps, row, sessions) };
}

/**
 * Returns why what somebody writes is untrusted as far as the state of another workspace knows, as a short clause, or `null`:
 * an agent takes along what it was given there. Only who is known there for certain counts; others are at work there.
 *
 * @param deps with the state of the other workspace
 * @param turnMs when the newest turn of the writer's own session was opened here, in milliseconds: it ends what was given
 * in an earlier turn elsewhere; 0 if hooks know of none
 */
export function taintElsewhere(deps: HeardDeps, question: WriterQuestion, turnMs: number): string | null {
  const { state, clock } = deps;
  const named = [question.variable, question.flag].filter((name) => name !== null);
  const sessions = [...provenSessions(deps), ...named.flatMap((name) => state.sessions.named(name))];
  const year = yearOf(clock.now().day);
  for (const session of new Map(sessions.map((each) => [each.id, each])).values()) {
    const reason = taintIn(state, session, { text: question.text, year, endedMs: turnMs });
    if (reason !== null) return `${reason}, in another workspace`;
  }
  const heard = heardBy(deps, question, { mayBeAnother: false, turnMs });
  return heard === null ? null : `its session was given ${heard.row.reason} in another workspace`;
}

/** Returns when the newest turn of the session that somebody is certainly at work in was opened; 0 if hooks know of none. */
export function ownTurnMs(deps: WriterDeps, variable: string | null): number {
  const named = variable === null ? [] : deps.state.sessions.named(variable);
  return latestTurnMs(deps.state, [...provenSessions(deps), ...named]);
}

/** Returns when the newest turn of some sessions was opened; 0 if there is none. */
function latestTurnMs({ turns }: HeardDeps["state"], sessions: readonly SessionRow[]): number {
  return Math.max(0, ...sessions.map(({ id }) => Date.parse(turns.latestOf(id)?.openedAt ?? NEVER)));
}

/** Before every turn. */
const NEVER = "1970-01-01T00:00:00Z";

/**
 * Returns the moments at which what is said of words of a transcript may change, in milliseconds: when each one that is
 * remembered now was first given anything.
 */
export function heardMoments({ state, clock }: Pick<HeardDeps, "state" | "clock">): number[] {
  return state.heard.since(clock.at(clock.now().ms - SAME_MS).iso).map(({ firstAt }) => Date.parse(firstAt));
}

function isHearer(
  { ancestors, isAlive = () => true, isSame = isAlive }: HeardDeps,
  { session, process }: HeardRow,
  sessions: readonly string[],
): boolean {
  if (session !== null && sessions.includes(session)) return true;
  return process !== null && ancestors().includes(process.pid) && isSame(process);
}
