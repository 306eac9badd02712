/**
 * The turn of a session goes with its agent into the user's other workspaces (SPEC 4.3, 4.5): what its tools write there by an
 * editor of their own waits for the end of the turn, and is untrusted if the turn is tainted.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { markMissedTool } from "../../app/missed_tools.ts";
import { openOtherStates, otherWorkspaces } from "../../app/other_states.ts";
import { outputText } from "../../base/text/output_text.ts";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { sync } from "../../pipeline/sync.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import type { TurnRow, TurnTaint } from "../../store/state/turns.ts";
import { layoutOf } from "../../workspace/layout.ts";
import { reachedWorkspaces } from "../../workspace/reached_workspaces.ts";
import type { RegistryEntry } from "../../workspace/registry.ts";
import { type HookDeps, sessionFacts } from "./hook_deps.ts";
import type { HookInput, HookTool } from "./hook_input.ts";
import { closeTurn } from "./open_turn.ts";

/** What the hook of a tool may spend on finding lines in another workspace. */
const TOOL_SYNC_MS = 300;

/** What closing the turn may spend there; the reply has its own work here. */
const CLOSE_SYNC_MS = 300;

/** Text of one input in which paths are looked for, in UTF-16 units. */
const MOST_INPUT = 200_000;

/** A tool call that was judged. */
export interface JudgedTool {
  /** The call. */
  readonly tool: HookTool;
  /** Its session, here. */
  readonly session: SessionRow;
  /** The turn, as it was before the call came back. */
  readonly turn: TurnRow;
}

/**
 * Opens the turn in every other workspace that the call reaches, and has it tainted wherever it is open if it is tainted
 * here. Whatever goes wrong there is no reason to disturb anybody here.
 */
export async function carryTool(deps: HookDeps, input: HookInput, { tool, session, turn }: JudgedTool): Promise<void> {
  const { app, homeDir, cwd } = deps;
  const others = otherWorkspaces(app.located);
  if (others.length === 0) return;
  const taint = app.state.turns.find(turn.id)?.taint ?? null;
  const isNews = turn.taint === null && taint !== null;
  const places = { folder: input.folder ?? session.projectDir ?? cwd, homeDir };
  const roots = [app.layout.root, ...others.map(({ workspace }) => workspace)];
  const reached = reachedWorkspaces(outputText(tool.input, MOST_INPUT).text, places, roots);
  for (const entry of others) {
    const isReached = reached.includes(entry.workspace);
    if (isReached || isNews) {
      await inOther(deps, entry, (other) => carry(deps, input, { other, turn, taint, isReached }));
    }
  }
}

interface Carried {
  readonly other: App;
  readonly turn: TurnRow;
  readonly taint: TurnTaint | null;
  readonly isReached: boolean;
}

function carry(deps: HookDeps, input: HookInput, { other, turn, taint, isReached }: Carried): void {
  const { state, clock } = other;
  if (state.isReadonly) return;
  const at = clock.now().iso;
  const known = state.sessions.find(input.client, input.session);
  if (known === null && !isReached) return;
  const isTainted = state.transaction(() => {
    const session = known ?? state.sessions.put(sessionFacts(deps, input, null), at);
    const open = openThere(other, session, { turn, isReached });
    if (open === null) return false;
    state.sessions.touch(session.id, at);
    state.turns.touch(open.id, at);
    if (taint !== null) state.turns.taint(open.id, { reason: `${taint.reason}, in another workspace`, since: at });
    return taint !== null;
  });
  if (isTainted) sync(other, { budgetMs: TOOL_SYNC_MS });
}

/** Returns the turn of a session in the other workspace, which began when the one here did; `null` if none is to be opened. */
function openThere(
  { state }: App,
  session: SessionRow,
  { turn, isReached }: Pick<Carried, "turn" | "isReached">,
): TurnRow | null {
  const latest = state.turns.latestOf(session.id);
  if (latest !== null && latest.closedAt === null) return latest;
  if (!isReached) return null;
  const closedAt = latest?.closedAt ?? turn.openedAt;
  return state.turns.open(
    session.id,
    null,
    Date.parse(closedAt) > Date.parse(turn.openedAt) ? closedAt : turn.openedAt,
  );
}

/** At a reply or an end: closes the turn wherever it was carried to, so that its lines get its class. */
export async function closeCarried(deps: HookDeps, input: HookInput): Promise<void> {
  const { located, clock } = deps.app;
  if (otherWorkspaces(located).length === 0) return;
  const states = openOtherStates(located, clock.now().iso);
  const open = states.opened.filter(({ state }) => openTurnOf(state, input) !== null).map(({ entry }) => entry);
  states.close();
  for (const entry of open) {
    await inOther(deps, entry, (other) => {
      const turn = openTurnOf(other.state, input);
      const end = input.event === "end" ? "end" : "reply";
      if (turn !== null) closeTurn(other, turn.sessionId, { end, budgetMs: CLOSE_SYNC_MS });
    });
  }
}

function openTurnOf(
  { sessions, turns }: Pick<App["state"], "sessions" | "turns">,
  { client, session }: HookInput,
): TurnRow | null {
  const known = sessions.find(client, session);
  const turn = known === null ? null : turns.latestOf(known.id);
  return turn === null || turn.closedAt !== null ? null : turn;
}

/** Runs with the app of another workspace. Where that fails, turns that are open there cannot vouch for anything. */
async function inOther(
  deps: HookDeps,
  { workspace, dataDir }: RegistryEntry,
  run: (other: App) => void,
): Promise<void> {
  const other = await deps.openOther(workspace);
  try {
    if (other !== null) return run(other);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  } finally {
    other?.close();
  }
  try {
    markMissedTool(layoutOf(workspace, dataDir));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
