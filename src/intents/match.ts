/**
 * Which intents a message brings up, and which are due (SPEC 9.5): looked for without a model, and without a write.
 *
 * @module
 */
import type { IntentRow } from "../store/state/intents.ts";
import type { IntentDeps } from "./intent_deps.ts";
import { matchingSet, messageTerms } from "./keywords.ts";
import { repeatOf, setsOf } from "./plan.ts";
import { missedSince } from "./repeat.ts";

/** An intent that is due or was matched; whether it may fire is another question. */
export interface Brought {
  /** The intent. */
  readonly row: IntentRow;
  /** The keyword set that the message has, or `null`: it is due. */
  readonly set: string | null;
  /** When it was due, the newest time; `null` of an event. */
  readonly dueMs: number | null;
  /** How often it had been due before and nobody was told. */
  readonly missed: number;
  /** It is delivered later than it should. */
  readonly isLate: boolean;
}

const MINUTE_MS = 60_000;

/** Returns what is due, then what the message matches, the oldest first; with nothing to do that is one look at an index. */
export function broughtUp(deps: IntentDeps, message: string | null): Brought[] {
  const { state: { intents }, clock } = deps;
  const now = clock.now();
  const { hasDue, hasEvents } = intents.awake(now.ms);
  const due = hasDue ? intents.due("time", now.ms).map((row) => dueOf(deps, row)) : [];
  if (!hasEvents || message === null) return due;
  const terms = messageTerms(message);
  const matched = intents.withTerms([...terms], now.ms).flatMap((row): Brought[] => {
    const set = matchingSet(setsOf(row), terms);
    return set === null ? [] : [{ row, set: set.text, dueMs: null, missed: 0, isLate: false }];
  });
  return [...due, ...matched];
}

/** Returns how a time wish that is due stands: after a long sleep only the newest time counts. */
export function dueOf({ clock, config }: IntentDeps, row: IntentRow): Brought {
  const repeat = repeatOf(row);
  const { latestMs, earlier } = repeat === null
    ? { latestMs: row.wakeMs, earlier: 0 }
    : missedSince(repeat, clock, row.wakeMs);
  const isLate = clock.now().ms - latestMs > config.lateMinutes * MINUTE_MS;
  return { row, set: null, dueMs: latestMs, missed: earlier, isLate };
}
