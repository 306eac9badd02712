/**
 * What an agent heard outside of every hooked turn stays with its session for a while (SPEC 4.5): nobody tells when a
 * message of the owner ends that. Fails closed: who cannot be told apart from the hearer is taken for it.
 *
 * @module
 */
import { DAY_MS } from "../../base/clock.ts";
import type { HeardRow } from "./heard.ts";
import type { ProcessStamp, SessionRow } from "./sessions.ts";
import { provenSessions, type WriterDeps, type WriterQuestion } from "./writer_facts.ts";

/** What the answers depend on beside who asks. */
export interface HeardDeps extends WriterDeps {
  /** Returns the outermost process of an agent above this one, or `null` if there is none or it cannot be told. */
  readonly agentProcess: () => ProcessStamp | null;
}

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
export function heardTaint(
  deps: HeardDeps,
  { flag, variable, said }: Pick<WriterQuestion, "flag" | "variable" | "said">,
): string | null {
  const { state, clock } = deps;
  const nowMs = clock.now().ms;
  const rows = state.heard.since(clock.at(nowMs - SAME_MS).iso);
  if (rows.length === 0) return null;
  // A transcript's name can only add to who may have heard it: names of sessions are for an agent to choose.
  const sessions = [flag, variable, said?.session ?? null].filter((name) => name !== null);
  const saidMs = said?.ms ?? Number.POSITIVE_INFINITY;
  const writer = deps.agentProcess();
  const turnMs = latestTurnMs(state, provenSessions(deps));
  const namedMs = variable === null ? 0 : latestTurnMs(state, state.sessions.named(variable));
  const isUnknown = (row: HeardRow) => row.process === null || writer === null;
  const found = rows.find((row) => {
    const heardMs = Date.parse(row.heardAt);
    if (saidMs < Date.parse(row.firstAt)) return false;
    if (turnMs > heardMs || (row.session !== null && row.session === variable && namedMs > heardMs)) return false;
    if (isHearer(deps, row, sessions)) return true;
    return isUnknown(row) && nowMs - heardMs <= UNKNOWN_MS;
  });
  if (found === undefined) return null;
  return isHearer(deps, found, sessions)
    ? `its session was given ${found.reason}`
    : `an agent that cannot be told apart from this caller was given ${found.reason} less than two hours ago`;
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
