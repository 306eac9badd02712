/**
 * The slots that are worth a closer look. Pure.
 *
 * @module
 */

/**
 * Returns the places of the highest scores, in ascending order of place: at least `wanted` of those that may count, if
 * there are so many; more where the last ones are about equal.
 *
 * @param mayCount which places count; `null`: all
 */
export function shortlist(scores: Float32Array, wanted: number, mayCount: Uint8Array | null): number[] {
  const floor = floorOf(scores, wanted, mayCount);
  const places: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    if ((scores[at] ?? 0) >= floor && (mayCount === null || mayCount[at] === 1)) places.push(at);
  }
  return places;
}

/** Steps between the lowest and the highest score: fine enough that the last step holds few. */
const STEPS = 4_096;

/** Returns a score that at least `wanted` reach, found by counting how many lie in each of many equal steps. */
function floorOf(scores: Float32Array, wanted: number, mayCount: Uint8Array | null): number {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < scores.length; at++) {
    if (mayCount !== null && mayCount[at] !== 1) continue;
    const score = scores[at] ?? 0;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  if (!(high > low)) return -Infinity;
  const scale = (STEPS - 1) / (high - low);
  const counts = new Uint32Array(STEPS);
  for (let at = 0; at < scores.length; at++) {
    if (mayCount !== null && mayCount[at] !== 1) continue;
    const step = Math.floor(((scores[at] ?? 0) - low) * scale);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let step = STEPS - 1;
  for (let reached = counts[step] ?? 0; reached < wanted && step > 0;) reached += counts[--step] ?? 0;
  // A little lower, so that rounding leaves out none of the step.
  return low + (step - 1 / STEPS) / scale;
}
