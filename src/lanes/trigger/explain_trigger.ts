/**
 * How an answer of lane 1 came about, step by step (SPEC 9.2).
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import type { Tier } from "../../provenance/tier.ts";
import { citationOf } from "../search/hit.ts";
import type { PhraseScore } from "./phrase_score.ts";
import { LEXICAL_HITS, MOST_CHARS, THRESHOLD, type TriggerAnswer } from "./trigger.ts";

/** An entry that was looked at. */
export interface ExplainedEntry {
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** `e:` and 12 hex digits. */
  readonly key: string;
  /** The best phrase first. */
  readonly phrases: readonly PhraseScore[];
  /** The calibrated keyword score of the entry, 0 to 1. */
  readonly relevance: number;
  /** `0.8 · best phrase + 0.2 · relevance`. */
  readonly score: number;
  /** Whether it is given. */
  readonly given: boolean;
  /** Why not, or `null`. */
  readonly reason: string | null;
}

/** The steps of an answer. */
export interface TriggerExplanation {
  /** Chars of the message that were looked at. */
  readonly lookedAtChars: number;
  /** Chunks that hold words of the message, best first. */
  readonly lexical: readonly { readonly citation: string; readonly tier: Tier; readonly score: number }[];
  /** Entries that carry trigger phrases. */
  readonly withPhrases: number;
  /** Those of which a word of a phrase stands in the message, best first. */
  readonly entries: readonly ExplainedEntry[];
  /** Score from which an entry is given. */
  readonly threshold: number;
  /** Chars of the block, at most. */
  readonly budgetChars: number;
  /** Why nothing is given, or `null`. */
  readonly reason: string | null;
}

/** Returns the steps of an answer; of lane 1 that did not look there are none. */
export function explainTrigger(
  { triggered, reason }: { readonly triggered: TriggerAnswer | null; readonly reason: string | null },
): TriggerExplanation {
  const common = { threshold: THRESHOLD, budgetChars: MOST_CHARS, reason };
  if (triggered === null) return { lookedAtChars: 0, lexical: [], withPhrases: 0, entries: [], ...common };
  return {
    lookedAtChars: codePoints(triggered.lookedAt),
    lexical: (triggered.lexical?.hits(0) ?? []).map(({ row, score }) => ({
      citation: citationOf(row.path, row.startLine, row.endLine),
      tier: row.tier,
      score,
    })),
    withPhrases: triggered.withPhrases,
    entries: triggered.considered.map(({ path, entryKey, phrases, relevance, score, reason: why }) => ({
      path,
      key: entryKey,
      phrases,
      relevance,
      score,
      given: why === null,
      reason: why,
    })),
    ...common,
  };
}

/** Returns the steps as lines for people. */
export function explanationLines(explanation: TriggerExplanation): string[] {
  const { lookedAtChars, lexical, withPhrases, entries, threshold, reason } = explanation;
  const found = lexical.slice(0, SHOWN_HITS).map(({ citation, score }) => `  ${score.toFixed(2)}  ${citation}`);
  return [
    `looked at ${lookedAtChars} chars of the message`,
    `${lexical.length} of at most ${LEXICAL_HITS} chunks hold words of it${
      found.length < lexical.length ? "; the best:" : ""
    }`,
    ...found,
    `${
      withPhrases === 1 ? "1 entry carries" : `${withPhrases} entries carry`
    } trigger phrases; words of ${entries.length} stand in the message`,
    ...entries.flatMap((entry) => [
      `  ${entry.score.toFixed(2)} (needs ${threshold})  ${entry.path} ${entry.key}: ${entry.reason ?? "given"}`,
      ...entry.phrases.map(({ phrase, present, terms, score }) =>
        `    ${score.toFixed(2)}  "${phrase}": ${present} of ${terms} words`
      ),
      `    ${entry.relevance.toFixed(2)}  relevance`,
    ]),
    ...(reason === null ? [] : [`nothing is given: ${reason}`]),
  ];
}

/** Chunks that are listed for people. */
const SHOWN_HITS = 5;
