/**
 * Figures of groups of questions: all of them, each set, each category, each language.
 *
 * @module
 */
import type { EvalLane, LaneOutcome, Outcome } from "./measure.ts";
import { reciprocalRank } from "./metrics.ts";

/** By what questions are put together. */
export type GroupKind = "all" | "set" | "category" | "lang";

/** A question with the name of its set. */
export interface SetOutcome extends Outcome {
  /** Name of the file or folder that it came from. */
  readonly set: string;
}

/** The figures of one group and one lane. Shares are 0 to 1; `null` where there is nothing to count. */
export interface TallyRow {
  /** By what the group is made. */
  readonly by: GroupKind;
  /** The set, the category or the language; `all` for everything. */
  readonly name: string;
  /** Which lane answered. */
  readonly lane: EvalLane;
  /** Questions with evidence; those without are not part of any share. */
  readonly questions: number;
  /** Share of the questions whose first result covers a line of the evidence. */
  readonly hitAt1: number;
  /** The same for the first five; `null` if fewer were looked at. */
  readonly hitAt5: number | null;
  /** The same for the first ten. */
  readonly hitAt10: number | null;
  /** Share of the questions of which the first ten results cover every line of the evidence. */
  readonly allAt10: number | null;
  /** Mean share of the evidence files among the first five files. */
  readonly fileRecallAt5: number | null;
  /** Mean reciprocal rank among the results looked at. */
  readonly mrr: number;
  /** Mean nDCG of the first ten. */
  readonly ndcgAt10: number | null;
  /** Questions with no result at all. */
  readonly empty: number;
  /** Share of the questions that would credit a line of the evidence in the recall log. */
  readonly credited: number;
  /** Share of the credited lines that are evidence. */
  readonly creditPrecision: number | null;
  /** Half of the searches took no longer, in milliseconds. */
  readonly medianMs: number;
}

/** Returns a row for each group and lane; groups by size, and only where there is more than one of a kind. */
export function tally(outcomes: readonly SetOutcome[], lanes: readonly EvalLane[], limit: number): TallyRow[] {
  const answerable = outcomes.filter(({ question }) => question.evidence.length > 0);
  if (answerable.length === 0) return [];
  const groups = [
    ...groupsBy(answerable, "set", ({ set }) => set),
    ...groupsBy(answerable, "category", ({ question }) => question.category),
    ...groupsBy(answerable, "lang", ({ question }) => question.lang),
    { by: "all" as const, name: "all", members: answerable },
  ];
  return groups.flatMap(({ by, name, members }) =>
    lanes.map((lane) => ({ by, name, lane, ...figures(ofLane(members, lane), limit) }))
  );
}

interface Group {
  readonly by: GroupKind;
  readonly name: string;
  readonly members: readonly SetOutcome[];
}

function groupsBy(
  outcomes: readonly SetOutcome[],
  by: GroupKind,
  nameOf: (outcome: SetOutcome) => string | null,
): Group[] {
  const members = new Map<string, SetOutcome[]>();
  for (const outcome of outcomes) {
    const name = nameOf(outcome);
    if (name !== null) members.set(name, [...members.get(name) ?? [], outcome]);
  }
  const isWhole = members.size === 1 && [...members.values()][0]?.length === outcomes.length;
  if (isWhole) return [];
  return [...members].map(([name, group]) => ({ by, name, members: group }))
    .sort((a, b) => b.members.length - a.members.length || (a.name < b.name ? -1 : 1));
}

function ofLane(members: readonly SetOutcome[], lane: EvalLane): LaneOutcome[] {
  return members.flatMap(({ lanes }) => lanes.filter((outcome) => outcome.lane === lane));
}

function figures(outcomes: readonly LaneOutcome[], limit: number): Omit<TallyRow, "by" | "name" | "lane"> {
  const scores = outcomes.flatMap(({ score }) => score ?? []);
  const atLeast = <T>(places: number, value: T): T | null => limit >= places ? value : null;
  const hitAt = (places: number) => mean(scores.map(({ rank }) => rank !== null && rank <= places ? 1 : 0));
  const given = sum(outcomes.map(({ credits }) => credits.given));
  const right = sum(outcomes.map(({ credits }) => credits.right));
  return {
    questions: scores.length,
    hitAt1: hitAt(1),
    hitAt5: atLeast(5, hitAt(5)),
    hitAt10: atLeast(10, hitAt(10)),
    allAt10: atLeast(10, mean(scores.map(({ coverageAt10 }) => coverageAt10 === 1 ? 1 : 0))),
    fileRecallAt5: atLeast(5, mean(scores.map(({ fileRecallAt5 }) => fileRecallAt5))),
    mrr: mean(scores.map(({ rank }) => reciprocalRank(rank))),
    ndcgAt10: atLeast(10, mean(scores.map(({ ndcgAt10 }) => ndcgAt10))),
    empty: outcomes.filter(({ topScore }) => topScore === null).length,
    credited: mean(outcomes.map(({ credits }) => credits.right > 0 ? 1 : 0)),
    creditPrecision: given === 0 ? null : right / given,
    medianMs: median(outcomes.map(({ tookMs }) => tookMs)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
