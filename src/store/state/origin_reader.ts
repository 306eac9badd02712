/**
 * The one way every flow learns where lines come from: path rule, ledger, copies of `untrusted` and `system` lines, then
 * the classification of SPEC 4.2. Always read live from the ledger, never from the index.
 *
 * @module
 */
import type { LineOrigin } from "../../provenance/origin.ts";

/**
 * Returns the origin of each line of a file, in order.
 *
 * @param path relative to the workspace; absolute outside it
 * @param lines raw lines without line end; for `MEMORY.md` and `USER.md` raw entries, each one string that may span lines
 */
export type OriginReader = (path: string, lines: readonly string[]) => LineOrigin[];
