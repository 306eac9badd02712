/**
 * Which days a text means, for filters: figures at once, words by a parser that is loaded only for them.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import type { PeriodReading } from "./past_period.ts";
import { plainPeriod } from "./plain_period.ts";

/** What a text says, and whether it was a date in figures. */
export type ReadPeriod = PeriodReading & {
  /** There is nothing to explain about it. */
  readonly isPlain: boolean;
};

/** Returns what a text says of days, seen from the clock's present day; never throws. */
export async function readPeriod(text: string, clock: Clock): Promise<ReadPeriod> {
  const plain = plainPeriod(text, clock);
  if (plain !== null) return { kind: "range", range: plain, isPlain: true };
  const { periodInWords } = await import("./period_in_words.ts");
  return { ...periodInWords(text, clock), isPlain: false };
}
