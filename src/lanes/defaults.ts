/**
 * The numbers of the lanes as SPEC 6 and 9.1 give them, as plain values: a search that finds no setting in the config
 * must not pay for loading a schema library.
 *
 * @module
 */
import type { BootstrapConfig, GetConfig, RecallConfig, SearchConfig } from "./config.ts";

/** What `search` does when nothing is configured. */
export const SEARCH_DEFAULTS: SearchConfig = {
  limit: 6,
  snippetChars: 700,
  candidates: 24,
  decay: { floor: 0.95, halfLifeDays: 30 },
  project: { active: 1.15, other: 0.9 },
  diversity: { lambda: 0.7, similarity: 0.8 },
  curatedShare: 1 / 3,
};

/** What `get` does when nothing is configured. */
export const GET_DEFAULTS: GetConfig = { lines: 120, chars: 12_000 };

/** What `bootstrap` does when nothing is configured. */
export const BOOTSTRAP_DEFAULTS: BootstrapConfig = {
  fileChars: 20_000,
  userChars: 4_000,
  totalChars: 60_000,
  hookChars: 9_500,
  headShare: 0.75,
  recentUseDays: 90,
};

/** What counts as a recall when nothing is configured. */
export const RECALL_DEFAULTS: RecallConfig = {
  minQuality: 0.5,
  lineShare: 0.8,
  linesPerHit: 3,
};
