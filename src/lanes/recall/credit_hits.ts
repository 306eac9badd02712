/**
 * Which claims the results of a search give credit to. Only lines that can matter are taken apart into claims.
 *
 * @module
 */
import { pathRule } from "../../provenance/tier.ts";
import { type Claim, claimsOf, type LineRange } from "../../workspace/claims.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";
import type { RecallConfig } from "../config.ts";
import { weightOf } from "../search/calibrate.ts";
import { type TermFinder, termFinder } from "../search/find_terms.ts";
import { isOfOrigins } from "../search/gather_enough.ts";
import type { SearchHit } from "../search/hit.ts";
import type { SearchAnswer } from "../search/search.ts";
import { type Credit, creditLines, type CreditSettings } from "./credit_lines.ts";

/** A hit, as far as its credits go. */
export type CreditedHit = Pick<SearchHit, "path" | "startLine" | "endLine" | "tier"> & {
  /** `hybrid`: calibrated, before decay and multipliers, 0 to 1. */
  readonly scores: Pick<SearchHit["scores"], "hybrid">;
};

/** An answer, as far as its credits go. */
export type CreditedAnswer = Pick<SearchAnswer, "files" | "weights" | "origins" | "question"> & {
  /** What was found. */
  readonly result: { readonly results: readonly CreditedHit[] };
};

/** The settings of credits over a whole answer. */
export type AnswerCreditSettings = CreditSettings & Pick<RecallConfig, "linesPerQuestion">;

/**
 * Returns the credits of all episodic results, the best of each claim, best first. What is clearly worse than the best line of
 * the answer gets none, and if many different claims answer about equally well, none does: a question so broad says nothing
 * about any of them.
 */
export function creditHits(answer: CreditedAnswer, settings: AnswerCreditSettings): Credit[] {
  const context = { answer, settings, find: termFinder(answer.question.terms) };
  const best = new Map<string, Credit>();
  for (const credit of answer.result.results.flatMap((hit) => creditsOf(hit, context))) {
    // Two overlapping chunks may show one line; it is credited once, at its best.
    const known = best.get(credit.claim.key);
    if (known === undefined || credit.quality > known.quality) best.set(credit.claim.key, credit);
  }
  const all = [...best.values()].sort((a, b) => b.quality - a.quality);
  const floor = settings.lineShare * (all[0]?.quality ?? 0);
  const near = all.filter(({ quality }) => quality >= floor);
  // Who says the same thing every day has not asked a broad question.
  const different = new Set(near.map(({ claim }) => claim.claimHash)).size;
  return different > settings.linesPerQuestion ? [] : near;
}

interface CreditContext {
  readonly answer: CreditedAnswer;
  readonly settings: CreditSettings;
  readonly find: TermFinder;
}

/** A claim may begin before the chunk and end behind it: 600 chars, the most it has, are 10 lines of 60. */
const MARGIN_LINES = 10;

function creditsOf(hit: CreditedHit, { answer: { files, weights, origins }, settings, find }: CreditContext): Credit[] {
  // No line of a hit can be better than the hit.
  const mayCount = hit.tier === "episodic" && !pathRule(hit.path).isSession && hit.scores.hybrid >= settings.minQuality;
  const file = mayCount ? files.read(hit.path) : null;
  if (file === null) return [];
  const shares = find(file.lines.slice(hit.startLine - 1, hit.endLine).join("\n")).map((at) => weightOf(at, weights));
  const floor = settings.lineShare * Math.max(...shares) / 2;
  const near = scanMarkdown(file.text, {
    only: { first: hit.startLine - MARGIN_LINES, last: hit.endLine + MARGIN_LINES },
  });
  const claims = new Map<string, Claim>();
  for (const range of runsOf(shares, floor, hit.startLine)) {
    for (const claim of claimsOf(file.path, near, range)) {
      const isWanted = origins === undefined ||
        isOfOrigins(files.origins(file, claim.startLine, claim.endLine), origins);
      if (isWanted) claims.set(claim.key, claim);
    }
  }
  return creditLines([...claims.values()], { find, weights, hybrid: hit.scores.hybrid, settings });
}

/**
 * Returns the runs of lines that may be part of a credited claim. Half the share that a claim needs is enough for a line:
 * a claim may be wrapped onto two.
 */
function runsOf(shares: readonly number[], floor: number, startLine: number): LineRange[] {
  const runs: { first: number; last: number }[] = [];
  for (const [at, share] of shares.entries()) {
    if (share === 0 || share < floor) continue;
    const line = startLine + at;
    const open = runs.at(-1);
    if (open !== undefined && open.last === line - 1) open.last = line;
    else runs.push({ first: line, last: line });
  }
  return runs;
}
