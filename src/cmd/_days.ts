import type { Clock, LocalDay } from "../base/clock.ts";
import { readPeriod } from "../base/dates/read_period.ts";
import { MemoryError } from "../base/errors.ts";

/** Days as a person wrote them: figures, or words in English or Chinese. */
export interface WrittenDays {
  /** First day; of a period its first. */
  readonly since: string | undefined;
  /** Last day; of a period its last. */
  readonly until: string | undefined;
}

/** The days that were meant. */
export interface ReadDays {
  /** Inclusive. */
  readonly since: LocalDay | undefined;
  /** Inclusive. */
  readonly until: LocalDay | undefined;
  /** How words were read, as sentences; empty for figures. */
  readonly notices: readonly string[];
}

/**
 * Returns the days that `--since` and `--until` mean.
 *
 * @throws {MemoryError} usage, if one cannot be read or means several things
 */
export async function readDays({ since, until }: WrittenDays, clock: Clock): Promise<ReadDays> {
  const first = await readDay(since, "since", clock);
  const last = await readDay(until, "until", clock);
  return { since: first?.day, until: last?.day, notices: [first?.notice, last?.notice].filter((it) => it !== undefined) };
}

interface ReadDay {
  readonly day: LocalDay;
  readonly notice: string | undefined;
}

async function readDay(text: string | undefined, flag: keyof WrittenDays, clock: Clock): Promise<ReadDay | undefined> {
  if (text === undefined) return undefined;
  const edge = flag === "since" ? "from" : "to";
  const read = await readPeriod(text, clock);
  if (read.kind === "range") {
    const day = read.range[edge];
    return { day, notice: read.isPlain ? undefined : `--${flag} "${text.trim()}" was read as ${day}.` };
  }
  if (read.kind === "ambiguous") {
    const days = read.options.map((option) => option[edge]);
    throw new MemoryError(`Cannot tell which day "${text}" of --${flag} means: ${days.join(" or ")}`, {
      kind: "usage",
      hint: `write the day itself, as in: --${flag} ${days[0]}`,
    });
  }
  throw new MemoryError(`Cannot read the day "${text}" of --${flag}: it should be a day or a period, in figures or words`, {
    kind: "usage",
    hint: `write it as in: --${flag} 2026-08-19, "3 days ago", "last week", August, 三天前, 上周, 8月19日`,
  });
}
