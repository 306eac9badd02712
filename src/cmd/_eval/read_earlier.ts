import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { causeChain, errorCode, MemoryError } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";
import { COMPARED, type EarlierRow, type EarlierRun, type PlacedQuestion } from "../../lanes/eval/compare.ts";
import { EVAL_LANES, type EvalLane } from "../../lanes/eval/measure.ts";

/**
 * Returns an earlier run from the document that it printed.
 *
 * @throws {MemoryError} failed, if it cannot be read; usage, if it is no such document
 */
export function readEarlier(word: string, cwd: string): EarlierRun {
  const document = read(word, resolve(cwd, word));
  const rows = isRecord(document) && Array.isArray(document["rows"]) ? document["rows"].filter(isRow) : [];
  if (!isRecord(document) || rows.length === 0) throw noDocument(word);
  const outcomes = Array.isArray(document["outcomes"]) ? document["outcomes"].filter(isPlaced) : [];
  return { rows, outcomes };
}

function read(word: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw noDocument(word);
    if (errorCode(error) === undefined) throw error;
    throw new MemoryError(`Cannot read the earlier run "${word}": ${causeChain(error)[0]}`, { hint: HOW });
  }
}

const HOW = "make one with: memory eval QUESTIONS --json --outcomes > before.json";

function noDocument(word: string): MemoryError {
  return new MemoryError(`Cannot compare with "${word}": it should be the JSON of an earlier run`, {
    kind: "usage",
    hint: HOW,
  });
}

function isRow(value: unknown): value is EarlierRow {
  return isRecord(value) && typeof value["by"] === "string" && typeof value["name"] === "string" &&
    isLane(value["lane"]) && COMPARED.every((figure) => isNumberOrNull(value[figure]));
}

function isPlaced(value: unknown): value is PlacedQuestion {
  return isRecord(value) && typeof value["set"] === "string" && typeof value["id"] === "string" &&
    isRecord(value["ranks"]) && Object.values(value["ranks"]).every(isNumberOrNull);
}

function isLane(value: unknown): value is EvalLane {
  return EVAL_LANES.some((lane) => lane === value);
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}
