/**
 * Asks questions and scores the answers. What answers is handed in, so that exactly the search of the command is measured,
 * once for each lane. Nothing is logged.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { type CoveredRange, type EvidencePlace, type QuestionScore, scoreQuestion } from "./metrics.ts";
import type { BadLine, EvalQuestion } from "./questions.ts";

/** What may be measured: each lane alone, and both together as a search does by default. */
export const EVAL_LANES = ["keyword", "vector", "hybrid"] as const;

/** One of {@linkcode EVAL_LANES}. */
export type EvalLane = (typeof EVAL_LANES)[number];

/** What one lane answers. */
export interface LaneAnswer {
  /** Best first. */
  readonly results: readonly FirstResult[];
  /** Lines that the recall log would be given for the results that a user sees. */
  readonly credited: readonly CoveredRange[];
}

/** Answers a question with one lane, as the command would. */
export type Searcher = (question: EvalQuestion, lane: EvalLane) => LaneAnswer;

/** What {@linkcode measure} works with. */
export interface MeasureDeps {
  /** The search. */
  readonly search: Searcher;
  /** Lanes to ask, in the order of the answer. */
  readonly lanes: readonly EvalLane[];
  /** A steady clock in milliseconds. */
  readonly steadyMs: () => number;
  /** Told after each question; what it returns is waited for, so that the line on the screen can change. */
  readonly onProgress: (done: number) => Promise<void> | void;
}

/** How one lane answered one question. */
export interface LaneOutcome {
  /** Which lane. */
  readonly lane: EvalLane;
  /** `null` for a question without evidence. */
  readonly score: QuestionScore | null;
  /** Score of the first result, or `null` if there was none. */
  readonly topScore: number | null;
  /** Lines that the recall log would be given, and those of them that are evidence. */
  readonly credits: { readonly given: number; readonly right: number };
  /** What came first, for people. */
  readonly first: readonly FirstResult[];
  /** How long the search took, in milliseconds. */
  readonly tookMs: number;
}

/** A result by its citation and the begin of its text. */
export interface FirstResult extends CoveredRange {
  /** `rankScore`, at most 1. */
  readonly score: number;
  /** As a search shows it. */
  readonly snippet: string;
}

/** A question and how each lane answered it. */
export interface Outcome {
  /** What was asked. */
  readonly question: EvalQuestion;
  /** One for each lane, in order. */
  readonly lanes: readonly LaneOutcome[];
}

/** Everything that came of a file of questions. */
export interface Measured {
  /** In the order of the file. */
  readonly outcomes: readonly Outcome[];
  /** Questions that a search refuses, such as one that is nothing but a comma. */
  readonly refused: readonly BadLine[];
}

/** Results kept of each answer: enough to see what came in place of the evidence. */
const KEPT_RESULTS = 3;

/** Returns how each lane answers each question. */
export async function measure(deps: MeasureDeps, questions: readonly EvalQuestion[]): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const refused: BadLine[] = [];
  for (const [at, question] of questions.entries()) {
    const lanes: LaneOutcome[] = [];
    try {
      for (const lane of deps.lanes) lanes.push(ask(deps, question, lane));
      outcomes.push({ question, lanes });
    } catch (error) {
      if (!(error instanceof MemoryError) || error.kind !== "usage") throw error;
      refused.push({ line: question.line, reason: error.message });
    }
    await deps.onProgress(at + 1);
  }
  return { outcomes, refused };
}

function ask(deps: MeasureDeps, question: EvalQuestion, lane: EvalLane): LaneOutcome {
  const { evidence } = question;
  const startMs = deps.steadyMs();
  const { results, credited } = deps.search(question, lane);
  const tookMs = deps.steadyMs() - startMs;
  const right = credited.filter((range) => evidence.some((place) => covers(range, place)));
  return {
    lane,
    score: evidence.length === 0 ? null : scoreQuestion(results, evidence),
    topScore: results[0]?.score ?? null,
    credits: { given: credited.length, right: right.length },
    first: results.slice(0, KEPT_RESULTS).map(shortened),
    tookMs,
  };
}

/** A hit has more to it than is kept of thousands of answers. */
function shortened({ path, startLine, endLine, score, snippet }: FirstResult): FirstResult {
  return { path, startLine, endLine, score, snippet };
}

function covers(range: CoveredRange, { path, line }: EvidencePlace): boolean {
  return range.path === path && range.startLine <= line && line <= range.endLine;
}
