/**
 * What age, importance and project do to a hit (SPEC 6): `final = hybrid × decay × importance × project`. Three small
 * laws and their product, so that `--explain` can show each.
 *
 * @module
 */
import { daysBetween, type LocalDay } from "../../base/clock.ts";
import type { Tier } from "../../provenance/tier.ts";
import type { SearchConfig } from "../config.ts";

/** What the multipliers of a chunk depend on. */
export interface RankFacts {
  /** Of its file. */
  readonly tier: Tier;
  /** The local day of a dated diary; `null` for what is evergreen. */
  readonly day: LocalDay | null;
  /** 1 to 10, or `null` if nobody gave one. */
  readonly importance: number | null;
  /** Project keys; empty or `null` if untagged; `invalid` if the annotation could not be read. */
  readonly projects: readonly string[] | "invalid" | null;
}

/** What the multipliers depend on beside the chunk. */
export interface RankContext {
  /** The present local day. */
  readonly today: LocalDay;
  /** Project keys. */
  readonly activeProjects: ReadonlySet<string>;
  /** The laws of age and project. */
  readonly settings: Pick<SearchConfig, "decay" | "project">;
}

/** The multipliers of one chunk; 1 is neutral. */
export interface Multipliers {
  /** Of age, `search.decay.floor` to 1. */
  readonly decay: number;
  /** Of importance, 0.8 to 1.25. */
  readonly importance: number;
  /** Of the project. */
  readonly project: number;
}

/** Importance multiplier of a line with importance 0: the foot of `0.75 + 0.05·n` (SPEC 6). */
const IMPORTANCE_FOOT = 0.75;
/** Gain for each step of importance, so that 5 is neutral and 10 gives 1.25 (SPEC 6). */
const IMPORTANCE_STEP = 0.05;

/** Returns the multipliers of a chunk. */
export function multipliersOf(facts: RankFacts, context: RankContext): Multipliers {
  return {
    decay: facts.day === null ? 1 : decayOf(daysBetween(facts.day, context.today), context.settings.decay),
    importance: importanceOf(facts),
    project: projectOf(facts.projects, context),
  };
}

/** Returns the product of a hybrid score and its multipliers; may pass 1. */
export function rankScoreOf(hybrid: number, by: Multipliers): number {
  return hybrid * by.decay * by.importance * by.project;
}

/**
 * Returns the temporal decay `floor + (1 - floor) · 2^(-ageDays / halfLifeDays)`, in `floor`…1. A day in the future
 * counts as today.
 */
export function decayOf(ageDays: number, settings: SearchConfig["decay"]): number {
  const age = Math.max(0, ageDays);
  return settings.floor + (1 - settings.floor) * 2 ** (-age / settings.halfLifeDays);
}

/** Only what the dream or the owner put into a curated file has a weight that was checked by someone. */
function importanceOf(facts: RankFacts): number {
  if (facts.tier !== "curated" || facts.importance === null) return 1;
  return IMPORTANCE_FOOT + IMPORTANCE_STEP * facts.importance;
}

/** Returns the project multiplier; an unreadable annotation matches no project and is not global either. */
function projectOf(projects: RankFacts["projects"], { activeProjects, settings }: RankContext): number {
  if (projects === "invalid") return settings.project.other;
  if (projects === null || projects.length === 0) return 1;
  return projects.every((key) => activeProjects.has(key)) ? settings.project.active : settings.project.other;
}
