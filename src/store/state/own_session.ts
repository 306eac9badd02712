import { provenSessions, type WriterDeps } from "./writer_facts.ts";

/**
 * Returns whether a name may be that of the caller's own session. A client above its process decides; else the client's own
 * variable, unless hooks know that session under another client that still runs. Who has neither may give itself a name
 * that no hook told of.
 *
 * @param name the session's
 * @param variable the session that the client's own variable names, or `null`
 */
export function isOwnSession(deps: WriterDeps, name: string, variable: string | null): boolean {
  const proven = provenSessions(deps);
  if (proven.length > 0) return proven.some((session) => session.name === name);
  const known = deps.state.sessions.named(name);
  if (variable === null) return known.length === 0;
  const { isAlive = () => true } = deps;
  return variable === name && known.every(({ process }) => process === null || !isAlive(process));
}
