import type { Clock } from "../clock.ts";
import { chinesePeriod } from "./chinese_period.ts";
import { englishPeriod } from "./english_period.ts";
import type { PeriodReading } from "./past_period.ts";

/** A pasted text is no date, and need not be looked at for long. */
const MAX_CHARS = 60;

/** Returns what words say of days, in English or Chinese, seen from the clock's present day. */
export function periodInWords(text: string, clock: Clock): PeriodReading {
  const wanted = text.normalize("NFKC");
  if (wanted.length > MAX_CHARS) return { kind: "unreadable" };
  return /\p{Script=Han}/u.test(wanted) ? chinesePeriod(wanted, clock) : englishPeriod(wanted, clock);
}
