import type { Caller } from "../provenance/caller.ts";
import type { App } from "./app.ts";

/**
 * Returns the session for which a question counts (SPEC 6, "what counts as a recall"): the named one if it may be the
 * caller's, or if the owner names it; else the caller's own, `null` if it has none. Nobody earns credit, or uses up what a
 * session was given, in another one's name.
 *
 * @param named by `--session`
 */
export function creditedSession(
  app: Pick<App, "ownsSession">,
  named: string | undefined,
  { ceiling, session }: Pick<Caller, "ceiling" | "session">,
): string | null {
  if (named === undefined) return session;
  return ceiling === "owner" || app.ownsSession(named) ? named : session;
}
