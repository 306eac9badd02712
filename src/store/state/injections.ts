/**
 * What was put in front of agents, by hash, so that it is not taken for news when it comes back (SPEC 4.7).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";

/** One piece of text handed to an agent. */
export interface InjectionRow {
  /** Hash of the normalised text. */
  readonly hash: string;
  /** `null`: any session of the workspace. */
  readonly session: string | null;
  readonly injectedAt: IsoTime;
  /** The lane that did it: `bootstrap`, `search`, `trigger` … */
  readonly place: string;
}

/** The injection log. */
export interface Injections {
  /** Logs what was handed out. */
  add(rows: readonly InjectionRow[]): void;
  /** Returns the hashes injected into a session, and since a moment into an unknown one. */
  into(session: string, unknownSince: IsoTime): Set<string>;
  /** Deletes what was injected before a moment and returns how many rows went. */
  dropBefore(moment: IsoTime): number;
}
