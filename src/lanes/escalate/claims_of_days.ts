/**
 * What was noted on some days, for a question that names no subject: "what did we do yesterday".
 *
 * @module
 */
import type { DayRange } from "../../base/dates/day_range.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import { byScore, type ScoredClaim } from "./found_claim.ts";
import type { ClaimReader } from "./read_claims.ts";

/** Files that are read: those of a fortnight, with a few for one day. */
const MOST_FILES = 40;
/** Statements that are looked at further. */
const MOST_CLAIMS = 200;
/** A list of what was noted answers a question of what happened, and none about a subject. */
const LISTED_SCORE = 0.5;
const ALL_LINES = { first: 1, last: Number.POSITIVE_INFINITY };

/** Returns the statements of the diaries of some days; of transcripts only if no diary has any. The newest first. */
export function claimsOfDays(
  index: Pick<IndexStore, "sources">,
  reader: ClaimReader,
  { from, to }: DayRange,
): readonly ScoredClaim[] {
  const paths = index.sources.pathsOfDays(from, to, MOST_FILES);
  const read = (isSession: boolean) =>
    paths.filter((path) => pathRule(path).isSession === isSession)
      .flatMap((path) => reader.read(path, ALL_LINES)).slice(0, MOST_CLAIMS)
      .flatMap((claim) => reader.judge(claim) ?? []).map((claim) => ({ ...claim, score: LISTED_SCORE }));
  const noted = read(false);
  return (noted.length > 0 ? noted : read(true)).sort(byScore);
}
