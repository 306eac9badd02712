/**
 * Books lines that turn up when no turn is open, and that repeat what a tool gave to a session whose client still runs, or
 * what a session of the last day read from outside: a command that the agent left at work may have written them (SPEC 4.5,
 * "for the rest of the session").
 *
 * @module
 */
import { TURN_WRITER } from "../../provenance/classify_line.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { Booking, HashedLine } from "../../store/state/ledger.ts";
import { activeSessions, type LiveSessionsDeps } from "../../store/state/live_turns.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { repeatedTexts } from "../../store/state/text_taint.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import type { PreparedFile } from "../prepare.ts";

/** What it works with. */
export interface RepeatedDeps extends LiveSessionsDeps {
  /** The open state. */
  readonly state: StateStore;
}

/**
 * Books as `untrusted` those lines of files that were never seen, that nobody booked and that repeat such text. Returns the
 * files that have one. All files of a batch are asked about at once; without such a session nothing is looked at.
 */
export function bookRepeated(deps: RepeatedDeps, files: readonly PreparedFile[]): ReadonlySet<string> {
  const { state, clock } = deps;
  const changed = files.filter(({ source, isIndexed }) => !isIndexed && pathRule(source.path).origin === "ledger");
  const sessions = changed.length === 0 || state.isReadonly ? [] : activeSessions(deps);
  if (sessions.length === 0) return new Set();
  const lines = changed.flatMap((file) => newLines(state, file));
  const texts = lines.map(({ line }) => stripAnnotations(line));
  const bookings = new Map<number, Booking>();
  const at = clock.now().iso;
  for (const { id, name, kind, startedAt, which } of sessions) {
    for (const [place, isRepeated] of repeatedTexts(state, { id, which }, texts).entries()) {
      const found = lines[place];
      if (!isRepeated || found === undefined || found.changedMs + COARSEST_STAMP_MS < Date.parse(startedAt)) continue;
      const source = { session: name, sessionKind: kind, observedAt: at, channel: null, sender: null };
      const { path, line } = found;
      const law = { origin: "untrusted", state: "booked", supersessionKey: null, writer: TURN_WRITER } as const;
      bookings.set(place, { path, line, ...source, ...law, bookedAt: at });
    }
  }
  if (bookings.size > 0) state.ledger.book([...bookings.values()]);
  return new Set([...bookings.values()].map(({ path }) => path));
}

/** The coarsest time stamps in use, those of FAT, have steps of two seconds. */
const COARSEST_STAMP_MS = 2_000;

interface NewLine extends HashedLine {
  readonly path: string;
  /** When the file was last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
}

function newLines({ ledger }: Pick<StateStore, "ledger">, { source, seen }: PreparedFile): NewLine[] {
  const { path, mtimeMs, ctimeMs } = source;
  const hashes = seen.map(({ hash }) => hash);
  const unseen = new Set(ledger.unseen(path, hashes));
  if (unseen.size === 0) return [];
  const booked = ledger.findSome(path, [...unseen]);
  return seen.filter(({ hash, line }) => unseen.has(hash) && !booked.has(hash) && line.trim() !== "")
    .map((it) => ({ ...it, path, changedMs: Math.max(mtimeMs, ctimeMs) }));
}
