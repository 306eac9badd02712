/**
 * The events that frame a session and end its turns: start, reply, compaction, end. `onPrompt()` begins them.
 *
 * @module
 */
import { addDays, DAY_MS } from "../../base/clock.ts";
import { flushPrompt, noteCompaction } from "../../capture/flush/before_compaction.ts";
import { morningNotice } from "../../dream/morning_notice.ts";
import { unreadNotices } from "../../lanes/unread_files.ts";
import { sync } from "../../pipeline/sync.ts";
import { FOREIGN, type HookDeps, type HookOutcome, isForeign, sessionFacts, silent } from "./hook_deps.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import type { HookInput } from "./hook_input.ts";
import { startIntentChars, startIntents, tidyIntents } from "./prompt_intents.ts";
import { pruneHeard } from "../../workspace/heard_words.ts";
import { closeTurn, FELT_SYNC_MS } from "./open_turn.ts";
import { sessionBootstrap } from "./session_bootstrap.ts";
import { hasNoteModel, startFlush } from "./start_flush.ts";

/** Answers the start of a session with what it is to begin with (SPEC 9.1). */
export function onStart(deps: HookDeps, input: HookInput): HookOutcome {
  const { app } = deps;
  const known = app.state.sessions.find(input.client, input.session);
  if (isForeign(deps, known)) return foreign(deps, input);
  prune(deps);
  const session = app.state.sessions.put(sessionFacts(deps, input, known), app.clock.now().iso);
  if (input.isContinued) {
    // Once a session's context is compacted notes may be asked for again.
    if (!input.isSubagent && !app.state.isReadonly) noteCompaction(app.state, input.session, app.clock.now().iso);
    sync(app, { budgetMs: FELT_SYNC_MS });
  } else closeTurn(app, session.id, { end: "start", budgetMs: FELT_SYNC_MS });
  const { state, clock, config } = app;
  // What its context holds begins here, whether it is new, goes on somewhere else, or was compacted (SPEC 9.2).
  if (!input.isSubagent && !state.isReadonly) state.shown.clear(input.session);
  const isForOwner = session.kind === "interactive" && session.chat === "direct" && !input.isSubagent;
  const notice = isForOwner ? morningNotice({ state, clock, config: config.dream }) : null;
  // Told here alone: an agent without them is not to be taken for one whose memory is empty.
  const unread = isForOwner ? unreadNotices(app) : [];
  const told = [notice, unread.length === 0 ? null : unread.join("; ")].filter((part) => part !== null);
  const taken = told.reduce((chars, part) => chars + part.length + NOTICE_GAP.length, 0);
  const intentChars = startIntentChars(deps);
  const sessionKind = input.isSubagent ? "subagent" as const : session.kind;
  const memory = sessionBootstrap(deps, { input, sessionKind, chat: session.chat }, {
    chars: config.bootstrap.hookChars - taken - intentChars,
  });
  // Last of all: what was delivered is not delivered again.
  const { text, outcome } = startIntents(deps, { input, sessionKind, chat: session.chat }, {
    chars: intentChars - NOTICE_GAP.length,
  });
  const parts = [memory, ...told, text].filter((part) => part !== null);
  return { outcome: outcome === null ? "started" : `started, ${outcome}`, context: parts.join(NOTICE_GAP) };
}

/** Between the memory and what is to be told of it. */
const NOTICE_GAP = "\n\n";

/** Closes the turn: its lines get its class. */
export function onReply(deps: HookDeps, input: HookInput): HookOutcome {
  const { app } = deps;
  const known = app.state.sessions.find(input.client, input.session);
  if (isForeign(deps, known)) return foreign(deps, input);
  if (known === null) return silent("no turn");
  app.state.sessions.touch(known.id, app.clock.now().iso);
  if (!input.endsTurn) return silent("reply");
  return silent(closeTurn(app, known.id, { end: "reply", budgetMs: REPLY_SYNC_MS }) ? "turn closed" : "no turn");
}

/**
 * A compaction begins: what was said so far is taken up before the client cuts it away, and notes are written by the
 * language model of the settings, or asked of the agent where the client lets it be (SPEC 7.3).
 */
export function onPrecompact(deps: HookDeps, input: HookInput): HookOutcome {
  const known = deps.app.state.sessions.find(input.client, input.session);
  if (isForeign(deps, known)) return foreign(deps, input);
  if (known === null) return silent("no session");
  return compacts(deps, input, known);
}

/** Does what a compaction asks for, whether it is to come or was. */
export function compacts(deps: HookDeps, input: HookInput, known: SessionRow): HookOutcome {
  const { state, config } = deps.app;
  const { session, transcript } = input;
  // No start will tell of it: what the context held is gone once this is over.
  if (!deps.client.startsAfterCompaction && !input.isSubagent && !state.isReadonly) {
    state.shown.clearUntilPrompt(session, deps.app.clock.now().iso);
  }
  const asked = flushPrompt(state, { session, transcriptBytes: null }, config.flush);
  if (asked !== null && transcript !== null && hasNoteModel(deps)) {
    startFlush(deps, { session, sessionKind: known.kind, transcript });
    return silent("compaction, notes left to the model");
  }
  return { outcome: "compaction", context: asked };
}

/** Closes the turn, if there is one, and ends the session. */
export function onEnd(deps: HookDeps, input: HookInput): HookOutcome {
  const { app } = deps;
  const known = app.state.sessions.find(input.client, input.session);
  if (isForeign(deps, known)) return foreign(deps, input);
  if (known === null) return silent("no session");
  closeTurn(app, known.id, { end: "end", budgetMs: END_SYNC_MS });
  app.state.sessions.end(known.id, app.clock.now().iso);
  return silent("ended");
}

/** Nobody waits for the answer to a reply, but the client shows that a hook still runs. */
const REPLY_SYNC_MS = 1_500;

/** Claude Code gives all hooks of a session's end together 1.5 s. */
const END_SYNC_MS = 700;

/** Sessions that are not heard of for so long are forgotten, with what their tools gave. In days. */
const SESSIONS_KEPT_DAYS = 30;

/** What was heard and never taken up, since no reply came. */
const HEARD_KEPT_MS = DAY_MS;

/** An agent that calls hooks speaks in the owner's place, or wants its turn to be over: the turn counts as tainted. */
export function foreign({ app }: HookDeps, input: HookInput): HookOutcome {
  const { state, clock } = app;
  const known = state.sessions.find(input.client, input.session);
  const turn = known === null ? null : state.turns.latestOf(known.id);
  if (turn !== null) {
    state.turns.taint(turn.id, { reason: "a hook of memory, called by a command", since: clock.now().iso });
  }
  return silent(FOREIGN);
}

/** Keeps a text of a session; what fell out for it is remembered as lost. */
export function addText(
  { app: { state, clock } }: HookDeps,
  sessionId: number,
  text: Parameters<typeof state.sessionTexts.add>[1],
): void {
  if (state.sessionTexts.add(sessionId, text, clock.now().iso)) state.sessions.loseText(sessionId);
}

function prune(deps: HookDeps): void {
  const { app: { state, clock, layout } } = deps;
  tidyIntents(deps);
  const before = `${addDays(clock.now().day, -SESSIONS_KEPT_DAYS)}T00:00:00Z`;
  pruneHeard(layout, clock.now().ms - HEARD_KEPT_MS);
  state.sessions.dropBefore(before);
  state.turns.dropBefore(before);
  state.transcripts.dropBefore(before);
  state.orders.dropBefore(before);
  state.sessionProjects.dropBefore(before);
  state.sessionFiles.dropBefore(before);
  state.shown.dropBefore(before);
  for (const id of state.transcriptTexts.dropOverall()) state.transcripts.lose(id);
  for (const id of state.sessionTexts.dropOverall()) state.sessions.loseText(id);
}
