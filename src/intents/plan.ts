/**
 * How an intent comes again, or which words bring it up, as it lies in the state.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { isRecord } from "../base/record.ts";
import type { IntentRow } from "../store/state/intents.ts";
import { type KeywordSet, setOf } from "./keywords.ts";
import type { Repeat } from "./repeat.ts";

/** Returns the column of times that come again. */
export function writeRepeat(repeat: Repeat): string {
  return JSON.stringify(repeat);
}

/** Returns how a time wish comes again, or `null` if it comes once. @throws {MemoryError} defect, if that is unreadable */
export function repeatOf({ kind, plan }: Pick<IntentRow, "kind" | "plan">): Repeat | null {
  if (kind !== "time" || plan === null) return null;
  const value: unknown = JSON.parse(plan);
  if (!isRepeat(value)) throw unreadable(plan);
  return value;
}

/** Returns the column of keyword sets. */
export function writeSets(sets: readonly KeywordSet[]): string {
  return JSON.stringify(sets.map(({ text }) => text));
}

/** Returns the keyword sets of an event wish; none of another intent. @throws {MemoryError} defect */
export function setsOf({ kind, plan }: Pick<IntentRow, "kind" | "plan">): KeywordSet[] {
  if (kind !== "event" || plan === null) return [];
  const value: unknown = JSON.parse(plan);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw unreadable(plan);
  return value.map(setOf);
}

function isRepeat(value: unknown): value is Repeat {
  if (!isRecord(value) || typeof value["words"] !== "string") return false;
  switch (value["kind"]) {
    case "calendar":
      return isRecord(value["times"]);
    case "days":
      return typeof value["from"] === "string" && isPositive(value["every"]);
    case "span":
      return typeof value["fromMs"] === "number" && isPositive(value["everyMs"]);
    default:
      return false;
  }
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function unreadable(plan: string): MemoryError {
  return new MemoryError(`Cannot read the plan "${plan}" of an intent`, { kind: "defect" });
}
