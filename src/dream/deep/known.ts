/**
 * Candidates that already stand in `MEMORY.md` (SPEC 8.4 `promoted`): a night that died between writing the file and
 * recording it left entries with an anchor and no record.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import { fingerprint, isNearDuplicate } from "../../curate/near_duplicate.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { CuratedEntry } from "../../workspace/curated.ts";
import { compactProblem } from "../advice/compact_text.ts";
import type { Candidate } from "../candidate.ts";

/** Hex digits of a claim hash (see `claimsOf`). */
const CLAIM_HASH_DIGITS = 32;

/**
 * Returns the unpromoted candidates that stand in the file by their own anchor, with their entries: equal words and the
 * same source file, or a near-duplicate that names exactly the candidate's lines. What was forgotten and came back there
 * is none: a record would hold its words.
 */
export function knownEntries(
  pool: readonly Candidate[],
  standing: readonly StandingEntry[],
  similarity: number,
): Map<string, CuratedEntry> {
  const trusted = standing.filter(({ origin }) => isAtLeastAsTrusted(origin.origin, "agent")).map(({ entry }) => entry);
  const byHash = Map.groupBy(trusted, ({ text }) => shortHash(normaliseClaim(text), CLAIM_HASH_DIGITS));
  const byAnchor = new Map(
    trusted.flatMap((entry) => entry.annotations.sources.map((at) => [formatAnchor(at), entry])),
  );
  const known = new Map<string, CuratedEntry>();
  for (const candidate of byHash.size === 0 ? [] : pool) {
    if (candidate.isPromoted || candidate.isForgotten || !candidate.provenance.verdict.passes) continue;
    const equal = byHash.get(candidate.claimHash)?.find(({ annotations }) =>
      sharesFile(annotations.sources, candidate)
    );
    const entry = equal ?? byAnchor.get(formatAnchor(candidate.source));
    if (entry === undefined) continue;
    const isSame = isNearDuplicate(fingerprint(candidate.text), fingerprint(entry.text), similarity);
    // An entry may also be the claim with words left out (SPEC 8.6).
    if (isSame || compactProblem(entry.text, candidate.text) === null) known.set(candidate.key, entry);
  }
  return known;
}

function sharesFile(sources: readonly { readonly path: string }[], { anchors }: Candidate): boolean {
  return sources.some(({ path }) => anchors.some((anchor) => anchor.path === path));
}
