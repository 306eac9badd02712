/**
 * Names of weekdays, English and Chinese.
 *
 * @module
 */

const ENGLISH = [
  /^mon(?:day)?s?$/,
  /^tue(?:s(?:day)?)?s?$/,
  /^wed(?:nesday)?s?$/,
  /^thu(?:r?s?(?:day)?)?s?$/,
  /^fri(?:day)?s?$/,
  /^sat(?:urday)?s?$/,
  /^sun(?:day)?s?$/,
];
const HAN = "一二三四五六日";

/** Returns the weekday that a folded word names, 1 (Monday) to 7 (Sunday), or `null`. */
export function weekdayNamed(word: string): number | null {
  const [, han] = /^(?:周|星期|礼拜)?([一二三四五六日天])$/.exec(word) ?? [];
  if (han !== undefined) return HAN.indexOf(han === "天" ? "日" : han) + 1;
  const at = ENGLISH.findIndex((form) => form.test(word));
  return at === -1 ? null : at + 1;
}

/** English names, Monday first. */
export const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
