/**
 * The labelled turns of `tests/fixtures/claims`, and how well they are cut.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { claimsIn, type Speaker } from "../../../src/capture/claims/claims_in.ts";

/** One message. */
export interface LabelledTurn {
  readonly speaker: Speaker;
  readonly language: "en" | "zh";
  readonly text: string;
  /** Its statements that are lasting facts, as they stand in it. */
  readonly facts: readonly string[];
}

/** What was found, what was missed, and what should not have been found. */
export interface Score {
  readonly turns: number;
  readonly facts: number;
  readonly found: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  /** Share of the claims that are labelled. */
  readonly precision: number;
  /** Share of the labelled facts that were found. */
  readonly recall: number;
}

/** Returns the turns of one half of the sample. */
export function labelledTurns(half: "tuned" | "held_out"): LabelledTurn[] {
  const blocks = readFileSync(`tests/fixtures/claims/${half}.txt`, "utf8").split(/^@ /m).slice(1);
  return blocks.map((block) => {
    const [head = "", ...lines] = block.trimEnd().split("\n");
    const [speaker, language] = head.split(" ");
    const facts = lines.filter((line) => line.startsWith("= ")).map((line) => line.slice(2));
    return {
      speaker: speaker === "agent" ? "agent" : "owner",
      language: language === "zh" ? "zh" : "en",
      text: lines.filter((line) => !line.startsWith("= ")).join("\n"),
      facts,
    };
  });
}

/** Compares what is found with the labels, without regard to a stop at the end. */
export function scoreOf(turns: readonly LabelledTurn[]): Score {
  const missed: string[] = [];
  const wrong: string[] = [];
  let found = 0;
  let facts = 0;
  for (const turn of turns) {
    const wanted = new Set(turn.facts.map(bare));
    facts += wanted.size;
    const claims = claimsIn(turn.text, turn.speaker).map(({ text }) => text);
    wrong.push(...claims.filter((claim) => !wanted.has(bare(claim))));
    found += claims.filter((claim) => wanted.has(bare(claim))).length;
    const got = new Set(claims.map(bare));
    missed.push(...turn.facts.filter((fact) => !got.has(bare(fact))));
  }
  const claims = found + wrong.length;
  return {
    turns: turns.length,
    facts,
    found,
    missed,
    wrong,
    precision: claims === 0 ? 1 : found / claims,
    recall: facts === 0 ? 1 : found / facts,
  };
}

function bare(text: string): string {
  return text.replace(/[.;!\u3002\uff1b\uff01\s]+$/, "");
}
