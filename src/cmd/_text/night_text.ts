import type { Now } from "../../base/clock.ts";
import type { SweepReport } from "../../dream/report.ts";
import { count } from "./count.ts";

/** Returns the line of one night, with its local time. */
export function nightText({ status, promoted, why }: SweepReport, { iso }: Pick<Now, "iso">): string {
  const verb = status === "dry-run" ? "would keep" : "kept";
  const what = status === "skipped" ? "no sweep" : `sweep ${status}, ${verb} ${count(promoted.length, "claim")}`;
  return `${iso.slice(TIME_START, TIME_END)}  ${what} (${why})`;
}

/** Where the time of day stands in ISO 8601. */
const TIME_START = 11;
const TIME_END = 19;
