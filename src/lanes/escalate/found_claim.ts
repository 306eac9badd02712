/**
 * A statement that lane 2 found, with all that decides whether and where it is shown.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { LocalDay } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";

/** Where a statement stands. */
export type FoundIn = "curated" | "notes" | "transcript";

/** A statement as it stands in its file; nobody asked yet whether it may be used. */
export interface StandingClaim {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** One line, as it is shown: without annotations, comments and what nobody sees. */
  readonly text: string;
  /** The headings above it, which say what it is about. */
  readonly context: string;
  /** What kind of file it is. */
  readonly place: FoundIn;
  /** Of its file, or of its observation. */
  readonly day: LocalDay | null;
  /** `e:` and 12 hex digits for a curated entry, else `null`. */
  readonly entryKey: string | null;
}

/** A statement that may be used. */
export interface FoundClaim extends StandingClaim {
  /** The least trusted class of its lines. */
  readonly origin: OriginClass;
  /** The latest moment of its lines. */
  readonly observedAt: string | null;
}

/**
 * Returns the key under which a session is known to have a statement: that of its entry, or `l:` and a hash of what it says,
 * so that a line of a diary is not given twice in a row either (SPEC 9.2).
 */
export function givenKey({ entryKey, text }: Pick<StandingClaim, "entryKey" | "text">): string {
  return entryKey ?? `l:${shortHash(normaliseClaim(text))}`;
}

/** A statement that is too long to be shown whole is not shown: what is cut may say the opposite. In chars. */
export const MOST_CLAIM_CHARS = 500;

/** A statement with what it counts. */
export interface ScoredClaim extends FoundClaim {
  /** How well it answers, 0 to 1; comparable within one question only. */
  readonly score: number;
}

/** Orders by score, then the better kept, then the newer, then the place: equal inputs give equal orders. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || PLACES.indexOf(a.place) - PLACES.indexOf(b.place) || compare(b.day ?? "", a.day ?? "") ||
    compare(a.path, b.path) || a.startLine - b.startLine;
}

type Ranked = StandingClaim & { readonly score: number };

const PLACES: readonly FoundIn[] = ["curated", "notes", "transcript"];

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
