/**
 * Whether a claim may take the place of an entry (SPEC 8.6): only what was observed later, is trusted as much, and belongs
 * to the same projects.
 *
 * @module
 */
import { addDays, type LocalDay, parseIso } from "../../base/clock.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import type { Candidate, Stated } from "../candidate.ts";

/** An entry under the key of a claim. */
export interface PriorEntry {
  /** The entry. */
  readonly entry: StandingEntry;
  /** The common key. */
  readonly key: string;
  /** When the claims that made the entry were last stated. */
  readonly restated?: Stated | undefined;
}

/**
 * Returns why a claim may not take the place of an entry, as a short clause; `null` if it may.
 *
 * @param today of the night
 */
export function refusalToSupersede(candidate: Candidate, prior: PriorEntry, today: LocalDay): string | null {
  return obstacle(candidate, prior) ?? datesRefusal(candidate, prior, today);
}

/** Returns why a later claim does not take the place of an entry all the same, as a short clause; `null` if it is not later. */
export function heldUpBy(candidate: Candidate, prior: PriorEntry, today: LocalDay): string | null {
  return datesRefusal(candidate, prior, today) === null ? obstacle(candidate, prior) : null;
}

function obstacle(candidate: Candidate, { entry: { entry, origin }, key }: PriorEntry): string | null {
  const class_ = candidate.provenance.origin;
  if (entry.kind !== "item") return `the entry with the key "${key}" is prose`;
  // A claim is one value: what else stands below an entry would leave with it.
  if (entry.text.includes("\n")) return `the entry with the key "${key}" has further lines below it`;
  if (class_ === null || !isAtLeastAsTrusted(class_, origin.origin)) {
    return `the entry with the key "${key}" is ${origin.origin}, more trusted than ${class_}`;
  }
  return sameProjects(candidate.wishes.projects, entry.annotations.projects)
    ? null
    : `the entry with the key "${key}" belongs to other projects`;
}

function datesRefusal(
  candidate: Candidate,
  { entry: { entry, origin }, key, restated }: PriorEntry,
  today: LocalDay,
): string | null {
  const written = datedBy({ day: entry.annotations.observed, ms: msOf(origin.observedAt) }, today);
  const last = restated !== undefined && laterThan(restated, written) ? restated : written;
  return laterThan(candidate.stated, last)
    ? null
    : `the entry with the key "${key}" is as new: ${last.day ?? "no date"}`;
}

/** Returns whether `a` is known to be later. What has no date yields: any dated statement is later than "some time". */
export function laterThan(a: Stated, b: Stated): boolean {
  if (a.day === null) return false;
  if (b.day === null || a.day > b.day) return true;
  return a.day === b.day && a.ms !== null && b.ms !== null && a.ms > b.ms;
}

/**
 * Returns a statement as it counts: one of a day that is yet to come was dated by a wrong clock, or by somebody who wants the
 * last word for good, so that it has no date. Tomorrow may be today elsewhere.
 */
export function datedBy(stated: Stated, today: LocalDay): Stated {
  return stated.day !== null && stated.day > addDays(today, 1) ? { day: null, ms: null } : stated;
}

function msOf(iso: string | null): number | null {
  return iso === null ? null : parseIso(iso) ?? null;
}
