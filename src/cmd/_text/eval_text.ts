import { terminalText } from "../../base/text/display.ts";
import type { Comparison, RowChange } from "../../lanes/eval/compare.ts";
import type { GroupKind, TallyRow } from "../../lanes/eval/tally.ts";
import type { WorstQuestion } from "../../lanes/eval/worst.ts";
import { citationOf } from "../../lanes/search/hit.ts";
import type { EvalFault } from "../_eval/run_targets.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

/** What is shown. */
export interface EvalShown {
  /** Asked. */
  readonly questions: number;
  /** Of them, without evidence. */
  readonly unanswerable: number;
  /** Figures. */
  readonly rows: readonly TallyRow[];
  /** Empty unless asked for. */
  readonly worst: readonly WorstQuestion[];
  /** Lines that hold no question. */
  readonly failures: readonly EvalFault[];
  /** Places that are not there. */
  readonly lostEvidence: readonly EvalFault[];
  /** With an earlier run, or `null`. */
  readonly comparison: Comparison | null;
}

/** Faults shown one by one; the JSON has all. */
const FAULTS_SHOWN = 10;
/** Chars of a text that stands in a list. */
const LINE_CHARS = 100;

/** Returns the figures as tables, then what could not be used and what went wrong. */
export function evalText(shown: EvalShown, style: TextStyle): string {
  const { questions, unanswerable, rows, failures, lostEvidence, comparison } = shown;
  const parts = [
    [`${style.bold("Asked")} ${count(questions, "question")}, ${unanswerable} of them without evidence`],
    figureLines(rows, style),
    faultLines(`${style.red("Not usable")}: these lines hold no question`, failures),
    faultLines(`${style.yellow("Not there")}: this evidence cannot be found and counts as missed`, lostEvidence),
    ...(comparison === null ? [] : [comparisonLines(comparison, style)]),
    ...shown.worst.map((question) => worstLines(question, style)),
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

const HEADS = ["", "lane", "n", "hit@1", "hit@5", "hit@10", "all@10", "R@5", "MRR", "nDCG", "credit", "right", "empty"];
const KINDS: Readonly<Record<GroupKind, string>> = { all: "", set: "set ", category: "category ", lang: "language " };

function figureLines(rows: readonly TallyRow[], style: TextStyle): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => [
    terminalText(`${KINDS[row.by]}${row.name}`),
    row.lane,
    String(row.questions),
    ...[row.hitAt1, row.hitAt5, row.hitAt10, row.allAt10, row.fileRecallAt5, row.mrr, row.ndcgAt10].map(share),
    ...[row.credited, row.creditPrecision].map(share),
    String(row.empty),
  ]);
  const [head = "", ...lines] = alignRows([HEADS, ...cells], HEADS.map((_, at) => at).slice(2));
  return [style.dim(head), ...lines];
}

function share(value: number | null): string {
  return value === null ? "–" : value.toFixed(3);
}

function faultLines(head: string, faults: readonly EvalFault[]): string[] {
  if (faults.length === 0) return [];
  const lines = faults.slice(0, FAULTS_SHOWN).map(({ path, line, reason }) =>
    `  ${terminalText(path)}:${line}: ${terminalText(reason)}`
  );
  const rest = faults.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])];
}

function comparisonLines({ rows, won, lost }: Comparison, style: TextStyle): string[] {
  const heads = ["", "lane", "hit@1", "hit@5", "hit@10", "R@5", "MRR", "nDCG"];
  const cells = rows.map((row) => [terminalText(`${KINDS[row.by]}${row.name}`), row.lane, ...changes(row)]);
  const [head = "", ...lines] = alignRows([heads, ...cells], heads.map((_, at) => at).slice(2));
  const flips = [
    ...won.map((flip) => ({ flip, mark: style.green("+") })),
    ...lost.map((flip) => ({ flip, mark: style.red("-") })),
  ].map(({ flip: { set, id, lane, before, now }, mark }) =>
    `${mark} ${terminalText(`${set} ${id}`)} ${lane}: ${placeText(before)} → ${placeText(now)}`
  );
  return [style.bold("Since the earlier run"), style.dim(head), ...lines, ...flips];
}

function changes({ hitAt1, hitAt5, hitAt10, fileRecallAt5, mrr, ndcgAt10 }: RowChange): string[] {
  return [hitAt1, hitAt5, hitAt10, fileRecallAt5, mrr, ndcgAt10].map((value) => {
    if (value === null) return "–";
    const text = value.toFixed(3);
    return Number(text) === 0 ? "=" : value > 0 ? `+${text}` : text;
  });
}

function worstLines({ set, id, query, rank, evidence, instead }: WorstQuestion, style: TextStyle): string[] {
  const places = evidence.map(({ path, line }) => `${path}#L${line}`).join(", ");
  return [
    `${style.bold(oneLine(query))} ${style.dim(`(${terminalText(`${set} ${id}`)})`)}`,
    `  ${style.green("answer")}  ${oneLine(places)}  ${style.dim(placeText(rank))}`,
    ...instead.map(({ path, startLine, endLine, score, snippet }) =>
      `  ${style.dim(score.toFixed(2))}    ${style.cyan(terminalText(citationOf(path, startLine, endLine)))}  ${
        oneLine(snippet)
      }`
    ),
    ...(instead.length === 0 ? [`  ${style.dim("nothing was found")}`] : []),
  ];
}

function placeText(rank: number | null): string {
  return rank === null ? "not found" : `in place ${rank}`;
}

function oneLine(text: string): string {
  const line = terminalText(text).replace(/\s+/g, " ").trim();
  return [...line].length <= LINE_CHARS ? line : `${[...line].slice(0, LINE_CHARS - 1).join("")}…`;
}
