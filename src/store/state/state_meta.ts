/**
 * Facts about `state.sqlite` itself.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";

/** What is fixed when the file is created, and whether an earlier one was lost. */
export interface StateMeta {
  /** Created under `MEMORY_NOW` (SPEC 11.10); never changes. */
  readonly isSimulated: boolean;
  /** Key of {@linkcode keyedHash} for questions and tombstones; 64 hex digits, made at creation. */
  readonly hmacKey: string;
  /** When a registered workspace was found without a readable state (SPEC 13), or `null`: unbooked lines are then held. */
  readonly lostSince: IsoTime | null;
  /** Ends the lost state, once the owner has attested what is there. */
  clearLost(): void;
}
