/**
 * The projects that count for one call (SPEC 9.4).
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { projectKeyOf } from "./project_key.ts";

/** What it is looked up in. */
export interface ActiveProjectsDeps {
  /** Opened only for a session. */
  readonly state: () => Pick<StateStore, "sessionProjects" | "isReadonly">;
  /** Asked about a session of which only the name was given: nobody is at work in another one. */
  readonly owns: (session: string) => boolean;
  /** For the moment of the touch. */
  readonly clock: Clock;
  /** How many stay active. */
  readonly most: number;
}

/**
 * Returns `App.projectsOf`.
 *
 * @param current returns the key of the current folder
 */
export function activeProjects(
  { state, owns, clock, most }: ActiveProjectsDeps,
  current: () => string | null,
): (session: string | null, folders?: readonly string[]) => ReadonlySet<string> {
  return (session, folders) => {
    const keys = folders === undefined ? [current()] : folders.map(projectKeyOf);
    const here = keys.filter((key) => key !== null);
    if (session === null) return new Set(here.toReversed());
    const { sessionProjects, isReadonly } = state();
    // Hooks and connections say where their session is at work.
    const isAtWork = folders !== undefined || owns(session);
    if (here.length > 0 && !isReadonly && isAtWork) {
      try {
        sessionProjects.touch(session, here, { at: clock.now().iso, most });
      } catch (error) {
        // Another process writes for longer than this one may wait; which project was touched last is no reason to fail.
        if (!(error instanceof MemoryError) || error.kind !== "busy") throw error;
      }
    }
    // What could not be written down holds for this call all the same.
    return new Set([...new Set([...here.toReversed(), ...sessionProjects.active(session)])].slice(0, most));
  };
}
