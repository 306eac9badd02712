/**
 * How near a question is to anything at all. Raw cosines are compressed and shift with the language of question and text,
 * so what a hit is worth shows only against this, and only among texts of its own script: a question in Chinese is nearer
 * to any Chinese note than to the English one that answers it. Pure.
 *
 * @module
 */

/** The cosines between a question and texts. */
export interface Background {
  /** Their mean; off by at most 0.05 of the spread where it follows from sketches. */
  readonly mean: number;
  /** Their standard deviation; off by about 3 in 100 there, at most 10. */
  readonly spread: number;
  /** How many there are. */
  readonly count: number;
}

/** Something of each kind of script; see `isWideText`. */
export interface ByScript<Of> {
  /** Latin and all others that are not wide. */
  readonly latin: Of;
  /** Chinese, Japanese and Korean. */
  readonly wide: Of;
}

/** Of no texts. */
export const NO_BACKGROUND: Background = { mean: 0, spread: 0, count: 0 };

/** Returns the background from exact cosines. */
export function exactBackground(cosines: readonly number[]): Background {
  return { ...summaryOf(cosines), count: cosines.length };
}

/**
 * Returns the background from estimates. They scatter more than what they estimate, by their own error, which shows in the
 * few that are known exactly.
 *
 * @param estimated the background of the estimates
 * @param known exact cosines with their estimates, of pieces that were not chosen for their cosines
 */
export function estimatedBackground(
  estimated: Background,
  known: readonly { readonly cosine: number; readonly estimate: number }[],
): Background {
  // A group of few is known as a whole.
  if (known.length >= estimated.count) return exactBackground(known.map(({ cosine }) => cosine));
  const error = summaryOf(known.map(({ cosine, estimate }) => estimate - cosine)).spread;
  return { ...estimated, spread: Math.sqrt(Math.max(0, estimated.spread ** 2 - error ** 2)) };
}

/** Returns the background of two sets of cosines together. */
export function together(a: Background, b: Background): Background {
  const count = a.count + b.count;
  if (count === 0) return a;
  const mean = (a.count * a.mean + b.count * b.mean) / count;
  const square = ({ mean: own, spread, count: n }: Background) => n * (spread ** 2 + (own - mean) ** 2);
  return { mean, spread: Math.sqrt((square(a) + square(b)) / count), count };
}

/** Pieces of one script lean on the mean of all like so many further ones, if nothing neutral is known of the script. */
const LEAN_COUNT = 8;

/**
 * Returns what the pieces of each script are measured by. The mean is that of their own cosines and of the neutral texts
 * of their script together: with few pieces it is nearly that of the neutral texts, with many their own. The spread is
 * one for both, that within the scripts: that of few pieces says nothing. The count is that of all pieces and of the
 * neutral texts of one script.
 */
export function settledBackgrounds(own: ByScript<Background>, neutral: ByScript<Background>): ByScript<Background> {
  const latin = together(own.latin, neutral.latin);
  const wide = together(own.wide, neutral.wide);
  const all = together(latin, wide);
  const within = Math.sqrt((latin.count * latin.spread ** 2 + wide.count * wide.spread ** 2) / Math.max(1, all.count));
  const count = own.latin.count + own.wide.count + Math.max(neutral.latin.count, neutral.wide.count);
  const settle = ({ mean, count: n }: Background, leaning: Background): Background => {
    const lean = leaning.count > 0 ? 0 : LEAN_COUNT;
    return { mean: n + lean === 0 ? all.mean : (n * mean + lean * all.mean) / (n + lean), spread: within, count };
  };
  return { latin: settle(latin, neutral.latin), wide: settle(wide, neutral.wide) };
}

function summaryOf(values: readonly number[]): { mean: number; spread: number } {
  if (values.length === 0) return { mean: 0, spread: 0 };
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let square = 0;
  for (const value of values) square += (value - mean) ** 2;
  return { mean, spread: Math.sqrt(square / values.length) };
}
