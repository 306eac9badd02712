/**
 * Taking a sweep back (SPEC 8.8): the file as it was, its claims turned down, and a page that says so.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { isRecord } from "../../base/record.ts";
import { readCurated, type StandingFile } from "../../curate/read_curated.ts";
import { replaceCurated } from "../../curate/replace_curated.ts";
import { withCuratedLock } from "../../curate/with_curated_lock.ts";
import type { DepartureRow } from "../../store/state/departures.ts";
import type { Rejection } from "../../store/state/rejections.ts";
import type { StoredPromotion } from "../../store/state/promotions.ts";
import type { SweepRow } from "../../store/state/sweeps.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import type { DreamDeps } from "../night.ts";
import { candidatesOf } from "./candidates_of.ts";
import { editMemory } from "./edit_memory.ts";
import { type OrderPage, writeOrderPage } from "./order_page.ts";
import { revertChanges, type Reverted } from "./revert_changes.ts";

/** What was taken back; JSON in this shape. */
export interface UndoReport {
  /** The sweep that was undone. */
  readonly sweep: number;
  /** Its local day. */
  readonly day: string;
  /** Entries that were taken out. */
  readonly removed: readonly string[];
  /** Entries that stand again as they did, raw. */
  readonly returned: readonly string[];
  /** Entries that a person changed since, and that stay. */
  readonly left: readonly string[];
  /** Keys of the claims that are turned down now. */
  readonly rejected: readonly string[];
  /** Path of the page's file, or `null`. */
  readonly diary: string | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/** Everything that one sweep changed. */
interface Deeds {
  readonly sweep: SweepRow;
  readonly promotions: readonly StoredPromotion[];
  readonly departures: readonly DepartureRow[];
}

/**
 * Takes a sweep back: the newest that changed something, or the one of an id if no newer one did.
 *
 * @throws {MemoryError} failed: there is none, it is undone already, or newer ones stand in the way, which are named
 */
export function undo(deps: DreamDeps, id: number | null): UndoReport {
  const { state } = deps;
  const deeds = deedsOf(deps, id);
  const { sweep, promotions, departures } = deeds;
  const keys = [...new Set(promotions.map(({ candidateKey }) => candidateKey))];
  const { value } = editMemory<Reverted>(deps, {
    action: `undo sweep ${sweep.id}`,
    change: (base) => {
      const value = asBefore(deps, base, deeds) ?? revertChanges(base.text, deeds);
      return { text: value.text, bookings: [], value };
    },
    record: () => {
      const at = deps.clock.now().iso;
      state.promotions.setUndone(sweep.id, at);
      state.sweeps.setUndone(sweep.id, at);
      state.departures.setReturned(departures.map((row) => row.id), at);
      returnClaims(deps, departures, at);
      const rows = candidatesOf(state, keys);
      state.candidates.setPromoted(rows.map(({ key }) => key), null);
      const hashes = new Set([...promotions, ...rows].flatMap(({ claimHash }) => claimHash ?? []));
      state.rejections.add(
        [...hashes].map((claimHash): Rejection => ({ claimHash, rejectedAt: at, reason: "undone" })),
      );
    },
  });
  const page: OrderPage = {
    mark: `undo: ${sweep.id}`,
    summary:
      `You took back sweep ${sweep.id} of ${sweep.day}. Its claims are turned down until their wording changes, ` +
      `or until \`memory dream reject --reconsider <key>\`.`,
    removed: value.removed,
    added: value.returned,
  };
  const directives = takeBackDirectives(deps, sweep);
  const { diary, notices } = writeOrderPage(deps, page);
  const all = [...directives === null ? [] : [directives.notice], ...notices];
  const rejected = [...keys, ...directives?.rejected ?? []];
  return { sweep: sweep.id, day: sweep.day, ...told(value), rejected, diary, notices: all };
}

/** What stands again stands by the owner's word: it is promoted, and turned down no more. */
function returnClaims({ state }: DreamDeps, departures: readonly DepartureRow[], at: IsoTime): void {
  const promotions = departures.flatMap(({ entryKey }) => state.promotions.ofEntry(entryKey))
    .filter(({ undoneAt }) => undoneAt === null);
  const claims = candidatesOf(state, promotions.map(({ candidateKey }) => candidateKey));
  state.candidates.setPromoted(claims.map(({ key }) => key), at);
  state.rejections.lift([...promotions, ...claims].flatMap(({ claimHash }) => claimHash ?? []));
}

/** Directives that a sweep wrote, taken back or not. */
interface TakenBack {
  /** A sentence about what was done. */
  readonly notice: string;
  /** Keys of the claims that are turned down now. */
  readonly rejected: readonly string[];
}

/** Puts `USER.md` back if it is as the sweep left it, and turns down what became a directive; `null` if it wrote none. */
function takeBackDirectives(
  { state, layout, originsOf, clock }: DreamDeps,
  { id: sweepId, report }: SweepRow,
): TakenBack | null {
  // One for each directive: the first has the file as it was, the last what was made of it.
  const images = state.preImages.ofSweep(sweepId).filter(({ path }) => path === USER_FILE);
  const [image] = images;
  if (image === undefined) return null;
  const isAlone = images.every(({ hash }, at) => at === 0 || images[at - 1]?.writtenHash === hash);
  const text = image.content === null ? "" : textOf(image.content);
  const isBack = withCuratedLock(layout, () => {
    const base = readCurated(USER_FILE, layout, originsOf);
    const isAsLeft = base.refusal === null && isAlone && base.hash === images.at(-1)?.writtenHash;
    return isAsLeft &&
      replaceCurated(base, { text, bookings: [] }, { layout, state, sweepId: null, at: clock.now().iso });
  });
  if (!isBack) {
    const notice = `${USER_FILE} was changed since the sweep and stays as it is; memory remember changes a directive`;
    return { notice, rejected: [] };
  }
  const rejected = directivesOf(report);
  const rows = candidatesOf(state, rejected);
  state.transaction(() => {
    state.candidates.setPromoted(rows.map(({ key }) => key), null);
    const rejectedAt = clock.now().iso;
    state.rejections.add(rows.map(({ claimHash }): Rejection => ({ claimHash, rejectedAt, reason: "undone" })));
  });
  return { notice: `${USER_FILE} is as it was before the sweep`, rejected };
}

/** The claims that a sweep made directives of; a report of another version may have another shape. */
function directivesOf(report: string | null): string[] {
  const value: unknown = JSON.parse(report ?? "{}");
  const directives = isRecord(value) ? value["directives"] : null;
  return Array.isArray(directives)
    ? directives.flatMap((deed) => isRecord(deed) && deed["outcome"] === "written" ? [String(deed["key"])] : [])
    : [];
}

function textOf(content: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: false }).decode(content);
}

function told({ removed, returned, left }: Reverted): Pick<UndoReport, "removed" | "returned" | "left"> {
  return { removed, returned, left };
}

/** Sweeps that are looked back through; who undoes looks at the last days. */
const SWEEPS_BACK = 1_000;

function deedsOf({ state }: DreamDeps, id: number | null): Deeds {
  const all = state.sweeps.list(SWEEPS_BACK).filter(({ mode }) => mode === "real").map((sweep): Deeds => ({
    sweep,
    promotions: state.promotions.ofSweep(sweep.id).filter(({ undoneAt }) => undoneAt === null),
    departures: state.departures.ofSweep(sweep.id).filter(({ returnedAt }) => returnedAt === null),
  }));
  const changing = all.filter(({ sweep, promotions, departures }) =>
    sweep.undoneAt === null &&
    (promotions.length + departures.length > 0 ||
      state.preImages.ofSweep(sweep.id).some(({ path }) => path === USER_FILE))
  );
  if (id === null) {
    const [newest] = changing;
    if (newest !== undefined) return newest;
    throw new MemoryError("Cannot undo: no sweep has changed MEMORY.md", { hint: "memory dream history lists them" });
  }
  const at = changing.findIndex(({ sweep }) => sweep.id === id);
  const found = changing[at];
  if (found === undefined) throw nothingToUndo(all.find(({ sweep }) => sweep.id === id)?.sweep, id);
  if (at === 0) return found;
  const newer = changing.slice(0, at).map(({ sweep }) => `${sweep.id} of ${sweep.day}`);
  throw new MemoryError(`Cannot undo sweep ${id}: MEMORY.md was changed since by sweep ${newer.join(", sweep ")}`, {
    hint: "undo the newest first, with: memory dream undo",
  });
}

function nothingToUndo(sweep: SweepRow | undefined, id: number): MemoryError {
  const why = sweep === undefined
    ? "there is no real sweep with this number"
    : sweep.undoneAt === null
    ? "it changed nothing"
    : `it was undone at ${sweep.undoneAt}`;
  return new MemoryError(`Cannot undo sweep ${id}: ${why}`, { hint: "memory dream history lists them" });
}

/** The old bytes, if the file is just as the sweep left it. */
function asBefore({ state }: DreamDeps, base: StandingFile, { sweep, promotions, departures }: Deeds): Reverted | null {
  const image = state.preImages.ofSweep(sweep.id).find(({ path }) => path === MEMORY_FILE);
  if (image === undefined || image.content === null || image.writtenHash !== base.hash) return null;
  // What is damaged is not put in place of anything.
  if (sha256Hex(image.content) !== image.hash) return null;
  const merged = promotions.filter(({ operation }) => operation === "merged");
  return {
    text: textOf(image.content),
    removed: promotions.filter(({ operation }) => operation !== "merged").map(({ text }) => text),
    returned: [...departures.map(({ raw }) => raw), ...merged.flatMap(({ priorRaw }) => priorRaw ?? [])],
    left: [],
  };
}
