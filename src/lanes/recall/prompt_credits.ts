/**
 * Which lines a prompt gives credit to (SPEC 6): it asked for nothing, so it counts only where it is quite clear, and
 * nothing of it is put before the agent.
 *
 * @module
 */
import type { RecallConfig } from "../config.ts";
import type { LiveFiles } from "../live_files.ts";
import type { LexicalHits } from "../trigger/lexical_hits.ts";
import { creditHits } from "./credit_hits.ts";
import type { Credit } from "./credit_lines.ts";

/**
 * Returns the credits of the episodic lines among what holds words of a prompt, best first, at most `recall.promptLines`.
 * Quality is the calibrated keyword score of the hit times the line's share of the prompt over the best share in that hit.
 */
export function promptCredits(lexical: LexicalHits, settings: RecallConfig, files: LiveFiles): Credit[] {
  const { question, weights } = lexical;
  const results = lexical.hits(settings.promptMinQuality).map(({ row: { path, startLine, endLine, tier }, score }) => ({
    path,
    startLine,
    endLine,
    tier,
    scores: { hybrid: score },
  }));
  const { lineShare, linesPerHit, linesPerQuestion, promptMinQuality: minQuality, promptLines } = settings;
  return creditHits({ question, weights, files, origins: undefined, result: { results } }, {
    minQuality,
    lineShare,
    linesPerHit,
    linesPerQuestion,
  }).slice(0, promptLines);
}
