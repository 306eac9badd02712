/**
 * Which lines lane 2 may look at (SPEC 4.6, 9.3). It asks `mayEscalate` for every one, and besides where a line was said:
 * what others read along is nobody's memory elsewhere, and of a transcript of which that is not known nothing is used.
 *
 * @module
 */
import type { LineOrigin } from "../../provenance/origin.ts";
import { mayEscalate, type Verdict } from "../../provenance/predicates.ts";
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";
import type { StateStore } from "../../store/state/open_state.ts";

/** The part of the state that knows of sessions. */
export interface SessionsState {
  /** What hooks know of them. */
  readonly sessions: Pick<StateStore["sessions"], "named">;
  /** What their transcripts say. */
  readonly ingested: Pick<StateStore["ingested"], "session">;
}

/** What decides beside the line. */
export interface UseContext {
  /** What is known of sessions. */
  readonly state: SessionsState;
  /** The session that asks, or `null`. */
  readonly session: string | null;
  /** `recall.acrossConversations`: what other sessions said may be used. */
  readonly isAcross: boolean;
}

/** Returns whether a line may be used. */
export type MayUse = (path: string, line: LineOrigin) => Verdict;

/** Returns the judge of one answer; it asks once about each session. */
export function mayUse(context: UseContext): MayUse {
  const known = new Map<string, string | null>();
  const whyNot = (client: string | null, session: string): string | null => {
    const key = `${client ?? ""}\n${session}`;
    const reason = known.has(key) ? known.get(key) ?? null : whyNotSession(context.state, client, session);
    known.set(key, reason);
    return reason;
  };
  return (path, line) => {
    const verdict = mayEscalate(line);
    if (!verdict.passes) return verdict;
    const client = clientOf(path);
    if (line.session === null) return client === null ? PASS : refuse("its session is not known");
    if (!context.isAcross && line.session !== context.session) return refuse("it was said in another conversation");
    const reason = whyNot(client, line.session);
    return reason === null ? PASS : refuse(reason);
  };
}

const PASS: Verdict = { passes: true, reason: null };

function refuse(reason: string): Verdict {
  return { passes: false, reason };
}

/** Returns whose transcript a path is, or `null` if it is none. */
function clientOf(path: string): string | null {
  return path.startsWith(SESSIONS_PREFIX) ? path.slice(SESSIONS_PREFIX.length).split("/")[0] ?? "" : null;
}

/** Hooks may have seen that a session is no private one, and so may its transcript; either is enough. */
function whyNotSession(state: SessionsState, client: string | null, session: string): string | null {
  for (const { chat, kind } of state.sessions.named(session)) {
    if (chat !== "direct") return `it was said in a ${chat}`;
    if (kind !== "interactive" && kind !== "unknown") return `its session is of kind ${kind}`;
  }
  if (client === null) return null;
  const isPrivate = state.ingested.session(client, session)?.isPrivate ?? null;
  if (isPrivate === null) return "nobody knows who could read its session";
  return isPrivate ? null : "its session was not a private one, or is not described completely";
}
