/**
 * The page of a look back in `DREAMS.md` (SPEC 8.10): for people, never an input of a later night.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { plural, shown, shownPlace } from "../deep/page_text.ts";
import type { LookBack, Month, Repeated, Told } from "./look_back.ts";
import type { Past } from "./past_claims.ts";

/** What the page tells. */
export interface BackfillPage {
  /** The path that was looked back at. */
  readonly path: string;
  /** The local day of the page. */
  readonly today: LocalDay;
  /** What was read. */
  readonly past: Past;
  /** What was found. */
  readonly found: LookBack;
}

/** Returns the mark by which the page of a path is known again. */
export function backfillMark(path: string): string {
  return `<!-- backfill: ${shown(path)} -->`;
}

/** Begins every such mark. */
export const BACKFILL_MARK = "<!-- backfill: ";

/** Stands at the end of the page: what a person writes below it is not part of it. */
export const BACKFILL_END = "<!-- end of backfill -->";

/** Returns the page, with a final line end. */
export function formatBackfill({ path, today, past, found }: BackfillPage): string {
  const sections = [
    [`## ${today}`, "", backfillMark(path), "", summary(path, past)],
    section("What may last", found.lasting.flatMap(lastingLines)),
    section("What changed", found.changed.flatMap(changedLines)),
    section("What was said again", found.repeated.flatMap(repeatedLines)),
    section("Month by month", found.months.map(monthLine)),
    [BACKFILL_END],
  ];
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function summary(path: string, { files, claims, refused }: Past): string {
  const days = claims.flatMap(({ day }) => day ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  const span = first === undefined || last === undefined
    ? ""
    : first === last
    ? ` of ${first}`
    : `, ${first} to ${last}`;
  const left = refused === 0
    ? ""
    : ` ${plural(refused, "line", "lines")} left out: from outside, expired, or not to be kept.`;
  return `Looking back at ${shown(path)}: ${plural(claims.length, "statement", "statements")} in ` +
    `${plural(files.length, "file", "files")}${span}. For reading only; no night goes by this page.${left}`;
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`### ${title}`, "", ...items];
}

function lastingLines(told: Repeated): string[] {
  const often = told.days > 1 ? ` Said on ${told.days} days.` : "";
  return [`- ${shown(told.text)}`, `  ${from(told)}.${often}`];
}

function repeatedLines({ text, days, places }: Repeated): string[] {
  return [
    `- ${shown(text)}`,
    `  On ${days} days: ${places.map(shownPlace).join(", ")}${places.length < days ? ", …" : ""}`,
  ];
}

function changedLines(versions: readonly Told[]): string[] {
  const last = versions.at(-1);
  if (last === undefined) return [];
  const before = versions.slice(0, -1).map((told) =>
    `  Before, ${told.day}: ${shown(told.text)} (${shownPlace(told.source)})`
  );
  return [`- ${shown(last.text)}`, `  ${from(last)}.`, ...before.reverse()];
}

function monthLine({ month, claims, themes }: Month): string {
  const named = themes.map(({ tag, entries, evidence }) =>
    `${shown(tag)} (${entries}: ${shownPlace(evidence[0] ?? "")})`
  );
  const about = named.length === 0 ? "" : `; much about ${named.join(", ")}`;
  return `- ${month}: ${plural(claims, "statement", "statements")}${about}`;
}

function from({ source, day, isOwners }: Told): string {
  const who = isOwners ? "in your own words" : "written by the agent";
  return `From ${shownPlace(source)}${day === null || source.includes(day) ? "" : `, ${day}`}, ${who}`;
}
