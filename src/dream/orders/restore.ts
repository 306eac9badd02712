/**
 * Bringing entries back that left `MEMORY.md` (SPEC 8.8): those that vanished while an agent was at work, and by name also
 * those that were retired, deleted or superseded.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { residentChars } from "../../curate/compose.ts";
import { putBack } from "../../curate/put_back.ts";
import { readCurated, type StandingFile } from "../../curate/read_curated.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Booking } from "../../store/state/ledger.ts";
import type { DepartureRow } from "../../store/state/departures.ts";
import { choicesByText } from "../../select/choose.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { parseCurated } from "../../workspace/curated.ts";
import { MEMORY_FILE } from "../../workspace/layout.ts";
import type { DreamDeps } from "../night.ts";
import { candidatesOf } from "./candidates_of.ts";
import { editMemory } from "./edit_memory.ts";
import { writeOrderPage } from "./order_page.ts";

/** What was brought back; JSON in this shape. */
export interface RestoreReport {
  /** Entries that stand again. */
  readonly restored: readonly { readonly key: string; readonly text: string; readonly reason: string }[];
  /** Path of the page's file, or `null`. */
  readonly diary: string | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/** Returns the entries that can be brought back, oldest first; what was superseded has a successor and is not among them. */
export function restorable({ state }: Pick<DreamDeps, "state">): DepartureRow[] {
  return newestDepartures(state).filter(({ reason }) => reason !== "superseded");
}

function newestDepartures({ departures }: Pick<DreamDeps["state"], "departures">): DepartureRow[] {
  return [...new Map(departures.open().map((row) => [row.entryKey, row])).values()];
}

/**
 * Brings entries back: those that a selector means, or without one all that vanished during a hooked turn. By name an entry
 * comes back that another one took the place of, beside that one.
 *
 * @param selector `e:…` or text
 * @throws {MemoryError} failed: none is meant, or `MEMORY.md` has no room; usage, if several are meant
 */
export function restore(deps: DreamDeps, selector: string | null): RestoreReport {
  const { state } = deps;
  const rows = selector === null
    ? restorable(deps).filter(({ reason }) => reason === "vanished")
    : named(newestDepartures(state), selector);
  if (rows.length === 0) return { restored: [], diary: null, notices: [] };
  const { value, sweepId } = editMemory(deps, {
    action: "restore entries",
    change: (base) => change(deps, base, rows),
    record: () => {
      state.departures.setReturned(rows.map(({ id }) => id), deps.clock.now().iso);
      const promotions = rows.flatMap(({ entryKey }) => state.promotions.ofEntry(entryKey));
      const claims = candidatesOf(state, promotions.map(({ candidateKey }) => candidateKey));
      state.candidates.setPromoted(claims.map(({ key }) => key), deps.clock.now().iso);
      state.rejections.lift([...promotions, ...claims].flatMap(({ claimHash }) => claimHash ?? []));
    },
  });
  const { diary, notices } = writeOrderPage(deps, {
    mark: `restore: ${sweepId}`,
    summary: "You brought this back.",
    removed: [],
    added: value.map(({ raw }) => raw),
  });
  return {
    restored: value.map(({ entryKey, raw, reason }) => ({ key: entryKey, text: textOf(raw), reason })),
    diary,
    notices: [...value.flatMap((row) => successorNotice(deps, row)), ...notices],
  };
}

/** Two values of one fact stand now: which of them goes is the owner's to say. */
function successorNotice({ layout, originsOf }: DreamDeps, { reason, successorKey }: DepartureRow): string[] {
  if (reason !== "superseded" || successorKey === null) return [];
  const successor = readCurated(MEMORY_FILE, layout, originsOf).file.entries.find(({ key }) => key === successorKey);
  return successor === undefined
    ? []
    : [`"${successor.text}" had taken its place and stands too; let it go with: memory dream accept ${successorKey}`];
}

function named(rows: readonly DepartureRow[], selector: string): readonly DepartureRow[] {
  const choices = rows.map((row) => ({
    row,
    key: row.entryKey,
    text: textOf(row.raw),
    anchor: { path: MEMORY_FILE, startLine: 1, endLine: 1 },
  }));
  const wanted = selector.trim();
  const found = choices.some(({ key }) => key === wanted)
    ? choices.filter(({ key }) => key === wanted)
    : choicesByText(choices, wanted);
  if (found.length === 1) return found.map(({ row }) => row);
  const list = found.map(({ key, text }) => `${key} "${text}"`).join(", ");
  throw found.length === 0
    ? new MemoryError(`Cannot restore "${selector}": no entry that left ${MEMORY_FILE} is that`, {
      hint: "memory dream status and memory dream history list what can be restored",
    })
    : new MemoryError(`Cannot restore "${selector}": it means ${found.length} entries: ${list}`, { kind: "usage" });
}

function change({ state, clock, config }: DreamDeps, base: StandingFile, rows: readonly DepartureRow[]) {
  const standing = new Set(base.file.entries.map(({ key }) => key));
  const absent = rows.filter(({ entryKey }) => !standing.has(entryKey));
  let text = base.text;
  for (const { raw, heading, entryKey } of absent) {
    const day = state.promotions.ofEntry(entryKey).at(-1)?.promotedAt.slice(0, "YYYY-MM-DD".length);
    const title = heading ?? (day === undefined ? null : `Consolidated Memory (${day})`);
    text = putBack(parseCurated(text), raw, title);
  }
  const chars = residentChars(text);
  const { budgetChars } = config.deep;
  if (chars > budgetChars && absent.length > 0) {
    throw new MemoryError(`Cannot restore: ${MEMORY_FILE} would have ${chars} of ${budgetChars} chars`, {
      hint: "make room first: memory dream status shows what may be retired",
    });
  }
  const bookings = absent.map(({ raw, entryKey }): Booking => ({
    path: MEMORY_FILE,
    line: raw,
    origin: originOf(state, entryKey),
    sessionKind: "interactive",
    observedAt: null,
    session: null,
    channel: null,
    sender: null,
    supersessionKey: null,
    writer: "dream",
    bookedAt: clock.now().iso,
  }));
  return { text, bookings, value: absent };
}

/** Whose words it has: what was only joined to them says nothing of that. What nobody knows is the agent's at most. */
function originOf({ remembered, promotions }: DreamDeps["state"], entryKey: string): OriginClass {
  const written = promotions.ofEntry(entryKey).findLast(({ operation }) => operation !== "merged");
  return written?.origin ?? remembered.find(entryKey)?.origin ?? "agent";
}

function textOf(raw: string): string {
  return stripAnnotations(raw.replace(/^\s*[-*+]\s+/, "")).replace(/\s*\n\s*/g, " ").trim();
}
