/**
 * Tools of which no hook told (SPEC 4.5): the transcript makes good for it, and can only lower.
 *
 * @module
 */
import { join } from "node:path";
import type { IsoTime } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { LedgerRow } from "../../provenance/classify_line.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { hashLines } from "../../store/state/origin_reader.ts";
import type { TurnRow } from "../../store/state/turns.ts";
import { ledgerUnits } from "../../workspace/ledger_units.ts";
import { MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import { readTextFile } from "../../workspace/read_text.ts";

/** A tool that reads from outside, as the transcript tells of it. */
export interface SeenTool {
  /** Why it taints, as a short clause for people. */
  readonly reason: string;
  /** When it was called; `null`: not known. */
  readonly at: IsoTime | null;
}

/** What is written. */
export interface LostToolDeps {
  /** The open state. */
  readonly state: StateStore;
  /** Real path of the workspace. */
  readonly workspace: string;
}

/**
 * Taints the turns of a session in which such tools were called and that no hook tainted, and lowers to `untrusted` what
 * was booked as the agent's in them. Part of the running transaction.
 *
 * @param sessionId of the row that hooks wrote
 */
export function makeGood(deps: LostToolDeps, sessionId: number, tools: readonly SeenTool[]): void {
  if (tools.length === 0) return;
  const turns = deps.state.turns.ofSession(sessionId);
  const tainted = new Set<number>();
  for (const { reason, at } of tools) {
    const found = turns.findLastIndex(({ openedAt }) => at === null || ms(openedAt) <= ms(at) + SAME_SECOND_MS);
    const turn = turns[found];
    if (turn === undefined || turn.taint !== null || tainted.has(turn.id)) continue;
    tainted.add(turn.id);
    deps.state.turns.taint(turn.id, { reason: `${reason}, of which no hook told`, since: at ?? turn.openedAt });
    lowerLines(deps, turn, turns[found + 1]?.openedAt ?? null);
  }
}

/** Times of hooks and of transcripts are cut differently. */
const SAME_SECOND_MS = 1_000;

/** Rows that are gone through; a ledger that has more is one of many years. */
const MOST_ROWS = 1_000_000;

/** What a transcript says, and what a night does, is judged by itself. */
const OTHER_WRITERS: ReadonlySet<string> = new Set(["ingest", "dream"]);

function lowerLines({ state, workspace }: LostToolDeps, turn: TurnRow, until: IsoTime | null): void {
  const [fromMs, untilMs] = [ms(turn.openedAt), until === null ? Number.POSITIVE_INFINITY : ms(until)];
  const rows = state.ledger.listByState(["booked", "pending", "echo"], MOST_ROWS).filter((row) =>
    row.origin === "agent" && !OTHER_WRITERS.has(row.writer) &&
    (row.session === null || row.session === turn.session) &&
    ms(row.bookedAt) >= fromMs && ms(row.bookedAt) <= untilMs
  );
  for (const path of new Set(rows.map((row) => row.path))) {
    const lines = linesOf(workspace, path);
    state.ledger.distrust(
      rows.filter((row) => row.path === path).flatMap((row) => {
        const line = lines.get(row.hash);
        return line === undefined ? [] : [bookingOf(row, line)];
      }),
    );
  }
}

function bookingOf(row: LedgerRow, line: string): Booking {
  return { ...row, line, origin: "untrusted", state: "booked", sessionKind: row.sessionKind ?? "unknown" };
}

function linesOf(workspace: string, path: string): ReadonlyMap<string, string> {
  try {
    const read = readTextFile(join(workspace, path), { maxBytes: MAX_FILE_BYTES });
    if (read.kind !== "text") return new Map();
    const lines = hashLines(ledgerUnits({ path, text: read.text }).map(({ raw }) => raw));
    return new Map(lines.map(({ hash, line }) => [hash, line]));
  } catch (error) {
    // What cannot be read cannot be injected or promoted either.
    if (error instanceof MemoryError) return new Map();
    throw error;
  }
}

function ms(at: IsoTime): number {
  return Date.parse(at);
}
