/**
 * What waits for the end of a turn gets the turn's class (SPEC 4.3, 4.5), once per index run and at each hook that ends a
 * turn.
 *
 * @module
 */
import { DAY_MS, type IsoTime } from "../../base/clock.ts";
import { yearOf } from "../../base/dates/day_range.ts";
import { leastTrusted, mergeKinds, type OriginClass } from "../../provenance/origin.ts";
import { isTainted } from "../../store/state/appeared_lines.ts";
import { inTaintedTurn, type LedgerRow, TURN_WRITER } from "../../provenance/classify_line.ts";
import type { Settlement } from "../../store/state/ledger.ts";
import { activeSessions, type LiveTurnsDeps, openTurnsNow } from "../../store/state/live_turns.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { copiesAt } from "../../store/state/origin_reader.ts";
import { repeatedTexts, textTaintsOf } from "../../store/state/text_taint.ts";
import type { TurnRow } from "../../store/state/turns.ts";
import { repeatsInjected } from "../../curate/near_echo.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { claimsOf } from "../../workspace/claims.ts";
import { AGENTS_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";
import { bookAppeared } from "./book_appeared.ts";
import { linesOfFile } from "./look_at_file.ts";

/** What it works with. */
export interface SettleDeps extends LiveTurnsDeps {
  /** Where the files lie. */
  readonly layout: WorkspaceLayout;
  /** The open state. */
  readonly state: StateStore;
}

/** Pending lines looked at in one run; the next run takes up the rest. */
const MOST_PENDING = 5_000;

/**
 * Closes the turns whose client is gone, and returns the ids of closed ones whose lines have not all been looked for. To
 * be called before files are listed: what is found after that may settle these and no others.
 */
export function turnsToSettle(deps: SettleDeps): number[] {
  openTurnsNow(deps);
  return deps.state.turns.unsettled().filter(({ closedAt }) => closedAt !== null).map(({ id }) => id);
}

/** Returns whether {@linkcode settleTurns} has anything to do; costs next to nothing. */
export function hasToSettle({ turns, ledger }: Pick<StateStore, "turns" | "ledger">): boolean {
  const unsettled = turns.unsettled();
  if (unsettled.some(({ closedAt }) => closedAt !== null)) return true;
  return ledger.hasPending() && (unsettled.length === 0 || isTainted(unsettled));
}

/**
 * Gives pending lines their class: `untrusted` if one of the turns that they may come from is tainted, at once; else,
 * when all of these are over, `agent`, unless they repeat what a tool gave.
 *
 * @param looked ids of closed turns after whose end every file was looked at: they are settled
 */
export function settleTurns(deps: SettleDeps, looked: readonly number[]): void {
  const { state, clock } = deps;
  if (state.isReadonly) return;
  lookAtInstructions(deps);
  if (state.ledger.hasPending()) settlePending(deps);
  if (looked.length > 0) state.turns.settle(looked, clock.now().iso);
}

/** `AGENTS.md` is in no index: its lines are looked at here, and before a turn opens. */
export function lookAtInstructions({ state, layout, clock }: SettleDeps): void {
  if (state.isReadonly) return;
  const at = clock.now().iso;
  const lines = linesOfFile(layout, AGENTS_FILE);
  bookAppeared({ state, at }, { path: AGENTS_FILE, lines: () => lines });
  if (state.ledger.unseen(AGENTS_FILE, lines.map(({ hash }) => hash)).length > 0) {
    state.ledger.see(AGENTS_FILE, lines, at);
  }
}

function settlePending(deps: SettleDeps): void {
  const { state } = deps;
  const around = memoised((moment: IsoTime) => state.turns.around(moment));
  const linesIn = memoised((path: string) => linesOf(deps, path));
  const pending = state.ledger.listByState(["pending"], MOST_PENDING).map((row): PendingLine => (
    { row, turns: turnsOf(row, around(row.bookedAt)), ...(linesIn(row.path).get(row.hash) ?? GONE) }
  ));
  // Who wrote with a command was asked what the text repeats; that command's own answer repeats it since.
  const asked = pending.filter(({ row }) => row.writer === TURN_WRITER);
  const repeated = repeatedLines(deps, asked.filter(({ turns }) => !isTainted(turns) && turns.every(isOver)));
  state.ledger.settle(pending.flatMap((each) => settlementOf(deps, each, repeated.has(each)) ?? []));
}

/** Returns the turns that a pending line may come from: of one that a command wrote, those of its session if it is known. */
function turnsOf({ writer, session, bookedAt }: LedgerRow, turns: readonly TurnRow[]): readonly TurnRow[] {
  // A transcript names whatever session it likes.
  if (writer === TURN_WRITER || writer === TRANSCRIPT_WRITER || session === null) return turns;
  const bookedMs = Date.parse(bookedAt);
  const own = turns.filter((turn) =>
    turn.session === session && (turn.closedAt === null || Date.parse(turn.closedAt) >= bookedMs)
  );
  return own.length > 0 ? own : turns;
}

/** The command that takes up transcripts. */
const TRANSCRIPT_WRITER = "ingest";

/** What stands in a file under a hash. */
interface FoundLine {
  /** `null`: it does not stand in its file any more. */
  readonly line: string | null;
  /** The class of the tainted text that it repeats, or `null`. */
  readonly copyOf: OriginClass | null;
}

/** A line that its file has no more; should it come back, readers ask what it repeats. */
const GONE: FoundLine = { line: null, copyOf: null };

/** Copies are looked for in the whole file: a tainted text may have been split over lines. */
function linesOf({ state, layout }: SettleDeps, path: string): Map<string, FoundLine> {
  const lines = linesOfFile(layout, path);
  const copies = copiesAt(state, lines, state.ledger.findSome(path, lines.map(({ hash }) => hash)));
  return new Map(lines.map(({ hash, line }, at) => [hash, { line, copyOf: copies?.[at] ?? null }]));
}

interface PendingLine extends FoundLine {
  readonly row: LedgerRow;
  /** That it may come from. */
  readonly turns: readonly TurnRow[];
}

function isOver({ closedAt }: TurnRow): boolean {
  return closedAt !== null;
}

/** Returns what a pending row becomes, or `null` if it has to wait. */
function settlementOf(deps: SettleDeps, pending: PendingLine, isRepeated: boolean): Settlement | null {
  const { row: { path, hash, session, ...row }, turns, line, copyOf } = pending;
  const sessionKind = turns.map(({ kind }) => kind).reduce(mergeKinds, row.sessionKind ?? "unknown");
  const settlement = { path, hash, line, sessionKind };
  // A line in a file may have been copied from another one; who says a thing says it in this turn.
  const isSaidBefore = () => row.writer === TURN_WRITER && deps.state.ledger.knownElsewhere(path, [hash]).has(hash);
  if (isTainted(turns) && !isSaidBefore()) {
    // Lines that turned up may be anybody's words; what a command was given is its caller's.
    const isOwn = copyOf === null && row.writer !== TURN_WRITER && row.writer !== TRANSCRIPT_WRITER;
    const name = isOwn ? { writer: inTaintedTurn(row.writer) } : {};
    return { ...settlement, ...name, origin: "untrusted", state: "booked" };
  }
  // Copying launders nothing, in a clean turn either (SPEC 4.3).
  if (copyOf !== null) return { ...settlement, origin: leastTrusted("agent", copyOf), state: "booked" };
  if (isTainted(turns)) return { ...settlement, origin: "agent", state: "booked" };
  if (!turns.every(isOver)) return null;
  if (isRepeated) return { ...settlement, origin: "untrusted", state: "booked" };
  const isNoNews = line !== null &&
    isEcho(deps, line, session === null ? turns.map((turn) => turn.session) : [session]);
  return { ...settlement, origin: "agent", state: isNoNews ? "echo" : "booked" };
}

/**
 * Returns the lines that repeat what a tool gave to a session that they may come from; each session is asked once. So is
 * every other one that may have left something at work, which writes without a turn.
 */
function repeatedLines(deps: SettleDeps, pending: readonly PendingLine[]): ReadonlySet<PendingLine> {
  const { state, clock } = deps;
  const year = yearOf(clock.now().day);
  const repeated = new Set<PendingLine>();
  for (const sessionId of new Set(pending.flatMap(({ turns }) => turns.map((turn) => turn.sessionId)))) {
    const own = pending.filter(({ line, turns }) =>
      line !== null && turns.some((turn) => turn.sessionId === sessionId)
    );
    const texts = own.map(({ line }) => stripAnnotations(line ?? ""));
    for (const [at, taint] of textTaintsOf(state, sessionId, { texts, year }).entries()) {
      const line = own[at];
      if (taint !== null && line !== undefined) repeated.add(line);
    }
  }
  for (const { id, which } of pending.length === 0 ? [] : activeSessions(deps)) {
    const others = pending.filter(({ line, turns }) => line !== null && turns.every((turn) => turn.sessionId !== id));
    const texts = others.map(({ line }) => stripAnnotations(line ?? ""));
    for (const [at, isRepeated] of texts.length === 0 ? [] : repeatedTexts(state, { id, which }, texts).entries()) {
      const line = others[at];
      if (isRepeated && line !== undefined) repeated.add(line);
    }
  }
  return repeated;
}

/** What was put before a session and comes back is no news (SPEC 4.6). */
function isEcho({ state, clock }: SettleDeps, line: string, sessions: readonly string[]): boolean {
  const [claim] = claimsOf("", scanMarkdown(line));
  if (claim === undefined) return false;
  const since = clock.at(clock.now().ms - DAY_MS).iso;
  return [...new Set(["", ...sessions])].some((session) =>
    repeatsInjected(state, claim, state.injections.into(session, since))
  );
}

function memoised<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
