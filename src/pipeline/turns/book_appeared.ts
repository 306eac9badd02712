/**
 * Books the lines that appeared while a hooked turn was open (SPEC 4.3, 4.5): `pending`; `untrusted` if text from outside
 * came into the turn; and with the class of the tainted text that they repeat, whatever came into the turn.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { TURN_WRITER } from "../../provenance/classify_line.ts";
import { leastTrusted, mergeKinds, type SessionKind } from "../../provenance/origin.ts";
import { appearedLines, standingRows } from "../../store/state/appeared_lines.ts";
import type { Booking, HashedLine } from "../../store/state/ledger.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { copiesAt } from "../../store/state/origin_reader.ts";
import type { TurnRow } from "../../store/state/turns.ts";

/** What is written. */
export interface BookingTarget {
  /** The open state. */
  readonly state: Pick<StateStore, "ledger" | "turns" | "taints" | "isReadonly">;
  /** The present moment. */
  readonly at: IsoTime;
}

/** When a file was last changed, in milliseconds since the epoch. */
export interface FileTimes {
  /** Of its text. */
  readonly mtimeMs: number;
  /** Of its text, name or mode; nobody can set it. */
  readonly ctimeMs: number;
}

/**
 * Books those of a file's lines that appeared.
 *
 * @param file its lines as `ledgerUnits` cuts it; asked for only if some turn waits for them
 * @param times of the file; left out, every line that was never seen may be the turn's
 */
export function bookAppeared(
  { state, at }: BookingTarget,
  file: { readonly path: string; readonly lines: () => readonly HashedLine[] },
  times?: FileTimes,
): void {
  const turns = state.turns.unsettled();
  if (turns.length === 0 || state.isReadonly) return;
  const { path } = file;
  const lines = file.lines();
  if (times !== undefined && isOlder(times, turns)) {
    state.ledger.see(path, lines, at);
    return;
  }
  const known = state.ledger.findSome(path, lines.map(({ hash }) => hash));
  const rows = standingRows(state, path, known);
  const appeared = appearedLines(state, path, lines.filter(({ hash }) => !rows.has(hash)));
  if (appeared.size === 0) return;
  const common = { path, ...sourceOf(turns), ...NOBODY, observedAt: at, bookedAt: at };
  const copies = copiesAt(state, lines, rows);
  state.ledger.release(path, lines.filter(({ hash }) => known.has(hash) && appeared.has(hash)).map(({ line }) => line));
  state.ledger.book(lines.flatMap(({ line, hash }, at): Booking[] => {
    const appearance = appeared.get(hash);
    if (appearance === undefined) return [];
    const copyOf = copies?.[at] ?? null;
    if (appearance === "tainted") return [{ ...common, line, origin: "untrusted", state: "booked" }];
    if (copyOf !== null) return [{ ...common, line, origin: leastTrusted("agent", copyOf), state: "booked" }];
    return [{ ...common, line, origin: "agent", state: "pending" }];
  }));
}

/** Nobody said who wrote, or where. */
const NOBODY = { channel: null, sender: null, supersessionKey: null, writer: TURN_WRITER };

/**
 * Whether all of a file was there before the turns began. Asked only where the files could not all be looked at then:
 * otherwise a line that was not seen came later, whatever the times say (a moved folder keeps those of its files).
 */
function isOlder({ mtimeMs, ctimeMs }: FileTimes, turns: readonly TurnRow[]): boolean {
  return turns.every(({ hasBaseline, openedAt }) =>
    !hasBaseline && Math.max(mtimeMs, ctimeMs) < Date.parse(openedAt) - COARSEST_STAMP_MS
  );
}

/** The coarsest time stamps in use, those of FAT, have steps of two seconds. */
const COARSEST_STAMP_MS = 2_000;

/** The session, if there is only one; the kind that all have in common. */
function sourceOf(turns: readonly TurnRow[]): { session: string | null; sessionKind: SessionKind } {
  const sessions = new Set(turns.map(({ session }) => session));
  const [first, ...others] = turns.map(({ kind }) => kind);
  return {
    session: sessions.size === 1 ? turns[0]?.session ?? null : null,
    sessionKind: others.reduce(mergeKinds, first ?? "unknown"),
  };
}
