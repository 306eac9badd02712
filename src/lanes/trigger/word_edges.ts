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
    if (standsAlone(text, start, end)) return false;
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

/** Returns whether a stretch of Chinese or Japanese stands between ASCII characters or at the ends of a text: no word goes on there. */
function standsAlone(text: string, start: number, end: number): boolean {
  return isEdge(text.charCodeAt(start - 1)) && isEdge(text.charCodeAt(end));
}

/** Also beyond the text, where there is no unit. */
function isEdge(unit: number): boolean {
  return Number.isNaN(unit) || unit < FIRST_BEYOND_ASCII;
}

const FIRST_BEYOND_ASCII = 0x80;
