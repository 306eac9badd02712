/**
 * Whether sweeps that nobody watches may write (SPEC 8): the owner's word in this workspace, else the user's own settings.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import type { StateMeta } from "../store/state/state_meta.ts";
import type { DreamConfig } from "./config.ts";

/** The answer, and where it comes from. */
export interface Consent {
  /** `null`: nobody said anything yet. */
  readonly isGiven: boolean | null;
  /** `owner`: said in this workspace; `settings`: `dream.enabled`; `null`: nobody. */
  readonly by: "owner" | "settings" | null;
  /** When the owner said it, or `null`. */
  readonly at: IsoTime | null;
}

/** Returns what holds; the owner's word in this workspace goes before the settings. */
export function consentOf(meta: Pick<StateMeta, "dreamConsent">, config: Pick<DreamConfig, "enabled">): Consent {
  const said = meta.dreamConsent;
  if (said !== null) return { isGiven: said.isGiven, by: "owner", at: said.at };
  return config.enabled ? { isGiven: true, by: "settings", at: null } : { isGiven: null, by: null, at: null };
}
