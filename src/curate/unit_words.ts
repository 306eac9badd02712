/**
 * Units of measure behind a number: 5 minutes and 5 hours are values of the same.
 *
 * @module
 */

/** Returns what a unit measures, `time` or `size`; `null` for a word that is none. */
export function measuredBy(word: string): "time" | "size" | null {
  const plain = word.toLowerCase();
  return TIME.test(plain) ? "time" : SIZE.test(plain) ? "size" : null;
}

const TIME =
  /^(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|quarters?|years?)$/;
const SIZE = /^(?:[kmgtp]i?b|(?:kilo|mega|giga|tera)?bytes?)$/;
