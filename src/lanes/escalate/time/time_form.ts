/**
 * A form that words of time have, and what it means in words that the reader of days knows.
 *
 * @module
 */

/** A stretch of a question that says when. */
export interface TimeMention {
  /** As written. */
  readonly text: string;
  /** For the reader of days, in English or Chinese. */
  readonly wanted: string;
  /**
   * What was so long ago is not known to the day: "three weeks ago" means that week, "two months ago" that month. `null`:
   * what the reader says holds.
   */
  readonly blur: "week" | "month" | "year" | null;
}

/** What a match means. */
export type Meant = Pick<TimeMention, "wanted"> & Partial<TimeMention>;

/** One form. */
export interface TimeForm {
  /** Every match in a question is looked at. */
  readonly pattern: RegExp;
  /** Returns what a match means. */
  readonly read: (match: RegExpMatchArray) => Meant;
}

/** Reads a match as it stands. */
export function same(match: RegExpMatchArray): Meant {
  return { wanted: match[0] };
}

/** Returns a reader for which every match means the same. */
export function as(wanted: string): () => Meant {
  return () => ({ wanted });
}

/** Returns how roughly a unit is meant: days exactly, longer ones by the whole unit. */
export function blurOf(unit = ""): TimeMention["blur"] {
  if (/day|天/i.test(unit)) return null;
  if (/week|周|週|星期|礼拜/i.test(unit)) return "week";
  return /year|年/i.test(unit) ? "year" : "month";
}
