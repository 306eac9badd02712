/**
 * What is done to a curated file: the value that planners make and the writer carries out (SPEC 8.6).
 *
 * @module
 */
import type { LineOrigin } from "../provenance/origin.ts";
import type { SourceAnchor } from "../workspace/annotation.ts";
import type { CuratedEntry } from "../workspace/curated.ts";

/** An entry that stands in the file, with what the ledger says of it. */
export interface StandingEntry {
  /** As parsed. */
  readonly entry: CuratedEntry;
  /** As the ledger says now. */
  readonly origin: LineOrigin;
}

/** One operation on the file. */
export interface CuratedChange {
  /** What is done (SPEC 8.6); `retired`: the prior entry leaves and nothing takes its place. */
  readonly action: "added" | "merged" | "superseded" | "retired";
  /** The entry that is joined, replaced or retired; `null` if one is added. */
  readonly prior: StandingEntry | null;
  /** Further entries that leave with the prior one: they stand under the same key. @default none */
  readonly also?: readonly StandingEntry[];
  /** The entry as it will stand, without a final line end. */
  readonly raw: string;
  /** Its text without annotations. */
  readonly text: string;
  /** Supersession key of what is written; only an entry under the same key is superseded. `null` for none. */
  readonly key: string | null;
  /** The prior entry counts as lost, though something takes its place: no common key says that it may. @default false */
  readonly isLoss?: boolean | undefined;
  /** Places that the entry must name as its source when it is written. */
  readonly anchors: readonly SourceAnchor[];
}
