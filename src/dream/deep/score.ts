/**
 * The score of a candidate (SPEC 8.3): six signals from recalls only, and two boosts from the earlier phases. No signal
 * lowers the score by rising; a test checks that.
 *
 * @module
 */
import { DAY_MS, daysBetween, type Now } from "../../base/clock.ts";
import { type Candidate, distinctQuestions, type Evidence, lastNeededMs } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";

/** The six signals in the order in which they are reported. */
export const SIGNAL_NAMES = ["relevance", "frequency", "diversity", "recency", "recurrence", "richness"] as const;
/** One of {@linkcode SIGNAL_NAMES}. */
export type SignalName = (typeof SIGNAL_NAMES)[number];

/** One signal, from what was counted to what it adds. */
export interface Signal {
  /** See {@linkcode SIGNAL_NAMES}. */
  readonly name: SignalName;
  /** What was counted, in its own unit: quality, recalls, questions, days, days, tags. `null` if never recalled. */
  readonly raw: number | null;
  /** `raw` brought to 0–1. */
  readonly value: number;
  /** 0 to 1. */
  readonly weight: number;
  /** `value` times `weight`. */
  readonly contribution: number;
}

/** A candidate's score with its parts. */
export interface Score {
  /** All six, in order. */
  readonly signals: readonly Signal[];
  /** What the earlier phases add, 0 to their largest values. */
  readonly boosts: { readonly light: number; readonly rem: number };
  /** 0 to 1. */
  readonly score: number;
}

/** Best recalls that relevance looks at: fewer than three cannot reach 1 (SPEC 8.3). */
const RELEVANT_RECALLS = 3;
/** Recalls at which frequency is full (SPEC 8.3: ln 11). */
const FULL_FREQUENCY = 10;
/** Distinct questions at which diversity is full (SPEC 8.3). */
const FULL_DIVERSITY = 5;
/** Days with a recall at which the first part of recurrence is full (SPEC 8.3: ln 5). */
const FULL_DAYS = 5;
/** Days between first and last recall at which the second part of recurrence is full (SPEC 8.3). */
const FULL_SPAN_DAYS = 7;
/** Recurrence of a claim recalled on one day only (SPEC 8.3). */
const ONE_DAY_RECURRENCE = 0.2;
/** Shares of days and of span in recurrence (SPEC 8.3). */
const DAYS_SHARE = 0.55;
const SPAN_SHARE = 0.45;
/** Concept tags at which richness is full (SPEC 8.3). */
const FULL_TAGS = 6;
/** Nights with a hit at which a boost is full (SPEC 8.3: ln 7). */
const FULL_HITS = 6;

/** What the score looks at. */
export type Scored = Pick<
  Candidate,
  "evidence" | "tags" | "lightHits" | "lastLightMs" | "remHits" | "lastRemMs"
>;

/** Returns the score of a candidate at a moment; depends on nothing but the arguments. */
export function scoreOf(candidate: Scored, now: Now, config: DreamConfig["deep"]): Score {
  const { evidence, tags } = candidate;
  const decay = (atMs: number | null) => atMs === null ? 0 : 2 ** (-daysSince(atMs, now) / config.halfLifeDays);
  const lastMs = lastNeededMs(evidence);
  const questions = distinctQuestions(evidence);
  const signal = (name: SignalName, raw: number | null, value: number): Signal => {
    const weight = config.weights[name];
    const clamped = clamp(value);
    return { name, raw, value: clamped, weight, contribution: clamped * weight };
  };
  const best = bestQuality(evidence);
  const signals = [
    signal("relevance", best, best / RELEVANT_RECALLS),
    signal("frequency", evidence.length, Math.log1p(evidence.length) / Math.log1p(FULL_FREQUENCY)),
    signal("diversity", questions, questions / FULL_DIVERSITY),
    signal("recency", lastMs === null ? null : daysSince(lastMs, now), decay(lastMs)),
    signal("recurrence", new Set(evidence.map(({ day }) => day)).size, recurrence(evidence)),
    signal("richness", tags.length, tags.length / FULL_TAGS),
  ];
  const boosts = {
    light: config.boosts.light * hitShare(candidate.lightHits) * decay(candidate.lastLightMs),
    rem: config.boosts.rem * hitShare(candidate.remHits) * decay(candidate.lastRemMs),
  };
  const sum = signals.reduce((total, { contribution }) => total + contribution, boosts.light + boosts.rem);
  return { signals, boosts, score: clamp(sum) };
}

/** Returns the days, with fractions, from a moment to now; 0 if the moment lies ahead (a clock was set back). */
export function daysSince(atMs: number, now: Now): number {
  return Math.max(0, (now.ms - atMs) / DAY_MS);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function bestQuality(evidence: readonly Evidence[]): number {
  const best = evidence.map(({ quality }) => clamp(quality)).sort((a, b) => b - a).slice(0, RELEVANT_RECALLS);
  return best.reduce((total, quality) => total + quality, 0);
}

function recurrence(evidence: readonly Evidence[]): number {
  const days = [...new Set(evidence.map(({ day }) => day))].sort();
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (days.length === 1) return ONE_DAY_RECURRENCE;
  const often = Math.min(1, Math.log(days.length) / Math.log(FULL_DAYS));
  const wide = Math.min(1, daysBetween(first, last) / FULL_SPAN_DAYS);
  return DAYS_SHARE * often + SPAN_SHARE * wide;
}

function hitShare(hits: number): number {
  return Math.min(1, Math.log1p(hits) / Math.log1p(FULL_HITS));
}
