/**
 * What an index was built with (SPEC 5). Another identity makes another index.
 *
 * @module
 */
import type { UnbookedPolicy } from "../provenance/classify_line.ts";

/** Raised when the tokeniser gives other tokens for the same text. */
export const TOKENISER_VERSION = 2;
/** Raised when the chunkers, or the lines they are given, cut the same file differently. */
export const CHUNKING_VERSION = 2;
/** Raised when chunks are cut into other pieces. */
export const PIECES_VERSION = 2;
/** Raised when annotations are read differently. */
export const ANNOTATION_VERSION = 3;

/** Raised when the form of a file says something else about where its lines come from. */
export const ORIGIN_VERSION = 1;

/** What the identity depends on beside the versions above. */
export interface IdentityFacts {
  /** How unbooked lines count; part of the classes that filters see. */
  readonly policy: UnbookedPolicy;
  /** Files and folders outside the workspace, in any order. */
  readonly extraPaths: readonly string[];
}

/** Returns the identity of the index that this program would build. */
export function indexIdentity({ policy, extraPaths }: IdentityFacts): string {
  return JSON.stringify({
    tokeniser: TOKENISER_VERSION,
    chunking: CHUNKING_VERSION,
    pieces: PIECES_VERSION,
    annotations: ANNOTATION_VERSION,
    origins: ORIGIN_VERSION,
    unbooked: policy.isLost ? "lost" : policy.unbooked,
    extraPaths: [...extraPaths].sort(),
  });
}
