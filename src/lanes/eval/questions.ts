/**
 * Questions with known answers, one JSON object a line (`docs/measuring.md` has the form).
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { EvidencePlace } from "./metrics.ts";

/** One question and where its answer stands. */
export interface EvalQuestion {
  /** As given, else the number of its line. */
  readonly id: string;
  /** What is asked. */
  readonly query: string;
  /** Lines that hold the answer; empty: the memory does not hold it. */
  readonly evidence: readonly EvidencePlace[];
  /** What sort of question it is, or `null`. */
  readonly category: string | null;
  /** Language of the question, such as `en`, or `null`. */
  readonly lang: string | null;
  /** 1-based, in its file. */
  readonly line: number;
}

/** A line that holds no question. */
export interface BadLine {
  /** 1-based. */
  readonly line: number;
  /** Why, as a short clause. */
  readonly reason: string;
}

/** What a file of questions holds. */
export interface QuestionFile {
  /** In the order of the file. */
  readonly questions: readonly EvalQuestion[];
  /** Lines that could not be read; blank ones are none. */
  readonly bad: readonly BadLine[];
}

/** Returns the questions of a text in JSON Lines; never throws. */
export function readQuestions(text: string): QuestionFile {
  const questions: EvalQuestion[] = [];
  const bad: BadLine[] = [];
  for (const [at, row] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    if (row.trim() === "") continue;
    const read = readQuestion(row, at + 1);
    if (typeof read === "string") bad.push({ line: at + 1, reason: read });
    else questions.push(read);
  }
  return { questions, bad };
}

/** Returns the question of one line, or why it is none. */
function readQuestion(row: string, line: number): EvalQuestion | string {
  const value = parsed(row);
  if (value === undefined) return "it is no JSON";
  if (!isRecord(value)) return "it should be a JSON object";
  const { id, query, evidence, category, lang } = value;
  if (typeof query !== "string" || query.trim() === "") return '"query" should be a text';
  const places = readEvidence(evidence ?? []);
  if (typeof places === "string") return places;
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : String(line),
    query,
    evidence: places,
    category: labelOf(category),
    lang: labelOf(lang),
    line,
  };
}

function readEvidence(value: unknown): EvidencePlace[] | string {
  if (!Array.isArray(value)) return '"evidence" should be a list of places';
  const places: EvidencePlace[] = [];
  for (const place of value) {
    if (!isRecord(place) || typeof place["path"] !== "string" || place["path"] === "") {
      return 'a place of "evidence" should have a "path"';
    }
    const { path, line } = place;
    if (typeof line !== "number" || !Number.isInteger(line) || line < 1) {
      return 'a place of "evidence" should have a "line" of 1 or more';
    }
    places.push({ path: path.replace(/^(?:\.\/)+/, ""), line });
  }
  return places;
}

function labelOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function parsed(row: string): unknown {
  try {
    return JSON.parse(row);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
