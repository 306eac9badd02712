/**
 * REM's highlights (SPEC 8.2): at most three candidates that a theme of the week touches get a boost. Those that were not
 * considered lately come first, so that the same three do not stay on top for weeks.
 *
 * @module
 */
import type { Clock, Now } from "../../base/clock.ts";
import { type Candidate, lastNeededMs } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import { junkReason } from "../deep/quality.ts";
import { scoreOf } from "../deep/score.ts";
import { tagRoot, type Theme } from "./themes.ts";

/** What the phase did. */
export interface Highlights {
  /** Keys looked at, at most 50. */
  readonly considered: readonly string[];
  /** Keys highlighted, at most 3. */
  readonly highlighted: readonly string[];
}

/** What the phase looks at. */
export interface HighlightFacts {
  /** Tonight's themes. */
  readonly themes: readonly Theme[];
  /** The moment of the night. */
  readonly now: Now;
  /** Tells the local day of an earlier highlight. */
  readonly clock: Pick<Clock, "at">;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** Returns tonight's highlights: unpromoted candidates with a light hit that share a tag with a theme. */
export function findHighlights(pool: readonly Candidate[], facts: HighlightFacts): Highlights {
  const { config, now, clock } = facts;
  const considered = firstSound(pool.filter(mayBeHighlighted), config.rem.pool)
    .map((candidate) => ({ candidate, score: scoreOf(candidate, now, config.deep).score }));
  const roots = new Set(facts.themes.map(({ root }) => root));
  const touched = considered
    .map(({ candidate, score }) => ({ candidate, score, touches: touchedThemes(candidate, roots) }))
    // Once a local day: a night that was killed and runs again must not count twice.
    .filter(({ candidate, touches }) => touches > 0 && !isOfDay(candidate.lastRemMs, { now, clock }))
    .sort((a, b) => b.touches - a.touches || b.score - a.score || byKey(a.candidate, b.candidate));
  return {
    considered: considered.map(({ candidate }) => candidate.key),
    highlighted: touched.slice(0, config.rem.highlights).map(({ candidate }) => candidate.key),
  };
}

/** Returns the pool as the phase leaves it. */
export function applyHighlights(
  pool: readonly Candidate[],
  { considered, highlighted }: Highlights,
  now: Now,
): Candidate[] {
  const [seen, lit] = [new Set(considered), new Set(highlighted)];
  return pool.map((candidate) => {
    if (!seen.has(candidate.key)) return candidate;
    const next = { ...candidate, lastRemConsideredMs: now.ms };
    return lit.has(candidate.key) ? { ...next, remHits: candidate.remHits + 1, lastRemMs: now.ms } : next;
  });
}

function mayBeHighlighted(candidate: Candidate): boolean {
  const { provenance, isPromoted, isRejected, isForgotten, lightHits } = candidate;
  return lightHits > 0 && !isPromoted && !isRejected && !isForgotten && provenance.verdict.passes;
}

/** Those that were not considered for the longest time, then those needed last, leaving out what is no statement. */
function firstSound(candidates: readonly Candidate[], count: number): Candidate[] {
  const inOrder = candidates
    .map((candidate) => ({
      candidate,
      consideredMs: candidate.lastRemConsideredMs ?? 0,
      neededMs: lastNeededMs(candidate.evidence) ?? 0,
    }))
    .sort((a, b) => a.consideredMs - b.consideredMs || b.neededMs - a.neededMs || byKey(a.candidate, b.candidate));
  const sound: Candidate[] = [];
  for (const { candidate } of inOrder) {
    if (sound.length === count) break;
    if (junkReason(candidate) === null) sound.push(candidate);
  }
  return sound;
}

function byKey(a: Candidate, b: Candidate): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function touchedThemes(candidate: Candidate, roots: ReadonlySet<string>): number {
  return new Set(candidate.tags.map(tagRoot).filter((root) => roots.has(root))).size;
}

function isOfDay(ms: number | null, { now, clock }: { now: Now; clock: Pick<Clock, "at"> }): boolean {
  return ms !== null && clock.at(ms).day === now.day;
}
