/**
 * Prints the figures of docs/capture-quality.md: how well messages are cut into claims.
 *
 * @module
 */
import { labelledTurns, scoreOf } from "../tests/capture/claims/labelled_turns.ts";

for (const half of ["tuned", "held_out"] as const) {
  const turns = labelledTurns(half);
  for (const language of ["en", "zh", "all"]) {
    for (const speaker of ["owner", "agent", "all"]) {
      const score = scoreOf(
        turns.filter((turn) =>
          (language === "all" || turn.language === language) && (speaker === "all" || turn.speaker === speaker)
        ),
      );
      const { facts, found, wrong, precision, recall } = score;
      const figures = [score.turns, facts, found + wrong.length, precision.toFixed(3), recall.toFixed(3)];
      process.stdout.write(`${[half, language, speaker, ...figures].join("\t")}\n`);
    }
  }
}
