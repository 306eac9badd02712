import { keyOfRemote } from "../app/read_project_key.ts";
import type { Clock, LocalDay } from "../base/clock.ts";
import { readPeriod } from "../base/dates/read_period.ts";
import { MemoryError } from "../base/errors.ts";
import type { FilterRequest } from "../lanes/search/filters.ts";
import type { FlagValues } from "./_declare.ts";
import type { FILTER_FLAGS } from "./_filter_flags.ts";

/** The filters of a command line. */
export interface ReadFilters {
  /** For the search. */
  readonly request: FilterRequest;
  /** The same for scripts: days as they were read, `null` where nothing was given. */
  readonly shown: object;
  /** How days in words were read, as sentences. */
  readonly notices: readonly string[];
}

/**
 * Returns what the flags limit a search to. Days may be words in English or Chinese, seen from the clock's present day; of
 * a period `--since` means the first day, `--until` the last.
 *
 * @throws {MemoryError} usage, if a day cannot be read or means several things
 */
export async function readFilterFlags(flags: FlagValues<typeof FILTER_FLAGS>, clock: Clock): Promise<ReadFilters> {
  const first = await readDay(flags.since, "since", clock);
  const last = await readDay(flags.until, "until", clock);
  const { path, tier: tiers, origin: origins, source } = flags;
  const project = flags.project === undefined ? undefined : keyOfRemote(flags.project);
  const request = { since: first?.day, until: last?.day, path, tiers, origins, project, source };
  const { since = null, until = null } = request;
  return {
    request,
    shown: { since, until, path: path ?? null, tiers, origins, project: project ?? null, source: source ?? "notes" },
    notices: [first?.notice, last?.notice].filter((notice) => notice !== undefined),
  };
}

/** A day of a flag. */
export interface ReadDay {
  /** As it was read. */
  readonly day: LocalDay;
  /** How words were read, as a sentence. */
  readonly notice: string | undefined;
}

/** Returns the day that a flag means, or `undefined` where nothing was given. @throws {MemoryError} usage */
export async function readDay(
  text: string | undefined,
  flag: "since" | "until",
  clock: Clock,
): Promise<ReadDay | undefined> {
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
  throw new MemoryError(
    `Cannot read the day "${text}" of --${flag}: it should be a day or a period, in figures or words`,
    {
      kind: "usage",
      hint: `write it as in: --${flag} 2026-08-19, "3 days ago", "last week", August, 三天前, 上周, 8月19日`,
    },
  );
}
