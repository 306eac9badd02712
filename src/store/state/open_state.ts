/**
 * `state.sqlite`: what cannot be derived from the files. Never discarded, only migrated (SPEC 13).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Candidates } from "./candidates.ts";
import type { CuratedUses } from "./curated_uses.ts";
import type { Injections } from "./injections.ts";
import type { Ledger } from "./ledger.ts";
import type { PreImages } from "./pre_images.ts";
import type { Promotions } from "./promotions.ts";
import type { Recalls } from "./recalls.ts";
import type { StateMeta } from "./state_meta.ts";
import type { Sweeps } from "./sweeps.ts";
import type { Taints } from "./taints.ts";

/** How to open the state. */
export interface OpenStateRequest {
  readonly path: string;
  /** Whether the registry knows the workspace: then a missing state was lost and is not new. */
  readonly isRegistered: boolean;
  /** Used only if the file is created here: by `init` under `MEMORY_NOW`, or again for a lost simulated workspace. */
  readonly isSimulated: boolean;
  /** The present moment, noted if the state was lost. */
  readonly now: IsoTime;
}

/** The open state. Statements are prepared when first used. */
export interface StateStore {
  readonly path: string;
  /** The medium cannot be written: every write throws. */
  readonly isReadonly: boolean;
  /** What a person has to be told about the opening, in whole sentences; usually empty. */
  readonly notices: readonly string[];
  readonly meta: StateMeta;
  readonly ledger: Ledger;
  readonly taints: Taints;
  readonly candidates: Candidates;
  readonly recalls: Recalls;
  readonly curatedUses: CuratedUses;
  readonly sweeps: Sweeps;
  readonly promotions: Promotions;
  readonly preImages: PreImages;
  readonly injections: Injections;
  /** Runs a synchronous function in one write transaction; inside another one it joins that. */
  transaction<T>(work: () => T): T;
  /** Closes the file; a second call does nothing. */
  close(): void;
}
