/**
 * How many claims were left out and why, in words: the names of gates are for reports, not for people.
 *
 * @module
 */
import { plural } from "./page_text.ts";
import type { StopName } from "./evaluate.ts";

/** What is left out. */
export interface LeftOut {
  /** Candidates by what stopped them. */
  readonly stopped: Readonly<Record<string, number>>;
  /** Lines from outside that were recalled, and how often. */
  readonly refused: { readonly lines: number; readonly recalls: number };
}

/** What is said of so many claims, in the order in which it is said: what may change comes first. */
const REASONS: readonly (readonly [readonly StopName[], string])[] = [
  [["recalls", "questions"], "not asked for often enough"],
  [["score"], "not needed enough"],
  [["age"], "not asked for lately"],
  [["limit"], "behind stronger ones tonight"],
  [["budget"], "without room in MEMORY.md"],
  [["conflict"], "against an entry that stands"],
  [["acceptance"], "not written, since MEMORY.md could not be"],
  [["rehydrate"], "changed or gone since"],
  [["preference", "directive"], "a matter for USER.md"],
  [["origin"], "from where nothing is kept"],
  [["quality"], "no statement"],
  [["rejected"], "turned down by you"],
  [["forgotten"], "forgotten"],
  [["promoted"], "kept already"],
];

/** Returns the items, each as its lines; none if nothing was left out. */
export function leftOutItems({ stopped, refused }: LeftOut): string[][] {
  const counted = REASONS.map(([names, words]) => ({
    count: names.reduce((sum, name) => sum + (stopped[name] ?? 0), 0),
    words,
  })).filter(({ count }) => count > 0).map(({ count, words }) => `${count} ${words}`);
  const lines = counted.length === 0 ? [] : [[`- ${counted.join(", ")}.`]];
  if (refused.lines === 0) return lines;
  const often = refused.recalls === 1 ? "once" : `${refused.recalls} times`;
  return [...lines, [
    `- ${plural(refused.lines, "line", "lines")} from outside came up ${often} and ${
      refused.lines === 1 ? "was" : "were"
    } refused, whatever the score.`,
  ]];
}
