import { yearOf } from "../base/dates/day_range.ts";
import { mayFire } from "../provenance/predicates.ts";
import type { IntentRow } from "../store/state/intents.ts";
import { openTurnsNow } from "../store/state/live_turns.ts";
import { textTaintOf } from "../store/state/text_taint.ts";
import type { IntentDeps } from "./intent_deps.ts";
import { setsOf } from "./plan.ts";

/**
 * Gives the intents that were booked within a turn their class, once that is over (SPEC 4.3): what came in from outside may
 * have come before the hook that told of it.
 */
export function settleIntents(deps: IntentDeps): void {
  const { state } = deps;
  if (state.isReadonly) return;
  const pending = state.intents.awake(deps.clock.now().ms).hasPending ? state.intents.pending() : [];
  if (pending.length === 0) return;
  const open = new Set(openTurnsNow(deps).map(({ id }) => id));
  for (const row of pending) {
    if (row.turns.some((id) => open.has(id))) continue;
    const taint = row.origin === "owner" ? null : taintOf(deps, row);
    const origin = taint === null ? row.origin : "untrusted";
    const verdict = mayFire({ origin, isTainted: taint !== null });
    state.intents.settle(row.id, origin, verdict.passes ? null : taint ?? verdict.reason);
  }
}

function taintOf({ state, clock }: IntentDeps, row: IntentRow): string | null {
  const text = [row.text, ...setsOf(row).map((set) => set.text)].join("\n");
  for (const id of row.turns) {
    const turn = state.turns.find(id);
    // Nobody can say any more what came in.
    if (turn === null) return "its turn is not known any more";
    if (turn.taint !== null) return `its turn is tainted by ${turn.taint.reason}`;
    if (turn.hasLostText) return "not all that the tools of its session gave is known any more";
    const repeated = textTaintOf(state, turn.sessionId, { text, year: yearOf(clock.now().day) });
    if (repeated !== null) return repeated;
  }
  return state.taints.copyOf(text) === null ? null : "it repeats untrusted text";
}
