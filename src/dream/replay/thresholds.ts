/**
 * Thresholds by name, for nights that are only looked at (SPEC 8.10).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { DreamConfig } from "../config.ts";

/** Numbers of the deep phase that a replay may set, each with its largest value; the names are those of `dream.deep`. */
const LARGEST: Readonly<Record<string, number>> = {
  minScore: 1,
  minRecalls: 1_000,
  minQuestions: 1_000,
  maxAgeDays: 3_650,
  halfLifeDays: 3_650,
  limit: 1_000,
};
/** Numbers from 0 to 1 in a group. */
const GROUPS = ["weights", "boosts"] as const;

/**
 * Returns the settings of the deep phase with some numbers changed.
 *
 * @param wanted as `minScore=0.7` or `weights.relevance=0.4`
 * @throws {MemoryError} usage: no such threshold, or no number in its range
 */
export function withThresholds(deep: DreamConfig["deep"], wanted: readonly string[]): DreamConfig["deep"] {
  return wanted.reduce((settings, each) => {
    const [, name = "", text = ""] = /^\s*([\w.]+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(each) ?? [];
    if (name === "") throw usage(`Cannot read the threshold "${each}": it should be name=number`);
    const value = Number(text);
    const largest = LARGEST[name];
    if (largest !== undefined) return { ...settings, [name]: inRange(name, value, { largest, isWhole: largest > 1 }) };
    const [group, part = ""] = name.split(".");
    const owner = GROUPS.find((it) => it === group);
    if (owner === undefined || !Object.hasOwn(settings[owner], part)) {
      throw usage(`Cannot set "${name}": there is no such threshold`);
    }
    const share = inRange(name, value, { largest: 1, isWhole: false });
    return { ...settings, [owner]: { ...settings[owner], [part]: share } };
  }, deep);
}

function inRange(name: string, value: number, { largest, isWhole }: { largest: number; isWhole: boolean }): number {
  const least = name === "halfLifeDays" ? 1 : 0;
  if (value >= least && value <= largest && (!isWhole || Number.isInteger(value))) return value;
  throw usage(
    `Cannot set "${name}" to ${value}: it should be ${
      isWhole ? "a whole number" : "a number"
    } from ${least} to ${largest}`,
  );
}

function usage(message: string): MemoryError {
  const names = [...Object.keys(LARGEST), ...GROUPS.map((group) => `${group}.NAME`)].join(", ");
  return new MemoryError(message, {
    kind: "usage",
    hint: `thresholds are ${names}, as under dream.deep in the settings`,
  });
}
