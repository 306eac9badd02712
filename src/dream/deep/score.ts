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

/** The same as numbers: all that the score needs of recalls and tags. */
export interface Strength extends Pick<Candidate, "lightHits" | "lastLightMs" | "remHits" | "lastRemMs"> {
  /** Sum of the best three qualities, 0 to 3. */
  readonly best: number;
  /** Recalls. */
  readonly recalls: number;
  /** Distinct questions. */
  readonly questions: number;
  /** Local days with a recall. */
  readonly days: number;
  /** Days from the first of them to the last. */
  readonly spanDays: number;
  /** The newest recall in milliseconds since the epoch, or `null`. */
  readonly lastMs: number | null;
  /** Concept tags. */
  readonly tags: number;
}

/** Returns the score of a candidate at a moment; depends on nothing but the arguments. */
export function scoreOf(candidate: Scored, now: Now, config: DreamConfig["deep"]): Score {
  const { evidence, tags, lightHits, lastLightMs, remHits, lastRemMs } = candidate;
  const needed = neededBy(evidence);
  const strength = { ...needed, tags: tags.length, lightHits, lastLightMs, remHits, lastRemMs };
  return scoreFrom(
    { ...strength, questions: distinctQuestions(evidence), lastMs: lastNeededMs(evidence) },
    now,
    config,
  );
}

/** Returns what recalls add up to, apart from their questions and times. */
export function neededBy(
  evidence: readonly Pick<Evidence, "quality" | "day">[],
): Pick<Strength, "best" | "recalls" | "days" | "spanDays"> {
  const [only] = evidence;
  if (only === undefined) return { best: 0, recalls: 0, days: 0, spanDays: 0 };
  // Most claims were asked for once.
  if (evidence.length === 1) return { best: clamp(only.quality), recalls: 1, days: 1, spanDays: 0 };
  let [first, last] = [only.day, only.day];
  for (const { day } of evidence) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const spanDays = first === last ? 0 : daysBetween(first, last);
  return { best: bestQuality(evidence), recalls: evidence.length, days: countDays(evidence), spanDays };
}

/** So many are compared with each other; a set for each of a hundred thousand claims takes longer. */
const FEW = 12;

function countDays(evidence: readonly Pick<Evidence, "day">[]): number {
  if (evidence.length > FEW) return new Set(evidence.map(({ day }) => day)).size;
  return evidence.filter(({ day }, at) => evidence.findIndex((other) => other.day === day) === at).length;
}

/** Does what {@linkcode scoreOf} does from the numbers. */
export function scoreFrom(strength: Strength, now: Now, config: DreamConfig["deep"]): Score {
  const { best, recalls, questions, days, lastMs, tags } = strength;
  const values = signalValues(strength, now, config);
  const raws = [best, recalls, questions, lastMs === null ? null : daysSince(lastMs, now), days, tags];
  const signals = SIGNAL_NAMES.map((name, at): Signal => {
    const [weight, value] = [config.weights[name], values[at] ?? 0];
    return { name, raw: raws[at] ?? null, value, weight, contribution: value * weight };
  });
  return { signals, boosts: boostsOf(strength, now, config), score: scoreValue(strength, now, config) };
}

/** Returns the score that {@linkcode scoreFrom} returns, without its parts: a night asks for that of many claims. */
export function scoreValue(strength: Strength, now: Now, config: DreamConfig["deep"]): number {
  const values = signalValues(strength, now, config);
  const { light, rem } = boostsOf(strength, now, config);
  let sum = light + rem;
  for (let at = 0; at < SIGNAL_NAMES.length; at++) {
    const name = SIGNAL_NAMES[at];
    if (name !== undefined) sum += (values[at] ?? 0) * config.weights[name];
  }
  return clamp(sum);
}

/** The signals brought to 0–1, in the order of {@linkcode SIGNAL_NAMES}. */
function signalValues(strength: Strength, now: Now, config: DreamConfig["deep"]): number[] {
  const { best, recalls, questions, days, spanDays, lastMs, tags } = strength;
  return [
    clamp(best / RELEVANT_RECALLS),
    clamp(Math.log1p(recalls) / Math.log1p(FULL_FREQUENCY)),
    clamp(questions / FULL_DIVERSITY),
    clamp(decay(lastMs, now, config)),
    clamp(recurrence(days, spanDays)),
    clamp(tags / FULL_TAGS),
  ];
}

function boostsOf(strength: Strength, now: Now, config: DreamConfig["deep"]): Score["boosts"] {
  const { lightHits, lastLightMs, remHits, lastRemMs } = strength;
  return {
    light: config.boosts.light * hitShare(lightHits) * decay(lastLightMs, now, config),
    rem: config.boosts.rem * hitShare(remHits) * decay(lastRemMs, now, config),
  };
}

function decay(atMs: number | null, now: Now, config: DreamConfig["deep"]): number {
  return atMs === null ? 0 : 2 ** (-daysSince(atMs, now) / config.halfLifeDays);
}

/** Returns the days, with fractions, from a moment to now; 0 if the moment lies ahead (a clock was set back). */
export function daysSince(atMs: number, now: Now): number {
  return Math.max(0, (now.ms - atMs) / DAY_MS);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function bestQuality(evidence: readonly Pick<Evidence, "quality">[]): number {
  const best = evidence.map(({ quality }) => clamp(quality)).sort((a, b) => b - a).slice(0, RELEVANT_RECALLS);
  return best.reduce((total, quality) => total + quality, 0);
}

function recurrence(days: number, spanDays: number): number {
  if (days === 0) return 0;
  if (days === 1) return ONE_DAY_RECURRENCE;
  const often = Math.min(1, Math.log(days) / Math.log(FULL_DAYS));
  const wide = Math.min(1, spanDays / FULL_SPAN_DAYS);
  return DAYS_SHARE * often + SPAN_SHARE * wide;
}

function hitShare(hits: number): number {
  return Math.min(1, Math.log1p(hits) / Math.log1p(FULL_HITS));
}
