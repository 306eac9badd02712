/**
 * After the deep phase: entries of an interrupted night are recorded, the page is written, and what was left open is
 * closed.
 *
 * @module
 */
import { addDays, type Now } from "../base/clock.ts";
import { causeChain, errorCode, MemoryError } from "../base/errors.ts";
import type { DepartureRow } from "../store/state/departures.ts";
import type { PromotionRow } from "../store/state/promotions.ts";
import type { CuratedEntry } from "../workspace/curated.ts";
import { unified } from "../curate/raw_entry.ts";
import { replacedBy } from "./killed_priors.ts";
import type { SweepRow } from "../store/state/sweeps.ts";
import { removeStaleTemps } from "../workspace/temp_files.ts";
import type { Deliberation } from "./deep/deliberate.ts";
import type { Advice } from "./advice/advice.ts";
import { attestedSince } from "./attested_since.ts";
import { formatPage, pageMark } from "./deep/diary.ts";
import { proposalMark } from "./deep/proposed.ts";
import type { PageModel } from "./deep/page_model.ts";
import type { Draft } from "./deep/draft.ts";
import { addPage, readDreams } from "./deep/dreams_file.ts";
import { earned } from "./deep/earned.ts";
import { scoreOf } from "./deep/score.ts";
import type { DreamDeps, Night } from "./night.ts";
import { preferencesOf, type SweepReport } from "./report.ts";

/**
 * Returns what earlier nights kept and may not have told: those that were killed, and the last real one if it did not end
 * well.
 */
export function untoldPromotions({ state }: Pick<DreamDeps, "state">, sweepId: number): PromotionRow[] {
  const earlier = state.sweeps.list(RECENT_SWEEPS).filter(({ id, mode }) => id !== sweepId && mode === "real");
  const untold = earlier.filter(({ status }, at) => status === "running" || (at === 0 && ENDED_BADLY.has(status)));
  return untold.flatMap(({ id }) => state.promotions.ofSweep(id));
}

/** Returns the numbers of real sweeps whose process died before they ended. */
export function killedSweeps({ state }: Pick<DreamDeps, "state">, sweepId: number): number[] {
  return state.sweeps.list(RECENT_SWEEPS).filter(({ id, mode, status }) =>
    id !== sweepId && mode === "real" && status === "running"
  ).map(({ id }) => id);
}

/**
 * Records candidates that stand in `MEMORY.md` without a record, with the entries that they took the place of, and returns
 * the new rows.
 */
export function recordKnown(
  { state, config }: DreamDeps,
  { sweepId, night, priors }: {
    readonly sweepId: number;
    readonly night: Night;
    /** See `killedPriors`. */
    readonly priors: ReadonlyMap<string, CuratedEntry>;
  },
): PromotionRow[] {
  const { known, pool, now } = night;
  const found = pool.flatMap((candidate) => {
    const entry = known.get(candidate.key);
    return entry === undefined ? [] : [{ candidate, entry, prior: priors.get(entry.key) ?? null }];
  });
  const rows = found.map(({ candidate, entry, prior }): PromotionRow => ({
    sweepId,
    entryKey: entry.key,
    operation: prior === null ? "added" : "superseded",
    text: entry.text,
    promotedAt: now.iso,
    ...earned({ candidate, score: scoreOf(candidate, now, config.deep) }),
    raw: unified(entry.raw),
    priorKey: prior?.key ?? null,
    priorRaw: prior === null ? null : unified(prior.raw),
  }));
  if (rows.length === 0) return rows;
  state.transaction(() => {
    state.promotions.add(rows);
    for (const [successorKey, prior] of priors) {
      state.departures.add([replacedBy(prior, { successorKey, sweepId, at: now.iso })]);
      state.curatedUses.move(prior.key, successorKey);
    }
    state.candidates.setPromoted(
      found.flatMap(({ candidate: { key, duplicates } }) => [key, ...duplicates]),
      now.iso,
    );
  });
  return rows;
}

/** All that a page is made of. */
export interface PageFacts {
  /** The number of tonight's sweep. */
  readonly sweepId: number;
  /** The night up to the deep phase. */
  readonly night: Night;
  /** Who went on and who was stopped. */
  readonly deep: Deliberation;
  /** What was written. */
  readonly draft: Draft;
  /** What the page and the report share. */
  readonly report: SweepReport;
  /** Promotions that no page may have told yet. */
  readonly late: readonly PromotionRow[];
  /** What a language model advised. @default none is configured */
  readonly advice?: Advice | undefined;
}

/** The page's path, `null` if there was nothing to tell; or why it could not be written, as a sentence without a stop. */
export type PageOutcome = { readonly path: string | null } | { readonly failure: string };

/**
 * Writes the night's page; no file is touched if there is nothing to tell. What was kept is recorded before, so a page that
 * cannot be written does not undo the night: the next one tells it.
 */
export function writePage({ layout, state }: DreamDeps, facts: PageFacts): PageOutcome {
  const { deep, draft, report, late, night, sweepId, advice } = facts;
  try {
    const dreams = readDreams(layout);
    const recovered = late.filter((row) => row.sweepId === sweepId || !dreams.includes(pageMark(row.sweepId)));
    const isNew = (key: string) => !dreams.includes(proposalMark(key));
    const proposals = preferencesOf(deep.evaluations).filter(({ candidate }) => isNew(candidate.key));
    const attested = attestedSince({ layout, state }, sweepId);
    const { retired, mayRetire } = report;
    const isProposed = mayRetire.some(({ key }) => !dreams.includes(`memory dream accept ${key}`));
    const vanished = vanishedSince({ state }, dreams);
    const directives = report.directives.filter(({ outcome, key }) =>
      outcome === "written" || outcome === "pruned" || (outcome === "doubt" && isNew(key))
    );
    const turnTainted = report.turnTainted.filter(({ key }) => isNew(key));
    const hindered = report.nearMisses.filter(({ key, isHindered }) => isHindered && isNew(key));
    const news = [
      draft.operations,
      draft.retired,
      recovered,
      proposals,
      attested,
      vanished,
      directives,
      hindered,
      turnTainted,
    ];
    if (news.every((each) => each.length === 0) && !isProposed) return { path: null };
    const { candidates, nearMisses, themes, stopped } = report;
    const { operations, isFallback } = draft;
    const told = {
      candidates,
      nearMisses,
      themes,
      stopped,
      operations,
      isFallback,
      recovered,
      proposals,
      attested,
      turnTainted,
    };
    const rooms = { retired: draft.retired, retirements: { retired, mayRetire }, vanished, directives };
    const model = report.model === null ? null : { ...report.model, ...reflectionOf(advice, night) };
    return {
      path: addPage(
        layout,
        formatPage({ sweepId, now: night.now, refused: refusedLines(deep), ...told, ...rooms, model }),
      ),
    };
  } catch (error) {
    if (!(error instanceof MemoryError) && errorCode(error) === undefined) throw error;
    return { failure: `The page of this night is missing: ${causeChain(error).join(": ")}` };
  }
}

/** The reflection, with the claims that it points at. */
function reflectionOf(
  advice: Advice | undefined,
  { pool }: Night,
): Pick<PageModel, "words" | "sources" | "highlights"> {
  const { text = "", sources = [], highlights = [] } = advice?.reflection ?? {};
  const keys = new Set(highlights);
  return {
    words: text,
    sources,
    highlights: pool.filter(({ key }) => keys.has(key)).map((candidate) => candidate.text),
  };
}

/** Returns the entries that vanished in a hooked turn and of which no page has told. */
function vanishedSince({ state }: Pick<DreamDeps, "state">, dreams: string): DepartureRow[] {
  return state.departures.open().filter(({ reason, entryKey }) =>
    reason === "vanished" && !dreams.includes(`memory dream restore ${entryKey}`)
  );
}

/** What closing needs to know of tonight. */
export interface ClosingFrame {
  /** The number of tonight's sweep; its record stays open. */
  readonly sweepId: number;
  /** The moment that closed records get. */
  readonly now: Now;
  /** The index run just before saw every file. */
  readonly isIndexWhole: boolean;
}

/**
 * Ends the records of nights that were killed, drops ledger rows whose line is known never to have come and what was
 * injected long ago, and removes what killed writers left half written beside `MEMORY.md` and the settings.
 */
export function closeInterrupted(
  { state, layout }: Pick<DreamDeps, "state" | "layout">,
  { sweepId, now, isIndexWhole }: ClosingFrame,
): void {
  for (const folder of [layout.root, layout.dataDir]) removeStaleTemps(folder, now.ms);
  const isDead = ({ id, status }: SweepRow) => id !== sweepId && status === "running";
  for (const { id } of state.sweeps.list(RECENT_SWEEPS).filter(isDead)) {
    const report = JSON.stringify({ error: "Interrupted" });
    state.sweeps.finish(id, { status: "failed", finishedAt: now.iso, promotable: 0, report });
  }
  state.injections.dropBefore(`${addDays(now.day, -INJECTIONS_KEPT_DAYS)}T00:00:00Z`);
  state.nearForms.dropOrphans();
  if (isIndexWhole) state.ledger.dropNeverSeen(`${addDays(now.day, -NEVER_SEEN_DAYS)}T00:00:00Z`);
}

/** Sweeps among which an unfinished one is looked for: the next real one closes it, so it is never far back. */
const RECENT_SWEEPS = 50;
/** A real night with such an end may have kept something without telling it. */
const ENDED_BADLY: ReadonlySet<string> = new Set(["failed", "partial"]);
/** No session lasts as long; what it was given then is no longer needed to know an echo, and the log stays bounded. */
const INJECTIONS_KEPT_DAYS = 90;
/** A booked line that no index run has seen for so many days never came: its writer died before it wrote. */
const NEVER_SEEN_DAYS = 2;

function refusedLines({ evaluations }: Deliberation): { lines: number; recalls: number } {
  const refused = evaluations.filter(({ candidate: { provenance, evidence } }) =>
    (provenance.origin === "untrusted" || provenance.origin === "system") && evidence.length > 0
  );
  return { lines: refused.length, recalls: refused.reduce((sum, { candidate }) => sum + candidate.evidence.length, 0) };
}
