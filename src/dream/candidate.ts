/**
 * What the steps of the dream look at: one claim with everything that was learnt about it. Steps take it as a value and
 * return values; nothing here reads a file or a table.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../base/clock.ts";
import type { OriginClass, SessionKind } from "../provenance/origin.ts";
import type { Verdict } from "../provenance/predicates.ts";
import type { SourceAnchor } from "../workspace/annotation.ts";

/** One time that a claim was needed: a recall, or a day on which the owner stated it again (SPEC 8.3). */
export interface Evidence {
  /** Tells questions apart; a keyed hash, or the day of a restatement. */
  readonly question: string;
  /** The session that asked; empty if none is known. */
  readonly session: string;
  /** The local day. */
  readonly day: LocalDay;
  /** Moment in milliseconds since the epoch. */
  readonly atMs: number;
  /** How well the line answered, 0 to 1. */
  readonly quality: number;
}

/** What the live lines of a claim say about where it came from. */
export interface Provenance {
  /** The least trusted class of its lines; `null` when the lines are gone and nothing can be known. */
  readonly origin: OriginClass | null;
  /** The common kind of its lines, else `unknown`. */
  readonly sessionKind: SessionKind;
  /** The earliest time noted for its lines. */
  readonly observedAt: IsoTime | null;
  /** The answer of the taint gate. */
  readonly verdict: Verdict;
  /** The gate would let it pass but for the turn in which an agent noted it. @default false */
  readonly isOnlyTurnTainted?: boolean;
}

/** What the writer of a claim asked for, from its annotations. */
export interface Wishes {
  /** Supersession key. */
  readonly key: string | null;
  /** 1 to 10. */
  readonly importance: number | null;
  /** Trigger phrases; empty if the writer gave none. */
  readonly triggers: readonly string[];
  /** Project keys; `invalid` if the annotation cannot be read, `null` without one. */
  readonly projects: readonly string[] | "invalid" | null;
  /** The day that the writer says the statement is of. */
  readonly observed: LocalDay | null;
  /** The last day on which it holds. */
  readonly expires: LocalDay | null;
}

/** The entry of `MEMORY.md` that a claim corrects (SPEC 8.6). */
export interface Correction {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** Its words. */
  readonly text: string;
  /** When the entry was used last, in milliseconds since the epoch, or `null`. */
  readonly lastUseMs: number | null;
}

/** When something was stated. */
export interface Stated {
  /** The local day, or `null`. */
  readonly day: LocalDay | null;
  /** The moment in milliseconds since the epoch, if it is known. */
  readonly ms: number | null;
}

/** One candidate for `MEMORY.md`. */
export interface Candidate {
  /** `c:` and 12 hex digits. */
  readonly key: string;
  /** Hash of the normalised text: equal claims share it. */
  readonly claimHash: string;
  /** Without marker and annotations. */
  readonly text: string;
  /** Where it stands; of several equal claims the oldest. */
  readonly source: SourceAnchor;
  /** All places, `source` first. */
  readonly anchors: readonly SourceAnchor[];
  /** Keys of equal claims that were folded into this one. */
  readonly duplicates: readonly string[];
  /** The local day it was written. */
  readonly day: LocalDay;
  /** When it, or a copy of it that is trusted as much, was last stated. */
  readonly stated: Stated;
  /** On how many local days the owner stated it. */
  readonly ownerDays: number;
  /** Where it comes from, as the ledger says now. */
  readonly provenance: Provenance;
  /** Why its lines are no longer in their file, as a short clause; `null` if they are. */
  readonly gone: string | null;
  /** What it was needed for, oldest first. */
  readonly evidence: readonly Evidence[];
  /** At most 8. */
  readonly tags: readonly string[];
  /** What its writer asked for. */
  readonly wishes: Wishes;
  /** Nights on which light saw a new recall. */
  readonly lightHits: number;
  /** The last of them, in milliseconds since the epoch. */
  readonly lastLightMs: number | null;
  /** Nights on which REM highlighted it. */
  readonly remHits: number;
  /** The last of them, in milliseconds since the epoch. */
  readonly lastRemMs: number | null;
  /** When REM last looked at it, in milliseconds since the epoch. */
  readonly lastRemConsideredMs: number | null;
  /** It stands in `MEMORY.md`, or did. */
  readonly isPromoted: boolean;
  /** A person turned it down. */
  readonly isRejected: boolean;
  /** A person had it forgotten. */
  readonly isForgotten: boolean;
  /** The entry that it corrects: it takes over what that one was needed for. `null` for most. */
  readonly corrects: Correction | null;
  /** Why it does not correct an entry although it is later and under its key, as a short clause; `null` for most. */
  readonly heldUp: string | null;
}

/** Returns the number of distinct questions in the evidence. */
export function distinctQuestions(evidence: readonly Evidence[]): number {
  return new Set(evidence.map((item) => item.question)).size;
}

/** Returns the moment of the newest evidence in milliseconds, or `null` if there is none. */
export function lastNeededMs(evidence: readonly Evidence[]): number | null {
  return evidence.reduce<number | null>((last, { atMs }) => last === null || atMs > last ? atMs : last, null);
}
