/**
 * Takes out of the reports of sweeps what tells of something forgotten (SPEC 7.6).
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import type { ForgottenMatcher } from "./forgets.ts";

/** Cuts the reports, and returns how many held something. Part of a running transaction. */
export function eraseReports(connection: Connection, matcher: ForgottenMatcher, keys: ReadonlySet<string>): number {
  let count = 0;
  for (const { id, report } of connection.prepare<{ id: number; report: string }>(REPORTS).all()) {
    const rest = JSON.stringify(without(JSON.parse(report) as unknown, matcher, keys));
    if (rest === report) continue;
    connection.prepare("UPDATE sweeps SET report = ? WHERE id = ?").run(rest, id);
    count++;
  }
  return count;
}

const REPORTS = "SELECT id, report FROM sweeps WHERE report IS NOT NULL";

/** Returns a value without the items of lists that tell of it; what tells of it elsewhere becomes `null`. */
function without(value: unknown, matcher: ForgottenMatcher, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.filter((item) => !tells(item, matcher, keys)).map((item) => without(item, matcher, keys));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, without(it, matcher, keys)]));
  }
  return typeof value === "string" && matcher.says(value) ? null : value;
}

function tells(value: unknown, matcher: ForgottenMatcher, keys: ReadonlySet<string>): boolean {
  if (typeof value === "string") return matcher.says(value) || keys.has(value);
  if (Array.isArray(value)) return false;
  if (typeof value !== "object" || value === null) return false;
  // A theme is one word, or two; where only the forgotten text had it, it is the forgotten text's.
  if ("tag" in value && typeof value.tag === "string" && matcher.borrows(value.tag)) return true;
  return Object.values(value).some((it) => typeof it === "string" && (matcher.says(it) || keys.has(it)));
}
