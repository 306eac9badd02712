/**
 * What the dream has to tell at the start of a session (SPEC 8): that the first night nobody watched has written, and the
 * one question that has to be answered before such nights may.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { DreamConfig } from "./config.ts";
import { consentOf } from "./consent.ts";

/** What it is made from. */
export interface NoticeDeps {
  /** Nights, and what was told before. */
  readonly state: Pick<StateStore, "sweeps" | "promotions" | "meta" | "isReadonly">;
  /** Settings of the dream. */
  readonly config: DreamConfig;
  /** For the local day: the question is asked once a day. */
  readonly clock: Clock;
}

/** Nights looked through for the first one that nobody watched. */
const NIGHTS_BACK = 400;

/** Returns the text for the agent, in one paragraph, or `null`; what was told is noted, so that it is told once. */
export function morningNotice(deps: NoticeDeps): string | null {
  return deps.state.isReadonly ? null : firstRealNight(deps) ?? question(deps);
}

/** The first unattended night that kept something, until a session was told of it. */
function firstRealNight({ state }: NoticeDeps): string | null {
  const { meta, sweeps, promotions } = state;
  if (meta.announcedSweep > 0) return null;
  const first = sweeps.list(NIGHTS_BACK)
    .filter(({ kind, mode, isScheduled }) => kind === "night" && mode === "real" && isScheduled)
    .map(({ id, day }) => ({ id, day, kept: promotions.ofSweep(id).length })).filter(({ kept }) => kept > 0).at(-1);
  if (first === undefined) return null;
  meta.setAnnouncedSweep(first.id);
  const entries = `${first.kept} ${first.kept === 1 ? "entry" : "entries"}`;
  return `Tell the owner once: the memory has written by itself for the first time. In the night of ${first.day} it kept ` +
    `${entries} in MEMORY.md; DREAMS.md says which and why. Should that be wrong, the owner types: memory dream undo`;
}

/** Asked once a local day, as long as the owner has said neither yes nor no. */
function question({ state, config, clock }: NoticeDeps): string | null {
  const { meta, sweeps } = state;
  if (consentOf(meta, config).isGiven !== null) return null;
  const nights = sweeps.dryNightsWithPromotable();
  const { day } = clock.now();
  if (nights < config.dryNights || meta.dreamAskedOn === day) return null;
  meta.setDreamAskedOn(day);
  return `Ask the owner once: for ${nights} nights the memory has only shown what it would keep (memory dream history). May ` +
    "it write MEMORY.md by itself at night? The owner answers by typing: memory dream enable, or: memory dream disable";
}
