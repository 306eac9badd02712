/**
 * What is taken out of the state when the words of a forgotten text are known no more (SPEC 7.6).
 *
 * @module
 */
import type { Erasure } from "../../store/state/erasure.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import { goesAsCopy } from "./goes_as_copy.ts";
import { withoutForgotten } from "./without_forgotten.ts";

/** Returns what to take out by its marks alone: what a process that had read the text before has written since. */
export function erasureOf(matcher: ForgottenMatcher): Erasure {
  return {
    matcher,
    texts: [],
    claimHashes: [],
    entryKeys: [],
    intentKeys: [],
    rerendered: [],
    kept: [],
    withoutForgotten: (path, bytes) => withoutForgotten(path, bytes, (it) => goesAsCopy(path, it, matcher)),
    fileHashes: new Map(),
  };
}
