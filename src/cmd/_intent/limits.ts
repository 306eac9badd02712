import { addDays, type Clock } from "../../base/clock.ts";
import { wallMoment } from "../../base/dates/wall_moment.ts";
import { MemoryError } from "../../base/errors.ts";
import { foldWords } from "../../intents/when/fold_words.ts";
import { readSpan } from "../../intents/when/read_span.ts";
import { readUntilFlag } from "../_until.ts";

/** Flags that limit an intent. */
export interface LimitFlags {
  /** `--expires`. */
  readonly expires: string | undefined;
  /** `--max-fires`. */
  readonly maxFires: number | undefined;
  /** `--cooldown`. */
  readonly cooldown: string | undefined;
}

/** The limits as they were read. */
export interface Limits {
  /** In milliseconds since the epoch; `null`: as the settings say. */
  readonly expiresMs: number | null;
  /** `null`: as the settings say. */
  readonly maxFires: number | null;
  /** In milliseconds; `null`: as the settings say. */
  readonly cooldownMs: number | null;
  /** How words were read, in sentences. */
  readonly notices: readonly string[];
}

/** Returns the limits: an intent fires on the last day of `--expires` still. @throws {MemoryError} usage */
export async function readLimits({ expires, maxFires, cooldown }: LimitFlags, clock: Clock): Promise<Limits> {
  const { day, notices } = await readUntilFlag(expires, clock, "expires");
  return {
    expiresMs: day === undefined ? null : wallMoment(Date.parse(`${addDays(day, 1)}T00:00:00Z`), clock),
    maxFires: maxFires ?? null,
    cooldownMs: cooldown === undefined ? null : readCooldown(cooldown),
    notices,
  };
}

const DAY_MS = 86_400_000;
/** Days of units that the calendar counts; a cooldown need not know how long a month is. */
const DAYS = { day: 1, week: 7, month: 30, quarter: 90, half: 182, year: 365 } as const;

function readCooldown(text: string): number {
  const span = text.trim() === "0" ? { ms: 0, units: [] } : readSpan(foldWords(text));
  if (span === null) {
    throw new MemoryError(`Cannot read the time "${text}" of --cooldown: it should be a length of time`, {
      kind: "usage",
      hint: 'write it as in: --cooldown 24h, --cooldown "30 minutes", --cooldown 2天, --cooldown 0',
    });
  }
  return span.units.reduce((sum, [unit, count]) => sum + count * DAYS[unit] * DAY_MS, span.ms);
}
