import type { Clock, LocalDay } from "../base/clock.ts";
import { readUntil } from "../base/dates/read_until.ts";
import { MemoryError } from "../base/errors.ts";

/** The flag for the last day on which something holds (SPEC 4.8). */
export const UNTIL_FLAG = {
  until: {
    type: "string",
    value: "DAY",
    description: "Last day on which it holds: 2026-12-31, Friday, end of the month, 月底",
  },
} as const;

/** The last day as it was read. */
export interface UntilRead {
  /** The day; `undefined` if none was given. */
  readonly day: LocalDay | undefined;
  /** How words were read, as a sentence; empty if there is nothing to explain. */
  readonly notices: readonly string[];
}

/**
 * Returns the day of `--until`, or of another flag, given in figures or words; of a period the last day, of what comes again the next.
 *
 * @throws {MemoryError} usage, if it cannot be read, means several days, or is over
 */
export async function readUntilFlag(
  text: string | undefined,
  clock: Clock,
  flag: "until" | "expires" = "until",
): Promise<UntilRead> {
  if (text === undefined) return { day: undefined, notices: [] };
  const read = await readUntil(text, clock);
  const shown = text.trim();
  switch (read.kind) {
    case "day":
      return { day: read.day, notices: read.isPlain ? [] : [`--${flag} "${shown}" was read as ${read.day}.`] };
    case "past":
      throw refused(`Invalid value "${shown}" of --${flag}: ${read.day} is over`, { clock, flag });
    case "ambiguous":
      throw new MemoryError(`Cannot tell which day "${shown}" of --${flag} means: ${read.days.join(" or ")}`, {
        kind: "usage",
        hint: `write the day itself, as in: --${flag} ${read.days[0]}`,
      });
    case "unreadable":
      throw refused(
        `Cannot read the day "${shown}" of --${flag}: it should be a day or a period that is still to come`,
        { clock, flag },
      );
  }
}

function refused(message: string, { clock, flag }: { readonly clock: Clock; readonly flag: string }): MemoryError {
  const { day } = clock.now();
  return new MemoryError(message, {
    kind: "usage",
    hint: `write it as in: --${flag} ${day}, --${flag} "end of the month"`,
  });
}
