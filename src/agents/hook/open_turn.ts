/**
 * How a turn is opened and closed by hooks (SPEC 4.3, 4.4).
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { sync } from "../../pipeline/sync.ts";
import { lookAtInstructions } from "../../pipeline/turns/settle_turns.ts";
import { takeBaseline } from "../../pipeline/turns/take_baseline.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
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
  /** The prompt. */
  readonly prompt: TurnPrompt;
  /** Written together with the turn. @default nothing */
  readonly alongside?: (sessionId: number) => void;
  /** Told if files are left that the index does not hold yet. @default nobody */
  readonly onBehind?: () => void;
  /** Why the turn is tainted from its beginning. @default it is not */
  readonly taint?: string;
}

/**
 * Opens a turn, after looking at all files: what turns up later is the turn's. Returns the open turn; one that the same
 * prompt has just opened stays as it is. Writes twice, and waits for the disk once: what the first write says is worth
 * nothing without the second, which takes it along.
 */
export function openTurn(app: App, { enter, prompt, alongside, onBehind, taint }: TurnOpening): TurnRow {
  const { state } = app;
  const { promptHash } = prompt;
  const { sessionId, same } = state.logging(() => {
    const entered = enter();
    return { sessionId: entered, same: sameOrClosed(app, entered, promptHash) };
  });
  if (same !== null) return same;
  const isIndexed = !sync(app, { budgetMs: FELT_SYNC_MS }).isBehind;
  if (isIndexed) lookAtInstructions(app);
  else onBehind?.();
  const isWhole = isIndexed || takeBaseline(app, BASELINE_MS);
  return state.transaction(() => {
    const other = sameOrClosed(app, sessionId, promptHash);
    if (other !== null) return other;
    const turn = state.turns.open(sessionId, prompt, app.clock.now().iso);
    if (isWhole) state.turns.setBaseline(turn.id);
    if (taint !== undefined) state.turns.taint(turn.id, { reason: taint, since: app.clock.now().iso });
    alongside?.(sessionId);
    return turn;
  });
}

/**
 * Returns the open turn of a session of which a tool told, or one that begins where the last one ended: nobody told of its
 * prompt, and what turned up since then may be its work already. So no file is looked at first.
 */
export function turnOfTool({ state, clock }: App, session: SessionRow, isFirst: boolean): TurnRow {
  return state.transaction(() => {
    const latest = state.turns.latestOf(session.id);
    if (latest !== null && latest.closedAt === null) return latest;
    const now = clock.now();
    const since = latest?.closedAt ?? (isFirst ? clock.at(now.ms - UNTOLD_MS).iso : session.startedAt);
    const turn = state.turns.open(session.id, null, since);
    state.turns.touch(turn.id, now.iso);
    return turn;
  });
}

/** Of a session of which nobody told before, a turn may have gone on for as long as one does without a hook (SPEC 4.4). */
const UNTOLD_MS = 2 * 60 * 60 * 1_000;

/** Closes the open turn of a session, if it has one, and gives its lines their class. */
export function closeTurn(app: App, sessionId: number, { end, budgetMs }: { end: TurnEnd; budgetMs: number }): boolean {
  const turn = app.state.turns.latestOf(sessionId);
  const isOpen = turn !== null && turn.closedAt === null;
  if (isOpen) app.state.turns.close(turn.id, end, app.clock.now().iso);
  sync(app, { budgetMs });
  return isOpen;
}

/** Returns the open turn that the same prompt opened; any other one is closed. */
function sameOrClosed({ state, clock }: App, sessionId: number, promptHash: string): TurnRow | null {
  const latest = state.turns.latestOf(sessionId);
  if (latest === null || latest.closedAt !== null) return null;
  const now = clock.now();
  if (latest.promptHash === promptHash && now.ms - Date.parse(latest.openedAt) <= SAME_EVENT_MS) return latest;
  state.turns.close(latest.id, "prompt", now.iso);
  return null;
}
