/**
 * The night up to the deep phase, worked out in memory: what is there, what light and REM would do, and the pool as they
 * leave it. A real sweep then stores what they did; a dry run and an explanation do not.
 *
 * @module
 */
import { causeChain } from "../base/errors.ts";
import { addDays, type Clock, type LocalDay, type Now } from "../base/clock.ts";
import { isPreferenceShaped } from "../curate/preference.ts";
import { readCurated, type StandingFile } from "../curate/read_curated.ts";
import type { Sources } from "../store/index/sources.ts";
import type { TaggedClaim } from "../store/state/candidate_views.ts";
import type { CandidateFacts, CandidateRow } from "../store/state/candidates.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import type { Withheld } from "../select/choose.ts";
import type { CuratedEntry } from "../workspace/curated.ts";
import { MEMORY_FILE, type WorkspaceLayout } from "../workspace/layout.ts";
import type { Candidate, Stated } from "./candidate.ts";
import { claimBook } from "./claim_book.ts";
import { closeLooks, pathsOfDays } from "./close_looks.ts";
import type { DreamConfig } from "./config.ts";
import { keyedEntries, restatedEntries, withCorrections } from "./corrections.ts";
import { knownEntries } from "./deep/known.ts";
import { junkReason } from "./deep/quality.ts";
import { locateQuickly } from "./deep/rehydrate.ts";
import { runLight } from "./light/run_light.ts";
import { afterLight, type LightPlan, newRow } from "./light/stage.ts";
import { fileReader, readOnce } from "./live_file.ts";
import { type LiveLines, liveLookUp, lookUpAll, lookUpOnce } from "./live_lines.ts";
import type { Looks } from "./looks.ts";
import { buildPool, dayReader } from "./pool.ts";
import { applyHighlights, findHighlights, type Highlights } from "./rem/highlight.ts";
import { deletedClaims } from "./turn_down_deleted.ts";
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
  /** What is not printed where a selector means several. @default everything is */
  readonly withheld?: Withheld;
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
  /** `MEMORY.md` as it stood. */
  readonly core: StandingFile;
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
  const isForgotten = forgottenIn(state);
  const asked = state.candidateViews.asked();
  // A real night has done this before it comes here; a look has to see it all the same.
  const deleted = deletedClaims(state);
  const cleared = new Set(deleted.map(({ key }) => key));
  const seenAs = (row: CandidateRow) => cleared.has(row.key) ? { ...row, promotedAt: null } : row;
  const lookUp = { read, originsOf, today: now.day, find: locateQuickly };
  const known = new Map<string, LiveLines>();
  const live = lookUpOnce(liveLookUp(lookUp), known);
  const light = attempt(() =>
    phases.includes("light") ? runLight(deps, now, { read, live, isForgotten, asked, seenAs }) : noLight(now)
  );
  const plan = "value" in light ? light.value : noLight(now);
  const lit = afterLight(plan);
  const book = claimBook(state.candidates, (row) => lit(seenAs(row)));
  book.keep(plan.found.map(newRow));
  if (wanted !== null) book.load([wanted.key]);
  // What no table holds is looked at as it stands; light does nothing with it, and neither would a sweep.
  if (wanted?.facts) book.keep([newRow(wanted.facts)]);
  const rejected = new Set([...state.rejections.all().keys(), ...deleted.map(({ claimHash }) => claimHash)]);
  const core = readCurated(MEMORY_FILE, layout, originsOf);
  const keyed = keyedEntries(core.standing);
  const entryKeys = [...keyed.explicit.keys()];
  const lookAt = (rows: readonly CandidateRow[]) => {
    for (const [key, lines] of lookUpAll(rows.filter((row) => !known.has(row.key)), lookUp)) known.set(key, lines);
  };
  const countSound = (rows: readonly CandidateRow[]) => {
    lookAt(rows);
    return rows.filter((row) => isSound(live(row)) && !isForgotten(row.text)).length;
  };
  const looks = { state, book, plan, wanted: wanted?.key ?? null, entryKeys, rejected, now, config, countSound, asked };
  const { close, distant, recalls } = closeLooks(looks);
  lookAt(close);
  const candidates = buildPool({ rows: book.rows, close, recalls, live, today: now.day, rejected, isForgotten });
  const standing = knownEntries(candidates, core.standing, config.similarity);
  const present = standing.size === 0
    ? candidates
    : candidates.map((it) => standing.has(it.key) ? { ...it, isPromoted: true } : it);
  const restated = restatedEntries(present, state);
  const corrections = {
    today: now.day,
    state,
    keyed: { ...keyed, restated },
    rows: book.rows,
    similarity: config.similarity,
  };
  const pool = withCorrections(present, corrections);
  const rem = attempt(() => phases.includes("rem") ? runRem(deps, { now, pool, plan }) : NO_REM);
  const highlighted = "value" in rem ? applyHighlights(pool, rem.value, now) : pool;
  return { now, light, rem, pool: highlighted, distant, core, known: standing, restated };
}

/** Stores what light and REM did, each in one transaction of its own unless there is one already. */
export function commitPhases({ state }: Pick<DreamDeps, "state">, { light, rem, now }: Night): void {
  if ("value" in light) {
    const { found, staged, hits, twins, tags, at } = light.value;
    const [isStaged, isHit] = [new Set(staged), new Set(hits)];
    state.transaction(() => {
      state.candidates.upsert(found);
      state.candidates.stage(staged.filter((key) => !isHit.has(key)), at);
      state.candidates.hitLight(hits.filter((key) => !isStaged.has(key)), at);
      state.candidates.stageRecalled(staged.filter((key) => isHit.has(key)), at);
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

function isSound({ found, provenance }: LiveLines): boolean {
  if (found === null || !provenance.verdict.passes) return false;
  return junkReason({ text: found.text, wishes: found.annotations }) === null && !isPreferenceShaped(found.text);
}

/** Asks the state once whether anything was forgotten at all: a night looks at every claim. */
function forgottenIn({ tombstones }: StateStore): (text: string) => boolean {
  return tombstones.isEmpty() ? () => false : (text) => tombstones.isForgotten(text);
}

interface RemInput {
  readonly now: Now;
  readonly pool: readonly Candidate[];
  readonly plan: LightPlan;
}

function runRem({ config, clock, state }: DreamDeps, { now, pool, plan }: RemInput): RemResult {
  const { lookbackDays, baselineDays } = config.rem;
  const trusted = pool.filter(({ provenance }) => provenance.verdict.passes);
  const week = trusted.filter(({ day }) => day >= addDays(now.day, 1 - lookbackDays) && day <= now.day);
  const usualDays = pathsOfDays(state.candidateViews.paths(), addDays(now.day, 1 - baselineDays), now.day);
  const usual = usualTags(state.candidateViews.tagsOf(usualDays), { plan, ...usualDays });
  const themes = findThemes({ week, usual, config: config.rem });
  return { themes, ...findHighlights(trusted, { themes, now, clock, config }) };
}

/** The tags of the claims of the window that are staged when light is done. */
function usualTags(
  stored: readonly TaggedClaim[],
  { plan, first, last }: { readonly plan: LightPlan; readonly first: LocalDay; readonly last: LocalDay },
): (readonly string[])[] {
  const isStaged = new Set(plan.staged);
  const readDay = dayReader();
  const found = plan.found.filter((facts) => readDay(facts) >= first && readDay(facts) <= last);
  const fresh = found.map(({ key, conceptTags }) => ({ key, conceptTags, isStaged: false }));
  return [...stored, ...fresh].filter((claim) => claim.isStaged || isStaged.has(claim.key))
    .map(({ key, conceptTags }) => plan.tags.get(key) ?? conceptTags);
}

function attempt<T>(phase: () => T): PhaseResult<T> {
  try {
    return { value: phase() };
  } catch (error) {
    return { failure: causeChain(error).join(": ") };
  }
}
