/**
 * Starts the sweep that is missing, as on a machine that slept at three, and does not wait for it (SPEC 8.11).
 *
 * @module
 */
import { programWords } from "../../app/program_words.ts";
import { NIGHT_LOCK } from "../../app/quiet_moment.ts";
import { timerFacts } from "../../app/schedule/timer_orders.ts";
import { INSIDE_VARIABLE } from "../../base/inside_mark.ts";
import { isLocked } from "../../store/is_locked.ts";
import type { HookDeps } from "./hook_deps.ts";

/**
 * Starts it unless somebody sees to it already, and returns whether it did. The process waits for open turns, asks again
 * whether this day had its sweep, and outlives this one; hooks of what it starts do nothing.
 */
export function startOverdue({ app, environment }: HookDeps): boolean {
  const { layout, state } = app;
  if (state.isReadonly || timerFacts(app).overdueSince === null) return false;
  if (SEEN_TO.some((name) => isLocked(layout.locksDir, name))) return false;
  Bun.spawn([...programWords(), "dream", "--scheduled", "--wait", "--quiet", "--workspace", layout.root], {
    cwd: layout.root,
    env: { ...environment, [INSIDE_VARIABLE]: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  }).unref();
  return true;
}

/** Held by who waits for a quiet moment, by a sweep at work, and by a daemon, which looks by itself. */
const SEEN_TO = [NIGHT_LOCK, "sweep", "daemon"] as const;
