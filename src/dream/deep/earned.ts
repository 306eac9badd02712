/**
 * What earned a claim its place, as it is recorded with the promotion (SPEC 7.7).
 *
 * @module
 */
import type { PromotionRow } from "../../store/state/promotions.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import { type Candidate, distinctQuestions } from "../candidate.ts";
import type { Evaluation } from "./evaluate.ts";

/** The part of a promotion's record that tells where the claim came from and what it was needed for. */
export type Earned =
  & Pick<PromotionRow, "candidateKey" | "source" | "score">
  & Required<Pick<PromotionRow, "claimHash" | "origin" | "recalls" | "questions" | "days">>;

/** Returns that part for a candidate with its score. */
export function earned(
  { candidate, score }: { readonly candidate: Candidate; readonly score: Evaluation["score"] },
): Earned {
  const { key, claimHash, source, provenance, evidence } = candidate;
  return {
    candidateKey: key,
    source: formatAnchor(source),
    score: score.score,
    claimHash,
    origin: provenance.origin,
    recalls: evidence.length,
    questions: distinctQuestions(evidence),
    days: new Set(evidence.map(({ day }) => day)).size,
  };
}
