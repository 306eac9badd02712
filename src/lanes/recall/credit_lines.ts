/**
 * Which claim lines of a hit answered a question, and how well (SPEC 6, "What counts as a recall").
 *
 * @module
 */
import type { Claim } from "../../workspace/claims.ts";
import type { RecallConfig } from "../config.ts";
import { weightOf } from "../search/calibrate.ts";
import type { TermFinder } from "../search/find_terms.ts";

/** A claim that a question gets credit for. */
export interface Credit {
  /** The line that answered. */
  readonly claim: Claim;
  /** 0 to 1. */
  readonly quality: number;
}

/** Least quality, share and number of lines. */
export type CreditSettings = Pick<RecallConfig, "minQuality" | "lineShare" | "linesPerHit">;

/** What the credits depend on beside the claims. */
export interface CreditContext {
  /** Of the question's terms. */
  readonly find: TermFinder;
  /** Weight of each term of the question; their sum is 1. */
  readonly weights: readonly number[];
  /** The hit's calibrated hybrid score before decay and multipliers, 0 to 1. */
  readonly hybrid: number;
  /** See {@linkcode CreditSettings}. */
  readonly settings: CreditSettings;
}

/**
 * Returns the best line of a hit and those nearly as good, at most three, best first. Quality is the hit's hybrid score
 * times the line's share of the question over the best share in that hit; a line below the least quality gets nothing. If
 * no line holds a term, nothing can be credited.
 *
 * @param claims those that the hit's chunk touches
 */
export function creditLines(claims: readonly Claim[], context: CreditContext): Credit[] {
  const { find, weights, hybrid, settings } = context;
  const shares = claims.map((claim) => ({ claim, share: weightOf(new Set(find(claim.text).flat()), weights) }));
  const best = shares.reduce((most, { share }) => Math.max(most, share), 0);
  if (best === 0) return [];
  return shares
    .filter(({ share }) => share >= settings.lineShare * best)
    .sort((a, b) => b.share - a.share || a.claim.startLine - b.claim.startLine)
    .slice(0, settings.linesPerHit)
    .map(({ claim, share }) => ({ claim, quality: hybrid * share / best }))
    .filter(({ quality }) => quality >= settings.minQuality);
}
