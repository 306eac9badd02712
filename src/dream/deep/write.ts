/**
 * The write of a night (SPEC 8.8), in the order that a crash at any moment leaves right: the file by its one writer, then
 * what was promoted. A night that dies in between is finished by the next one, which finds the
 * entries by their anchors.
 *
 * @module
 */
import { readCurated, type StandingFile } from "../../curate/read_curated.ts";
import { replaceCurated } from "../../curate/replace_curated.ts";
import { withCuratedLock } from "../../curate/with_curated_lock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Booking } from "../../store/state/ledger.ts";
import { keptEntries } from "../../store/state/kept_entries.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { NewDeparture } from "../../store/state/departures.ts";
import type { PromotionRow } from "../../store/state/promotions.ts";
import { parseCurated } from "../../workspace/curated.ts";
import { MEMORY_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import type { Now } from "../../base/clock.ts";
import type { Advice } from "../advice/advice.ts";
import type { AdvisedPlan } from "../advice/advised_operation.ts";
import type { Stated } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import { appendDraft, type Draft, type DraftFrame, draftMemory } from "./draft.ts";
import { fileReader, readOnce } from "../live_file.ts";
import { earned } from "./earned.ts";
import type { Evaluation } from "./evaluate.ts";
import type { PlannedOperation } from "./operation.ts";
import { retirableEntries } from "./retire.ts";

/** What the write works with. */
export interface WriteDeps {
  /** Where the file is. */
  readonly layout: WorkspaceLayout;
  /** Ledger, pre-images, promotions and candidates. */
  readonly state: StateStore;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** When it is written, and what the night knows of the entries that stand. */
export interface WriteFrame {
  /** The moment of the night. */
  readonly now: Now;
  /** See `DraftFrame`. */
  readonly restated?: ReadonlyMap<string, Stated>;
  /** What a language model advised. @default nothing */
  readonly advice?: Advice | undefined;
  /** See `PlanFrame`. @default false */
  readonly isOrdered?: boolean;
  /** `MEMORY.md` as the night found it, for who only looks. @default it is read */
  readonly core?: StandingFile;
}

/** How the night ended for the file. */
export interface WriteOutcome {
  /** What was or would be written. */
  readonly draft: Draft;
  /** The text that the draft was made for. */
  readonly before: string;
  /** Whether the file was replaced. */
  readonly isWritten: boolean;
}

/** Tries with another editor at work: once on the new content, else the candidates wait (SPEC 8.8). */
const CHANGED_TWICE = "MEMORY.md was changed twice while it was being written";
const CHANGED_ONCE = "MEMORY.md was changed while it was being written";

/** Returns what would be written; reads only. */
export function previewMemory(ready: readonly Evaluation[], deps: WriteDeps, at: WriteFrame): WriteOutcome {
  const base = at.core ?? readCurated(MEMORY_FILE, deps.layout, deps.originsOf);
  return { draft: draftMemory(base, ready, frameOf(deps, at)), before: base.text, isWritten: false };
}

/**
 * Writes tonight's entries and records them, while no other process of this program changes the file.
 *
 * @throws {MemoryError} failed, if the file cannot be written; it is whole then; busy, if other writers hold it for a minute
 */
export function writeMemory(ready: readonly Evaluation[], deps: WriteDeps, at: NightFrame): WriteOutcome {
  return withCuratedLock(deps.layout, () => written(ready, deps, at));
}

type NightFrame = WriteFrame & { readonly sweepId: number };

function written(ready: readonly Evaluation[], deps: WriteDeps, at: NightFrame): WriteOutcome {
  const base = readCurated(MEMORY_FILE, deps.layout, deps.originsOf);
  const draft = draftMemory(base, ready, frameOf(deps, at));
  if (publish(draft, base, { ...deps, ...at })) return outcome(draft, base);
  const live = readCurated(MEMORY_FILE, deps.layout, deps.originsOf);
  const second = appendDraft(live, ready, { ...frameOf(deps, at), why: CHANGED_ONCE });
  if (publish(second, live, { ...deps, ...at })) return outcome(second, live);
  const stopped = ready.map((evaluation) => ({
    evaluation,
    stop: { name: "acceptance", reason: CHANGED_TWICE } as const,
  }));
  return outcome({ ...NOTHING, text: live.text, stopped }, live);
}

const NOTHING = { operations: [], retired: [], mayRetire: [], isFallback: true } as const;

type PublishDeps = WriteDeps & { readonly sweepId: number; readonly now: Now };

function frameOf(
  { config, state, layout }: WriteDeps,
  { now, restated, advice, isOrdered = false }: WriteFrame,
): DraftFrame {
  const retirable: DraftFrame["retirable"] = (standing) =>
    retirableEntries(standing, {
      kept: keptEntries(state),
      lastUses: state.curatedUses.lastUses(),
      read: readOnce(fileReader(layout)),
      now,
      config: config.deep,
    });
  const written = () => keptEntries(state);
  return { day: now.day, config, restated, retirable, isOrdered, advised: advice && advisedPlan(advice, written) };
}

/** Advice without a plan is none; what the dream wrote is looked up only if it matters. */
function advisedPlan({ plan }: Advice, keptNow: () => ReturnType<typeof keptEntries>): AdvisedPlan | undefined {
  if (plan.size === 0) return undefined;
  let kept: ReturnType<typeof keptEntries> | undefined;
  return { plan, isDreamWritten: (key) => (kept ??= keptNow()).get(key)?.isDreamWritten ?? false };
}

function outcome(draft: Draft, base: StandingFile): WriteOutcome {
  return { draft, before: base.text, isWritten: draft.text !== base.text };
}

/** Returns whether the file is now the draft; `false` if someone else changed it first. */
function publish(draft: Draft, base: StandingFile, deps: PublishDeps): boolean {
  if (draft.operations.length + draft.retired.length === 0) return true;
  const bookings = draft.operations.map((operation) => bookingOf(operation, deps.now));
  const next = { text: draft.text, bookings };
  if (!replaceCurated(base, next, { ...deps, at: deps.now.iso })) return false;
  record(draft, deps);
  return true;
}

function bookingOf({ action, raw, prior, evaluation }: PlannedOperation, now: Now): Booking {
  const { provenance, wishes } = evaluation.candidate;
  const source: OriginClass = provenance.origin ?? "untrusted";
  const joined = action === "merged" ? prior : null;
  return {
    path: MEMORY_FILE,
    line: raw,
    // A merged entry has the words of its first writer: who says the same later does not lower it (SPEC 4.3).
    origin: joined?.origin.origin ?? source,
    sessionKind: "interactive",
    observedAt: provenance.observedAt,
    session: null,
    channel: null,
    sender: null,
    supersessionKey: joined === null ? wishes.key : joined.entry.annotations.key,
    writer: "dream",
    bookedAt: now.iso,
  };
}

function record(draft: Draft, { state, sweepId, now }: PublishDeps): void {
  const entryKeys = new Map(parseCurated(draft.text).entries.map(({ raw, key }) => [unified(raw), key]));
  const keyOf = ({ raw }: PlannedOperation) => entryKeys.get(unified(raw)) ?? "";
  const rows = draft.operations.map((operation): PromotionRow => ({
    sweepId,
    entryKey: keyOf(operation),
    operation: operation.action,
    text: operation.text,
    promotedAt: now.iso,
    ...earned(operation.evaluation),
    raw: unified(operation.raw),
    priorKey: operation.prior?.entry.key ?? null,
    priorRaw: operation.prior === null ? null : unified(operation.prior.entry.raw),
  }));
  const replaced = draft.operations.filter(({ action }) => action === "superseded");
  const departures = replaced.flatMap((operation): NewDeparture[] => {
    if (operation.prior === null) return [];
    const { key, heading, raw } = operation.prior.entry;
    const left = { entryKey: key, raw: unified(raw), heading, reason: "superseded" as const };
    return [{ ...left, sweepId, successorKey: keyOf(operation), session: null, departedAt: now.iso }];
  });
  const retired = draft.retired.map(({ standing: { entry } }): NewDeparture => {
    const left = { entryKey: entry.key, raw: unified(entry.raw), heading: entry.heading, reason: "retired" as const };
    return { ...left, sweepId, successorKey: null, session: null, departedAt: now.iso };
  });
  state.transaction(() => {
    state.promotions.add(rows);
    state.departures.add([...departures, ...retired]);
    for (const { entryKey, successorKey } of departures) {
      if (successorKey !== null) state.curatedUses.move(entryKey, successorKey);
    }
    const keys = draft.operations.flatMap(({ evaluation: { candidate } }) => [candidate.key, ...candidate.duplicates]);
    state.candidates.setPromoted(keys, now.iso);
  });
}

function unified(raw: string): string {
  return raw.replace(/\r\n/g, "\n").replace(/\n+$/, "");
}
