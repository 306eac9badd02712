/**
 * One bullet into today's diary (SPEC 7.1).
 *
 * @module
 */
import type { Clock, LocalDay } from "../base/clock.ts";
import type { Caller, TextSource } from "../provenance/caller.ts";
import type { LedgerRow } from "../provenance/classify_line.ts";
import type { LineOrigin, OriginClass, SessionKind } from "../provenance/origin.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** What a note needs of the ledger. */
export interface NoteLedger {
  /** Books rows; all or none. */
  book(rows: readonly LedgerRow[]): void;
}

/** What {@linkcode note} works with. */
export interface NoteDeps {
  readonly layout: WorkspaceLayout;
  readonly clock: Clock;
  readonly caller: Caller;
  readonly ledger: NoteLedger;
  /** Origins of lines of a file, live from the ledger. */
  readonly originsOf: (path: string, lines: readonly string[]) => LineOrigin[];
  /** The least trusted class of the `untrusted` or `system` text that a line repeats, or `null`. */
  readonly copyOf: (line: string) => OriginClass | null;
  /** Runs a function under a named cross-process lock. */
  readonly withLock: <T>(name: string, work: () => T) => T;
}

/** Where a text came from that the caller only passes on (SPEC 7.1); any of these makes the line `untrusted`. */
export const DERIVED_FROM = ["web", "tool", "file", "email", "group"] as const;
/** One of {@linkcode DERIVED_FROM}. */
export type DerivedFrom = (typeof DERIVED_FROM)[number];

/** What to write. */
export interface NoteRequest {
  readonly text: string;
  /** How the text came into the program. */
  readonly source: TextSource;
  readonly projects?: readonly string[];
  readonly key?: string;
  /** 1 to 10. */
  readonly importance?: number;
  readonly triggers?: readonly string[];
  /** The last day on which the claim holds. */
  readonly until?: LocalDay;
  /** The diary's day; today if left out. */
  readonly day?: LocalDay;
  readonly derivedFrom?: DerivedFrom;
  readonly session?: string;
  readonly channel?: string;
  readonly sender?: string;
}

/** What was written (SPEC 14). */
export interface NoteResult {
  readonly path: string;
  /** 1-based; of the existing line if it was a duplicate. */
  readonly line: number;
  readonly text: string;
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  readonly written: boolean;
  readonly reason: "duplicate" | null;
}

/** Appends one bullet to a diary and books its origin first. */
export function note(_deps: NoteDeps, request: NoteRequest): NoteResult {
  throw new Error(`not yet: ${request.text}`);
}
