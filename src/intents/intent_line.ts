import { visibleText } from "../base/text/display.ts";
import type { IntentDeps } from "./intent_deps.ts";
import type { Brought } from "./match.ts";

/**
 * Returns the line that is put before an agent: the wish without what a person does not see of it, since when, and of a
 * time wish when it was due and whether that is long past.
 */
export function intentLine({ clock }: IntentDeps, { row, dueMs, missed, isLate }: Brought): string {
  const wished = `wished on ${row.createdAt.slice(0, DAY_CHARS)}`;
  const due = dueMs === null ? [] : [`due ${clock.at(dueMs).iso.slice(0, MINUTE_CHARS).replace("T", " ")}`];
  const late = isLate ? ["late"] : [];
  const before = missed === 0
    ? []
    : [`missed ${missed === 1 ? "once" : missed === 2 ? "twice" : `${missed} times`} before`];
  return `- ${visibleText(row.text)} (${[wished, ...due, ...late, ...before].join(", ")})`;
}

/** `2026-08-19`. */
const DAY_CHARS = 10;
/** `2026-08-19T09:00`. */
const MINUTE_CHARS = 16;
