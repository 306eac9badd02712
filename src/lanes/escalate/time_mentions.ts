/**
 * Words of time in a question, in five languages, put into words that the reader of days knows
 * (`src/base/dates/read_period.ts`): 先週, 지난주 and "la semana pasada" are "last week".
 *
 * @module
 */

import { chineseTimes } from "./time/chinese_times.ts";
import { englishTimes } from "./time/english_times.ts";
import { japaneseTimes } from "./time/japanese_times.ts";
import { koreanTimes } from "./time/korean_times.ts";
import { spanishTimes } from "./time/spanish_times.ts";
import { same, type TimeForm, type TimeMention } from "./time/time_form.ts";

/** Mentions of one question that are read; a question has one or two. */
const MOST_MENTIONS = 4;
/** What is longer is a pasted text, and its dates are not what is asked for. In UTF-16 units. */
const MOST_UNITS = 2_000;

/** Returns the words of time of a question in their order. */
export function timeMentions(question: string): TimeMention[] {
  const text = question.slice(0, MOST_UNITS);
  const found: (TimeMention & { readonly at: number })[] = [];
  for (const { pattern, read } of formsFor(text)) {
    for (const match of text.matchAll(pattern)) {
      const isTaken = found.some(({ at, text: other }) =>
        match.index < at + other.length && at < match.index + match[0].length
      );
      if (!isTaken) found.push({ text: match[0], blur: null, at: match.index, ...read(match) });
    }
  }
  return found.sort((a, b) => a.at - b.at).slice(0, MOST_MENTIONS)
    .map(({ text: said, wanted, blur }) => ({ text: said, wanted, blur }));
}

/** Scripts tell the languages apart, but for Spanish and English, which share one. */
function formsFor(text: string): readonly TimeForm[] {
  if (/[\u3041-\u30ff]/.test(text)) return [...FIGURES, ...japaneseTimes()];
  if (/[\uac00-\ud7a3]/.test(text)) return [...FIGURES, ...koreanTimes()];
  if (/[\u4e00-\u9fff]/.test(text)) return [...FIGURES, ...chineseTimes(), ...englishTimes()];
  return [...FIGURES, ...englishTimes(), ...spanishTimes()];
}

const FIGURES: readonly TimeForm[] = [
  { pattern: /\b\d{4}-\d{2}(?:-\d{2})?\b/g, read: same },
  { pattern: /\b\d{4}\/\d{1,2}\/\d{1,2}\b/g, read: same },
];
