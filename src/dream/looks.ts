/**
 * Which claims are looked at closely: read from their files, asked for their origin, put through every gate. Claims that
 * nobody ever asked for are not; and where very many were asked for, neither are those whose recalls alone could not let
 * them through, whatever else held. Who is promoted does not depend on it, only at which gate the others are counted.
 *
 * @module
 */
import type { Now } from "../base/clock.ts";
import type { AskedClaim } from "../store/state/candidate_views.ts";
import type { DreamConfig } from "./config.ts";
import type { GateName } from "./deep/gates.ts";
import { daysSince, scoreValue, type Strength } from "./deep/score.ts";

/** What is known before any file is read. */
export interface LookFacts {
  /** How many claims there are. */
  readonly count: number;
  /** Claims that are looked at however often they were asked for: of the week, folded ones, and what is to be explained. */
  readonly wanted: ReadonlySet<string>;
  /** Every claim that was ever asked for. */
  readonly asked: readonly AskedClaim[];
  /** Claims that a person turned down. */
  readonly rejected: ReadonlySet<string>;
  /** Returns the strength of claims that are there, as light leaves them; one without tags yet has as many as there can be. */
  readonly strengthsOf: (asked: readonly AskedClaim[]) => readonly ClaimStrength[];
  /** Looks claims up in their files and returns how many of them may be kept as far as origin and form go. */
  readonly countSound: (keys: readonly string[]) => number;
  /** The moment of the night. */
  readonly now: Now;
  /** Thresholds and weights. */
  readonly config: DreamConfig["deep"];
}

/** How strong a claim is before it is looked at. */
export interface ClaimStrength extends Strength {
  /** Whose it is. */
  readonly claim: AskedClaim;
}

/** Who is looked at. */
export interface Looks {
  /** Keys of the claims to look at closely. */
  readonly close: readonly string[];
  /** The others, by what they are counted under. */
  readonly distant: Readonly<Partial<Record<DistantStop, number>>>;
}

/** What stops a claim that is not looked at closely: a gate, or that stronger ones come first. */
export type DistantStop = GateName | "limit";

/** Asked-for claims up to which all are looked at closely: takes a fraction of a second, and few memories have more. */
const CLOSE_LOOKS = 5_000;
/** Of more than that, so many of the most asked-for are looked at all the same: the near misses are among them. */
const NEAREST = 100;
/** Of those that may come through, so many are looked at together, the strongest first. */
const STRONGEST = 1_000;
/**
 * So many times the limit of a night have to be sound before the weaker ones need no look: files that changed in between,
 * conflicts and preferences take a few away, never nine in ten.
 */
const SPARE = 10;

/** Returns who is looked at closely. */
export function chooseLooks(facts: LookFacts): Looks {
  const { count, wanted } = facts;
  const asked = facts.asked.filter(({ key }) => !wanted.has(key));
  const idle = Math.max(0, count - wanted.size - asked.length);
  const distant: Partial<Record<DistantStop, number>> = idle === 0 ? {} : { recalls: idle };
  if (asked.length <= CLOSE_LOOKS) {
    return { close: [...wanted, ...asked.map(({ key }) => key)], distant };
  }
  const stops = numericStops(asked, facts);
  const far = asked.filter(({ key }) => stops.has(key) && stops.get(key) !== "limit");
  far.sort((a, b) => b.recalls - a.recalls || (a.key < b.key ? -1 : 1));
  for (const { key } of far.slice(0, NEAREST)) stops.delete(key);
  for (const stop of stops.values()) distant[stop] = (distant[stop] ?? 0) + 1;
  const close = asked.flatMap(({ key }) => stops.has(key) ? [] : [key]);
  return { close: [...wanted, ...close], distant };
}

/**
 * The first gate that the recalls of each claim cannot open, taking everything that is not known yet at its best; `limit` for
 * those that stand behind more sound ones than a night takes; none for those that are to be looked at.
 */
function numericStops(asked: readonly AskedClaim[], facts: LookFacts): Map<string, DistantStop> {
  const { now, config, strengthsOf, countSound } = facts;
  const stops = new Map<string, DistantStop>();
  const passing: AskedClaim[] = [];
  for (const claim of asked) {
    const stop = countedStop(claim, facts);
    if (stop === null) passing.push(claim);
    else stops.set(claim.key, stop);
  }
  const strong: { claim: AskedClaim; score: number }[] = [];
  for (const strength of strengthsOf(passing)) {
    const { claim } = strength;
    const score = scoreValue(strength, now, config);
    // REM may highlight it tonight, which never lowers a score.
    const best = score >= config.minScore
      ? score
      : scoreValue({ ...strength, remHits: strength.remHits + 1, lastRemMs: now.ms }, now, config);
    if (best < config.minScore) stops.set(claim.key, "score");
    else strong.push({ claim, score });
  }
  strong.sort(strongerFirst);
  let sound = 0;
  let at = 0;
  for (; at < strong.length && sound < SPARE * config.limit; at += STRONGEST) {
    sound += countSound(strong.slice(at, at + STRONGEST).map(({ claim }) => claim.key));
  }
  for (const { claim } of strong.slice(at)) stops.set(claim.key, "limit");
  return stops;
}

/** As `strongestFirst` has it. */
function strongerFirst(a: { claim: AskedClaim; score: number }, b: { claim: AskedClaim; score: number }): number {
  if (a.score !== b.score) return b.score - a.score;
  const [left, right] = [a.claim, b.claim];
  if (left.recalls !== right.recalls) return right.recalls - left.recalls;
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.startLine - right.startLine || (left.key < right.key ? -1 : 1);
}

function countedStop(
  { key, recalls, questions, lastSeconds, isPromoted }: AskedClaim,
  { rejected, now, config }: LookFacts,
): GateName | null {
  if (isPromoted) return "promoted";
  if (rejected.has(key)) return "rejected";
  if (recalls < config.minRecalls) return "recalls";
  if (questions < config.minQuestions) return "questions";
  const isRecent = lastSeconds !== null && daysSince(lastSeconds * 1_000, now) <= config.maxAgeDays;
  return isRecent ? null : "age";
}
