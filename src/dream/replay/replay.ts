/**
 * Past nights once more, on the log of recalls and under other thresholds (SPEC 8.10). Writes nothing. Each night looks at what
 * had been recalled and said by then; lines, their origin and what was turned down are as they are now, and what REM highlighted
 * then is not known and adds nothing.
 *
 * @module
 */
import { addDays, type Clock, type LocalDay, type Now, parseIso } from "../../base/clock.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import type { Candidate } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import { evaluate, type Evaluation, strongestFirst } from "../deep/evaluate.ts";
import { type DreamDeps, lookAhead } from "../night.ts";
import { withThresholds } from "./thresholds.ts";

/** Which nights, and what is changed. */
export interface ReplayRequest {
  /** The first local day. */
  readonly from: LocalDay;
  /** The last one, inclusive. */
  readonly to: LocalDay;
  /** As `minScore=0.7`. */
  readonly thresholds: readonly string[];
}

/** One claim that the replayed night would have kept. */
export interface ReplayedClaim {
  /** The candidate's key. */
  readonly key: string;
  /** The claim. */
  readonly text: string;
  /** `path#L3-L5`. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  /** Recalls by then. */
  readonly recalls: number;
  /** The local day on which the memory really kept it, or `null`. */
  readonly keptOn: LocalDay | null;
}

/** One replayed night. */
export interface ReplayedNight {
  /** Its local day. */
  readonly day: LocalDay;
  /** The moment: when that night began, or 03:00 if there was none. */
  readonly at: string;
  /** Claims that were there. */
  readonly candidates: number;
  /** Strongest first. */
  readonly promoted: readonly ReplayedClaim[];
  /** How many the first gate or step that stopped them stopped. */
  readonly stopped: Readonly<Record<string, number>>;
}

/** The nights; JSON in this shape. */
export interface Replay {
  /** As asked for. */
  readonly from: LocalDay;
  /** As asked for. */
  readonly to: LocalDay;
  /** The numbers that held, by their names. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** One a day, the oldest first. */
  readonly nights: readonly ReplayedNight[];
  /** What would have been kept in all, and how much of it the memory really kept. */
  readonly total: { readonly promoted: number; readonly kept: number };
}

/** Returns the nights. @throws {MemoryError} usage: no such threshold, or a value out of its range */
export function replay(deps: DreamDeps, { from, to, thresholds }: ReplayRequest): Replay {
  const { state, clock } = deps;
  const config = withThresholds(deps.config.deep, thresholds);
  const { pool } = lookAhead(deps, clock.now(), { phases: [] });
  const keptOn = new Map(
    state.promotions.all().filter(({ undoneAt }) => undoneAt === null)
      .map(({ candidateKey, promotedAt }) => [candidateKey, promotedAt.slice(0, "YYYY-MM-DD".length)]),
  );
  const moments = momentsOf(deps, from, to);
  const nightsBefore = moments.map(({ ms }) => ms);
  const done = new Set([...keptOn].filter(([, day]) => day < from).map(([key]) => key));
  const nights = moments.map((now, at) => {
    const seen = pool.filter(({ day }) => day <= now.day)
      .map((candidate) => asOf(candidate, { now, nights: nightsBefore.slice(0, at), done }));
    const { ready, stopped } = decided(seen, { now, config });
    for (const { candidate: { key } } of ready) done.add(key);
    const promoted = ready.map((evaluation) => replayed(evaluation, keptOn));
    return { day: now.day, at: now.iso, candidates: seen.length, promoted, stopped };
  });
  const all = nights.flatMap(({ promoted }) => promoted);
  const kept = all.filter((claim) => claim.keptOn !== null).length;
  return { from, to, thresholds: numbersOf(config), nights, total: { promoted: all.length, kept } };
}

/** When nights begin of which there is no record. */
const USUAL_HOUR = "T03:00:00";

function momentsOf({ state, clock }: DreamDeps, from: LocalDay, to: LocalDay): Now[] {
  const recorded = new Map(
    state.sweeps.list(MOST_SWEEPS).filter(({ kind }) => kind === "night").map(({ day, startedAt }) => [day, startedAt]),
  );
  const moments: Now[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ms = parseIso(recorded.get(day) ?? "");
    moments.push(ms === undefined ? usualMoment(clock, day) : clock.at(ms));
  }
  return moments;
}

/** More nights than anybody replays. */
const MOST_SWEEPS = 10_000;

function usualMoment(clock: Clock, day: LocalDay): Now {
  const ms = Date.parse(`${day}${USUAL_HOUR}Z`);
  const ahead = Date.parse(`${clock.at(ms).iso.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}Z`) - ms;
  return clock.at(ms - ahead);
}

interface Moment {
  readonly now: Now;
  /** Moments of the replayed nights before. */
  readonly nights: readonly number[];
  /** Keys that were kept before. */
  readonly done: ReadonlySet<string>;
}

/** The candidate as that night would have seen it. */
function asOf(candidate: Candidate, { now, nights, done }: Moment): Candidate {
  const evidence = candidate.evidence.filter(({ atMs }) => atMs <= now.ms);
  // Light counts a night in which the claim had been recalled since the night before.
  const hits = [...nights, now.ms].filter((ms, at, all) =>
    evidence.some(({ atMs }) => atMs <= ms && atMs > (all[at - 1] ?? Number.NEGATIVE_INFINITY))
  );
  const unlit = { remHits: 0, lastRemMs: null, lastRemConsideredMs: null };
  const lit = { lightHits: hits.length, lastLightMs: hits.at(-1) ?? null };
  return { ...candidate, ...unlit, ...lit, evidence, isPromoted: done.has(candidate.key) };
}

function decided(
  candidates: readonly Candidate[],
  frame: { readonly now: Now; readonly config: DreamConfig["deep"] },
): { readonly ready: readonly Evaluation[]; readonly stopped: Readonly<Record<string, number>> } {
  const evaluations = candidates.map((candidate) => evaluate(candidate, frame));
  const passed = evaluations.filter(({ stop }) => stop === null).sort(strongestFirst);
  const ready = passed.slice(0, frame.config.limit);
  const stopped: Record<string, number> = {};
  const names = evaluations.flatMap(({ stop }) => stop?.name ?? []);
  for (const name of names) stopped[name] = (stopped[name] ?? 0) + 1;
  if (passed.length > ready.length) stopped["limit"] = passed.length - ready.length;
  return { ready, stopped };
}

function replayed({ candidate, score }: Evaluation, keptOn: ReadonlyMap<string, LocalDay>): ReplayedClaim {
  const { key, text, source, evidence, duplicates } = candidate;
  const kept = [key, ...duplicates].map((each) => keptOn.get(each)).find((day) => day !== undefined) ?? null;
  return { key, text, source: formatAnchor(source), score: score.score, recalls: evidence.length, keptOn: kept };
}

function numbersOf({ weights, boosts, ...deep }: DreamConfig["deep"]): Record<string, number> {
  const { minScore, minRecalls, minQuestions, maxAgeDays, halfLifeDays, limit } = deep;
  const named = (group: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]);
  const groups = Object.fromEntries([...named("weights", weights), ...named("boosts", boosts)]);
  return { minScore, minRecalls, minQuestions, maxAgeDays, halfLifeDays, limit, ...groups };
}
