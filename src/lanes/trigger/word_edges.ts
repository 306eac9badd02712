/**
 * Where words begin and end in Chinese and Japanese, which are written without blanks.
 *
 * @module
 */

/** Chars on each side of a place by which the words around it are told; the dictionary's words are shorter. */
const AROUND_UNITS = 12;

/**
 * Returns a test of whether a stretch of a text cuts a word: 发票 in 研发票数, which is 研发 and 票数. A stretch within a longer
 * word cuts none, nor does one that is no word of the dictionary: that knows no 回滚, and makes 回 and 滚到 of what holds it. The dictionary, which takes some milliseconds to load, is asked only then.
 */
export function wordCutter(text: string): (start: number, end: number) => boolean {
  let segmenter: Intl.Segmenter | undefined;
  return (start, end) => {
    segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
    if ([...segmenter.segment(text.slice(start, end))].length > 1) return false;
    const from = Math.max(0, start - AROUND_UNITS);
    const around = text.slice(from, end + AROUND_UNITS);
    return [...segmenter.segment(around)].some(({ segment, index }) => {
      const [first, last] = [from + index, from + index + segment.length];
      const isAcross = (edge: number) => first < edge && edge < last;
      return (isAcross(start) && last < end) || (isAcross(end) && first > start);
    });
  };
}
