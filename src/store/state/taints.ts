/**
 * Text of `untrusted` and `system` lines, kept so that copying, renaming and moving launder nothing (SPEC 4.3).
 *
 * @module
 */
import type { OriginClass } from "../../provenance/origin.ts";

/** One line whose copies share its class. */
export interface Taint {
  readonly id: number;
  readonly origin: OriginClass;
  /** The folded text that copies are compared with (see `foldForCopies`). */
  readonly text: string;
}

/** The table of tainted lines and their shingles. */
export interface Taints {
  /** Whether there is any; costs next to nothing. */
  isEmpty(): boolean;
  /** The least trusted class of the tainted lines that a folded text equals, contains or is contained in, or `null`. */
  copyOf(folded: string): OriginClass | null;
  /** Returns the lines added after an id, oldest first; with {@linkcode Taints.lastId} a reader keeps its place. */
  addedAfter(id: number): Taint[];
  /** The newest id, or 0. */
  lastId(): number;
}
