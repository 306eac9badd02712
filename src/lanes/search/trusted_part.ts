import { ORIGIN_CLASSES } from "../../provenance/origin.ts";
import { withLinesOf } from "./gather_enough.ts";
import { type HitContext, presentHit, type SearchHit } from "./hit.ts";
import type { ScoredChunk } from "./score_found.ts";

/** Classes of lines that an agent is shown unasked (SPEC 4.5). */
const SHOWN = ORIGIN_CLASSES.filter((origin) => origin !== "untrusted");

/**
 * Returns the hit that the lines of a chunk make which are not untrusted, or `null` if there is none: one bad line condemns
 * no other (SPEC 4.3). Its snippet is cut around the best of those lines, and its class is theirs.
 */
export function trustedPart(chunk: ScoredChunk, context: HitContext): SearchHit | null {
  const wanted = SHOWN.filter((origin) => context.origins?.includes(origin) ?? true);
  const part = withLinesOf(chunk, context.files, wanted);
  if (part === null) return null;
  const kept = part.row.text.split("\n");
  const lines = part.coverage.lines.map((share, at) => kept[at] === "" ? 0 : share);
  const hit = presentHit({ ...part, coverage: { ...part.coverage, lines } }, { ...context, origins: wanted });
  return hit === null || hit.untrusted || hit.snippet.trim() === "" ? null : hit;
}
