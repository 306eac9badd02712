/**
 * What a search is limited to. Filters act before the cut, so a filtered search finds the one match among thousands of
 * others (SPEC 6).
 *
 * @module
 */
import { isLocalDay, type LocalDay } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { ORIGIN_CLASSES, type OriginClass } from "../../provenance/origin.ts";
import { type Tier, TIERS } from "../../provenance/tier.ts";
import { CHUNK_SOURCES, chunkSource } from "../../store/index/chunk_ids.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";

/** The filters as given; a left out or empty one does not limit. */
export interface FilterRequest {
  /** First local day, `YYYY-MM-DD`; that day is inside. */
  readonly since?: string | undefined;
  /** Last local day, `YYYY-MM-DD`; that day is inside. */
  readonly until?: string | undefined;
  /** Start of the path, relative to the workspace. */
  readonly path?: string | undefined;
  /** Any of these tiers. */
  readonly tiers?: readonly string[] | undefined;
  /** Any of these classes. */
  readonly origins?: readonly string[] | undefined;
  /** A project key. */
  readonly project?: string | undefined;
  /** `notes`, `sessions` (transcripts) or `all`. @default notes */
  readonly source?: string | undefined;
}

/**
 * Returns the filters in the index's terms.
 *
 * @throws {MemoryError} usage, when a day, a tier or a class is none, or the days are in the wrong order
 */
export function readFilters(request: FilterRequest): KeywordFilters {
  const since = readDay(request.since, "since");
  const until = readDay(request.until, "until");
  if (since !== undefined && until !== undefined && since > until) {
    throw new MemoryError(`Cannot search from "${since}" to "${until}": the first day is after the last`, {
      kind: "usage",
      hint: "swap --since and --until",
    });
  }
  const tiers = (request.tiers ?? []).map((tier) => readOne(tier, Object.keys(TIERS) as Tier[], "tier"));
  const origins = (request.origins ?? []).map((origin) => readOne(origin, ORIGIN_CLASSES, "origin"));
  const pathPrefix = request.path?.replace(/^(?:\.\/)+/, "");
  return {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(origins.length === 0 ? {} : { origins }),
    ...(pathPrefix === undefined || pathPrefix === "" ? {} : { pathPrefix }),
    ...(request.project === undefined || request.project === "" ? {} : { project: request.project }),
    ...(request.source === undefined ? {} : { source: readOne(request.source, CHUNK_SOURCES, "source") }),
  };
}

/** Returns whether a chunk is inside the filters; `classes` are those of its lines, one of which has to be wanted. */
export function passesFilters(chunk: ChunkRow, classes: readonly OriginClass[], filters: KeywordFilters): boolean {
  const { tiers, origins, pathPrefix, since, until, project } = filters;
  const { source = "notes" } = filters;
  if (source !== "all" && source !== chunkSource(chunk.path)) return false;
  if (tiers !== undefined && !tiers.includes(chunk.tier)) return false;
  if (origins !== undefined && !origins.some((origin) => classes.includes(origin))) return false;
  if (pathPrefix !== undefined && !chunk.path.startsWith(pathPrefix)) return false;
  if (since !== undefined && (chunk.day === null || chunk.day < since)) return false;
  if (until !== undefined && (chunk.day === null || chunk.day > until)) return false;
  return project === undefined || (Array.isArray(chunk.projects) && chunk.projects.includes(project));
}

function readDay(text: string | undefined, flag: "since" | "until"): LocalDay | undefined {
  if (text === undefined) return undefined;
  const day = text.trim();
  if (isLocalDay(day)) return day;
  throw new MemoryError(`Cannot read the day "${text}" of --${flag}: it should be a real day, YYYY-MM-DD`, {
    kind: "usage",
    hint: `write it as in: --${flag} 2026-08-19`,
  });
}

function readOne<T extends string>(text: string, allowed: readonly T[], what: "tier" | "origin" | "source"): T {
  const found = allowed.find((value) => value === text.trim());
  if (found !== undefined) return found;
  throw new MemoryError(`Cannot filter by ${what} "${text}": it should be one of ${allowed.join(", ")}`, {
    kind: "usage",
    hint: `write it as in: --${what} ${allowed[0] ?? ""}`,
  });
}
