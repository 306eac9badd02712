/**
 * What changed between two runs of the same questions.
 *
 * @module
 */
import { EVAL_LANES, type EvalLane } from "./measure.ts";
import type { SetOutcome, TallyRow } from "./tally.ts";

/** The place of one question's evidence. */
export interface PlacedQuestion {
  /** Its set. */
  readonly set: string;
  /** As given. */
  readonly id: string;
  /** Place of the first result that covers the evidence, by lane; `null`: none does. */
  readonly ranks: Readonly<Partial<Record<EvalLane, number | null>>>;
}

/** An earlier run, as `memory eval --outcomes --json` printed it. */
export interface EarlierRun {
  /** Its figures. */
  readonly rows: readonly EarlierRow[];
  /** Empty if they were not printed. */
  readonly outcomes: readonly PlacedQuestion[];
}

/** The figures that are compared. */
export type EarlierRow = Pick<TallyRow, "by" | "name" | "lane" | ComparedFigure>;
/** See {@linkcode EarlierRow}. */
export type ComparedFigure = (typeof COMPARED)[number];

/** Figures of a row that a change is shown for. */
export const COMPARED = ["hitAt1", "hitAt5", "hitAt10", "fileRecallAt5", "mrr", "ndcgAt10"] as const;

/** A row's figures now less those before; `null` where one of the two is not known. */
export type RowChange = Pick<TallyRow, "by" | "name" | "lane"> & Readonly<Record<ComparedFigure, number | null>>;

/** A question whose evidence came into the first five, or fell out of them. */
export interface Flip {
  /** Its set. */
  readonly set: string;
  /** As given. */
  readonly id: string;
  /** Which lane. */
  readonly lane: EvalLane;
  /** Place before. */
  readonly before: number | null;
  /** Place now. */
  readonly now: number | null;
}

/** What changed. */
export interface Comparison {
  /** One for each row of this run that the earlier one has, too. */
  readonly rows: readonly RowChange[];
  /** Now among the first five. */
  readonly won: readonly Flip[];
  /** No longer among the first five. */
  readonly lost: readonly Flip[];
}

/** What an agent is shown, about: a question counts as answered if its evidence is among so many. */
const ANSWERED = 5;

/** Returns the places of evidence in the form that a later run compares with; unanswerable questions have none. */
export function placesOf(outcomes: readonly SetOutcome[]): PlacedQuestion[] {
  return outcomes.filter(({ question }) => question.evidence.length > 0).map(({ set, question, lanes }) => ({
    set,
    id: question.id,
    ranks: Object.fromEntries(lanes.map(({ lane, score }) => [lane, score?.rank ?? null])),
  }));
}

/** Returns what changed since an earlier run. */
export function compare(
  earlier: EarlierRun,
  rows: readonly TallyRow[],
  outcomes: readonly PlacedQuestion[],
): Comparison {
  const changes = rows.flatMap((row) => {
    const before = earlier.rows.find(({ by, name, lane }) => by === row.by && name === row.name && lane === row.lane);
    return before === undefined ? [] : [changeOf(before, row)];
  });
  const known = new Map(earlier.outcomes.map((placed) => [keyOf(placed), placed]));
  const flips = outcomes.flatMap((placed) => {
    const before = known.get(keyOf(placed));
    return before === undefined ? [] : flipsOf(before, placed);
  });
  return {
    rows: changes,
    won: flips.filter(({ now }) => isAnswered(now)),
    lost: flips.filter(({ now }) => !isAnswered(now)),
  };
}

function changeOf(before: EarlierRow, { by, name, lane, ...now }: TallyRow): RowChange {
  const change = (figure: ComparedFigure): number | null => {
    const [was, is] = [before[figure], now[figure]];
    return was === null || is === null ? null : is - was;
  };
  return {
    by,
    name,
    lane,
    hitAt1: change("hitAt1"),
    hitAt5: change("hitAt5"),
    hitAt10: change("hitAt10"),
    fileRecallAt5: change("fileRecallAt5"),
    mrr: change("mrr"),
    ndcgAt10: change("ndcgAt10"),
  };
}

function flipsOf(before: PlacedQuestion, { set, id, ranks }: PlacedQuestion): Flip[] {
  return EVAL_LANES.flatMap((lane): Flip[] => {
    const [was, is] = [before.ranks[lane], ranks[lane]];
    if (was === undefined || is === undefined || isAnswered(was) === isAnswered(is)) return [];
    return [{ set, id, lane, before: was, now: is }];
  });
}

function isAnswered(rank: number | null): boolean {
  return rank !== null && rank <= ANSWERED;
}

function keyOf({ set, id }: PlacedQuestion): string {
  return JSON.stringify([set, id]);
}
