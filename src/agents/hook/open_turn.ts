/**
 * How a turn is opened and closed by hooks (SPEC 4.3, 4.4).
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { sync } from "../../pipeline/sync.ts";
import { lookAtInstructions } from "../../pipeline/turns/settle_turns.ts";
import { takeBaseline } from "../../pipeline/turns/take_baseline.ts";
import type { TurnEnd, TurnPrompt, TurnRow } from "../../store/state/turns.ts";

/** What a prompt or a start may spend on files that changed since (SPEC 5). */
export const FELT_SYNC_MS = 20;

/** What a prompt may spend on files that could not be indexed in time, which is rare: some thousand files. */
const BASELINE_MS = 150;

/** The same prompt within this time is the same event, told by two settings files. In milliseconds. */
const SAME_EVENT_MS = 10_000;

/** Which turn to open. */
export interface TurnOpening {
  /** Enters the session and returns its id. */
  readonly enter: () => number;
  /** The prompt; `null`: whatever turn is open will do. */
  readonly prompt: TurnPrompt | null;
  /** Written together with the turn. @default nothing */
  readonly alongside?: (sessionId: number) => void;
}

/**
 * Opens a turn, after looking at all files: what turns up later is the turn's. Returns the open turn; one that the same
 * prompt has just opened stays as it is. Writes twice, since each write waits for the disk.
 */
export function openTurn(app: App, { enter, prompt, alongside }: TurnOpening): TurnRow {
  const { state } = app;
  const promptHash = prompt?.promptHash ?? null;
  const { sessionId, same } = state.transaction(() => {
    const entered = enter();
    return { sessionId: entered, same: sameOrClosed(app, entered, promptHash) };
  });
  if (same !== null) return same;
  const isIndexed = !sync(app, { budgetMs: FELT_SYNC_MS }).isBehind;
  if (isIndexed) lookAtInstructions(app);
  const isWhole = isIndexed || takeBaseline(app, BASELINE_MS);
  return state.transaction(() => {
    const other = sameOrClosed(app, sessionId, promptHash);
    if (other !== null) return other;
    const turn = state.turns.open(sessionId, prompt, app.clock.now().iso);
    if (isWhole) state.turns.setBaseline(turn.id);
    alongside?.(sessionId);
    return turn;
  });
}

/** Closes the open turn of a session, if it has one, and gives its lines their class. */
export function closeTurn(app: App, sessionId: number, { end, budgetMs }: { end: TurnEnd; budgetMs: number }): boolean {
  const turn = app.state.turns.latestOf(sessionId);
  const isOpen = turn !== null && turn.closedAt === null;
  if (isOpen) app.state.turns.close(turn.id, end, app.clock.now().iso);
  sync(app, { budgetMs });
  return isOpen;
}

/** Returns the open turn that the same prompt opened; any other one is closed. */
function sameOrClosed({ state, clock }: App, sessionId: number, promptHash: string | null): TurnRow | null {
  const latest = state.turns.latestOf(sessionId);
  if (latest === null || latest.closedAt !== null) return null;
  const now = clock.now();
  const isSame = promptHash === null || latest.promptHash === promptHash;
  if (isSame && (promptHash === null || now.ms - Date.parse(latest.openedAt) <= SAME_EVENT_MS)) return latest;
  state.turns.close(latest.id, "prompt", now.iso);
  return null;
}
