/**
 * The night up to the deep phase, worked out in memory: what is there, what light and REM would do, and the pool as they
 * leave it. A real sweep then stores what they did; a dry run and an explanation do not.
 *
 * @module
 */
import { causeChain } from "../base/errors.ts";
import { addDays, type Clock, type IsoTime, type LocalDay, type Now } from "../base/clock.ts";
import { readCurated } from "../curate/read_curated.ts";
import type { Sources } from "../store/index/sources.ts";
import type { CandidateFacts, CandidateRow } from "../store/state/candidates.ts";
import { keptEntries } from "../store/state/kept_entries.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { SweepRow } from "../store/state/sweeps.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import type { CuratedEntry } from "../workspace/curated.ts";
import { MEMORY_FILE, type WorkspaceLayout } from "../workspace/layout.ts";
import type { Candidate, Stated } from "./candidate.ts";
import type { DreamConfig } from "./config.ts";
import { keyedEntries, restatedEntries, withCorrections } from "./corrections.ts";
import { knownEntries } from "./deep/known.ts";
import { locateQuickly } from "./deep/rehydrate.ts";
import { claimsToStage, pathsToRead } from "./light/gather.ts";
import { applyLight, type LightPlan, newRow, planLight } from "./light/stage.ts";
import { type FileReader, fileReader, readOnce } from "./live_file.ts";
import { type LiveLines, type LiveLookUp, liveLookUp, lookUpAll, lookUpOnce } from "./live_lines.ts";
import { chooseLooks, type Looks } from "./looks.ts";
import { buildPool, type DayReader, dayReader } from "./pool.ts";
import { applyHighlights, findHighlights, type Highlights } from "./rem/highlight.ts";
import { findThemes, type Theme } from "./rem/themes.ts";

/** What the dream works with. */
export interface DreamDeps {
  /** Where the files are. */
  readonly layout: WorkspaceLayout;
  /** Candidates, recalls, ledger and the records of sweeps. */
  readonly state: StateStore;
  /** Says which files there are and when they changed; brought up to date before the dream. */
  readonly index: { readonly sources: Pick<Sources, "all"> };
  /** The program's time. */
  readonly clock: Clock;
  /** Always live from the ledger. */
  readonly originsOf: OriginReader;
  /** The settings of the dream. */
  readonly config: DreamConfig;
  /** Days that a superseded directive stays in `USER.md` (`remember.keepSupersededDays`). */
  readonly keepSupersededDays: number;
}

/** How a phase went: its result, or why there is none, as a short clause. */
export type PhaseResult<T> = { readonly value: T } | { readonly failure: string };

/** What REM found. */
export interface RemResult extends Highlights {
  /** Strongest first. */
  readonly themes: readonly Theme[];
}

/** The night up to the deep phase. */
export interface Night {
  /** The moment of the night. */
  readonly now: Now;
  /** What light does, or why it failed. */
  readonly light: PhaseResult<LightPlan>;
  /** What REM found, or why it failed. */
  readonly rem: PhaseResult<RemResult>;
  /** Candidates as light and REM leave them. */
  readonly pool: readonly Candidate[];
  /** Claims that were not looked at closely, by the gate at which they are counted. */
  readonly distant: Looks["distant"];
  /** When the claims behind entries of `MEMORY.md` were last stated, by the entry's key. */
  readonly restated: ReadonlyMap<string, Stated>;
  /** Candidates that stand in `MEMORY.md` without a record of it. */
  readonly known: ReadonlyMap<string, CuratedEntry>;
}

/** A phase before the deep one. */
export type EarlyPhase = "light" | "rem";

/** How to look ahead. */
export interface Look {
  /** See {@linkcode lookAhead}. */
  readonly wanted?: Wanted | null;
  /** See {@linkcode lookAhead}. */
  readonly phases?: readonly EarlyPhase[];
}

const BOTH_PHASES: readonly EarlyPhase[] = ["light", "rem"];

/** A claim that is to be explained. */
export interface Wanted {
  /** `c:` and 12 hex digits. */
  readonly key: string;
  /** What the file says of it, if it stands in one. */
  readonly facts: CandidateFacts | null;
}

/**
 * Returns the night for the present state of files and stores; writes nothing.
 *
 * @param look.wanted a claim to look at although nobody asked for it or staged it
 * @param look.phases the phases that do their work; the others leave everything as it is. All if left out
 */
export function lookAhead(deps: DreamDeps, now: Now, look: Look = {}): Night {
  const { wanted = null, phases = BOTH_PHASES } = look;
  const { state, config, originsOf, layout } = deps;
  const read = readOnce(fileReader(layout));
  const rows = new Map(state.candidates.all().map((row) => [row.key, row]));
  if (wanted?.facts && !rows.has(wanted.key)) rows.set(wanted.key, newRow(wanted.facts));
  const recalls = state.recalls.all();
  const isForgotten = forgottenIn(state);
  const lookUp = { read, originsOf, today: now.day, find: locateQuickly };
  const known = new Map<string, LiveLines>();
  const live = lookUpOnce(liveLookUp(lookUp), known);
  const light = attempt(() =>
    phases.includes("light") ? runLight(deps, now, { rows, recalls, read, live, isForgotten }) : noLight(now)
  );
  const staged = "value" in light ? applyLight(rows, light.value) : rows;
  const weekStart = addDays(now.day, 1 - config.rem.lookbackDays);
  const rejected = new Set(state.rejections.all().keys());
  const core = readCurated(MEMORY_FILE, layout, originsOf).standing;
  const keyed = keyedEntries(core);
  const mayCorrect = ({ supersessionKey, promotedAt }: CandidateRow) =>
    supersessionKey !== null && promotedAt === null && keyed.explicit.has(supersessionKey);
  const isWanted = (row: CandidateRow, readDay: DayReader) =>
    row.key === wanted?.key || mayCorrect(row) || (row.stagedAt !== null && isWithin(readDay(row), weekStart, now.day));
  const isRejected = ({ claimHash }: CandidateRow) => rejected.has(claimHash);
  const { close, distant } = chooseLooks({ rows: staged, recalls, isWanted, now, config: config.deep, isRejected });
  for (const [key, lines] of lookUpAll(close.filter((row) => !known.has(row.key)), lookUp)) known.set(key, lines);
  const candidates = buildPool({ rows: staged, close, recalls, live, rejected, isForgotten });
  const standing = knownEntries(candidates, core, config.similarity);
  const present = standing.size === 0
    ? candidates
    : candidates.map((it) => standing.has(it.key) ? { ...it, isPromoted: true } : it);
  const restated = restatedEntries(present, state);
  const pool = withCorrections(present, {
    state,
    keyed: { ...keyed, restated },
    rows: staged,
    recalls,
    similarity: config.similarity,
  });
  const rem = attempt(() => phases.includes("rem") ? runRem(deps, { now, pool, rows: staged, weekStart }) : NO_REM);
  const lit = "value" in rem ? applyHighlights(pool, rem.value, now) : pool;
  return { now, light, rem, pool: lit, distant, known: standing, restated };
}

/** Stores what light and REM did, each in one transaction of its own. */
export function commitPhases({ state }: Pick<DreamDeps, "state">, { light, rem, now }: Night): void {
  if ("value" in light) {
    const { found, staged, hits, twins, tags, at } = light.value;
    state.transaction(() => {
      state.candidates.upsert(found);
      state.candidates.stage(staged, at);
      state.candidates.hitLight(hits, at);
      state.candidates.setConceptTags(tags);
      for (const { duplicate, older } of twins) state.candidates.mergeInto(duplicate, older);
    });
  }
  if ("value" in rem) {
    const { considered, highlighted } = rem.value;
    state.transaction(() => {
      state.candidates.considerRem(considered, now.iso);
      state.candidates.hitRem(highlighted, now.iso);
    });
  }
}

function noLight({ iso }: Now): LightPlan {
  return { at: iso, found: [], staged: [], hits: [], twins: [], tags: new Map(), waiting: 0 };
}

const NO_REM: RemResult = { themes: [], considered: [], highlighted: [] };

interface LightInput {
  readonly rows: ReadonlyMap<string, CandidateRow>;
  readonly recalls: ReturnType<StateStore["recalls"]["all"]>;
  readonly read: FileReader;
  readonly live: LiveLookUp;
  readonly isForgotten: (text: string) => boolean;
}

/** Asks the state once whether anything was forgotten at all: a night looks at every claim. */
function forgottenIn({ tombstones }: StateStore): (text: string) => boolean {
  return tombstones.isEmpty() ? () => false : (text) => tombstones.isForgotten(text);
}

function runLight(deps: DreamDeps, now: Now, { rows, recalls, read, live, isForgotten }: LightInput): LightPlan {
  const { index, config, state, originsOf } = deps;
  const { lookbackDays } = config.light;
  const paths = pathsToRead({ sources: index.sources.all(), since: lastLight(state), lookbackDays, now });
  const met = claimsToStage(paths, { read, originsOf, now }).filter(({ text }) => !isForgotten(text));
  const isTrusted = (row: CandidateRow) => live(row).provenance.verdict.passes;
  const standing = new Set(
    [...keptEntries(state).values()].flatMap(({ promotions }) => promotions.map(({ candidateKey }) => candidateKey)),
  );
  const isClosed = ({ key, promotedAt }: CandidateRow) => promotedAt !== null && !standing.has(key);
  return planLight({ rows, recalls, met, isTrusted, isClosed, now, config });
}

interface RemInput {
  readonly now: Now;
  readonly pool: readonly Candidate[];
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** The first local day of the window of the themes. */
  readonly weekStart: LocalDay;
}

function runRem({ config, clock }: DreamDeps, { now, pool, rows, weekStart }: RemInput): RemResult {
  const trusted = pool.filter(({ provenance }) => provenance.verdict.passes);
  const week = trusted.filter(({ day }) => isWithin(day, weekStart, now.day));
  const usualStart = addDays(now.day, 1 - config.rem.baselineDays);
  const readDay = dayReader();
  const isUsual = (row: CandidateRow) => row.stagedAt !== null && isWithin(readDay(row), usualStart, now.day);
  const usual = [...rows.values()].filter(isUsual).map(({ conceptTags }) => conceptTags);
  const themes = findThemes({ week, usual, config: config.rem });
  return { themes, ...findHighlights(trusted, { themes, now, clock, config }) };
}

function isWithin(day: LocalDay, first: LocalDay, last: LocalDay): boolean {
  return day >= first && day <= last;
}

/** Sweeps that are looked back through for the last whole one; so many dry or failed ones in a row are no normal state. */
const SWEEPS_BACK = 100;

function lastLight(state: StateStore): IsoTime | null {
  const isWhole = ({ kind, mode, status }: SweepRow) =>
    kind === "night" && mode === "real" && (status === "done" || status === "quiet");
  return state.sweeps.list(SWEEPS_BACK).find(isWhole)?.startedAt ?? null;
}

function attempt<T>(phase: () => T): PhaseResult<T> {
  try {
    return { value: phase() };
  } catch (error) {
    return { failure: causeChain(error).join(": ") };
  }
}
