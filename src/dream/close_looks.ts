/**
 * Who is looked at closely on a night, with the rows and recalls that takes (see {@linkcode chooseLooks}).
 *
 * @module
 */
import { addDays, type LocalDay, type Now, parseIso } from "../base/clock.ts";
import { pathRule } from "../provenance/tier.ts";
import type { AskedClaim, PathsOfDays } from "../store/state/candidate_views.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { RecallRow } from "../store/state/recalls.ts";
import type { ClaimBook } from "./claim_book.ts";
import { MAX_TAGS } from "../curate/concept_tags.ts";
import type { DreamConfig } from "./config.ts";
import { neededBy } from "./deep/score.ts";
import type { LightPlan } from "./light/stage.ts";
import { chooseLooks, type ClaimStrength, type Looks } from "./looks.ts";

/** What the choice is made from. */
export interface CloseLookFacts {
  /** The tables. */
  readonly state: Pick<StateStore, "candidates" | "candidateViews" | "recalls" | "ledger">;
  /** Claims as light leaves them; takes in those that are looked at. */
  readonly book: ClaimBook;
  /** Looks claims up in their files and returns how many of them may be kept as far as origin and form go. */
  readonly countSound: (rows: readonly CandidateRow[]) => number;
  /** What light does. */
  readonly plan: LightPlan;
  /** Every claim that was ever recalled. */
  readonly asked: readonly AskedClaim[];
  /** The key of a claim to look at in any case, or `null`. */
  readonly wanted: string | null;
  /** Explicit keys of the entries of `MEMORY.md`. */
  readonly entryKeys: readonly string[];
  /** Hashes of claims that a person turned down. */
  readonly rejected: ReadonlySet<string>;
  /** The moment of the night. */
  readonly now: Now;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** Who is looked at. */
export interface CloseLooks extends Pick<Looks, "distant"> {
  /** Claims to look at, folded ones with their oldest. */
  readonly close: readonly CandidateRow[];
  /** Their recalls, oldest first. */
  readonly recalls: ReadonlyMap<string, readonly RecallRow[]>;
}

/** Returns who is looked at closely. */
export function closeLooks(facts: CloseLookFacts): CloseLooks {
  const { state, book, plan, rejected, now, config } = facts;
  const { candidates, candidateViews: views } = state;
  const rowsOf = (keys: readonly string[]) => {
    book.load(keys);
    return keys.flatMap((key) => book.rows.get(key) ?? []);
  };
  const { close, distant } = chooseLooks({
    count: candidates.count() + plan.found.length,
    wanted: wantedKeys(facts),
    asked: facts.asked,
    rejected: new Set(views.withHashes([...rejected]).map(({ key }) => key)),
    strengthsOf: (asked) => strengthsOf(asked, facts),
    countSound: (keys) => facts.countSound(rowsOf(keys)),
    now,
    config: config.deep,
  });
  return { close: rowsOf(close), distant, recalls: state.recalls.of(close) };
}

/** Claims whose strength is worked out together, so that the recalls of a whole memory never lie in memory at once. */
const BATCH = 5_000;

function strengthsOf(asked: readonly AskedClaim[], { state, plan }: CloseLookFacts): ClaimStrength[] {
  const lit = new Set(plan.hits);
  const litMs = parseIso(plan.at) ?? null;
  const strengths: ClaimStrength[] = [];
  for (let at = 0; at < asked.length; at += BATCH) {
    const batch = asked.slice(at, at + BATCH);
    const grades = state.recalls.gradesOf(batch.map(({ key }) => key));
    for (const claim of batch) {
      const { key, questions, remHits } = claim;
      const isLit = lit.has(key);
      const tags = plan.tags.get(key)?.length ?? claim.tags;
      strengths.push({
        claim,
        ...neededBy(grades.get(key) ?? []),
        questions,
        lastMs: milliseconds(claim.lastSeconds),
        tags: tags === 0 ? MAX_TAGS : tags,
        lightHits: claim.lightHits + (isLit ? 1 : 0),
        lastLightMs: isLit ? litMs : milliseconds(claim.lastLightSeconds),
        remHits,
        lastRemMs: milliseconds(claim.lastRemSeconds),
      });
    }
  }
  return strengths;
}

function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000;
}

/**
 * Folded claims with their oldest, claims of the week, what was taken up tonight, what stands beside words of the owner's of
 * the last time, corrections, and what is to be explained. The owner's word needs no recalls, and nights may be missing: it
 * must not be over with the week.
 */
function wantedKeys({ state, book, plan, asked, wanted, entryKeys, now, config }: CloseLookFacts): Set<string> {
  const { candidateViews: views } = state;
  const twins = plan.twins.flatMap(({ duplicate, older }) => [duplicate, older]);
  book.load(twins);
  book.keep(views.folded());
  const keys = new Set(twins);
  const paths = [...new Set([...views.paths(), ...plan.found.map(({ path }) => path)])];
  const week = pathsOfDays(paths, addDays(now.day, 1 - config.rem.lookbackDays), now.day);
  book.keep(views.ofDays(week));
  book.keep(views.underKeys(entryKeys));
  const isOfWeek = weekOf(week);
  const spoken = spokenDays(state.ledger.ownersPaths(), paths, { now, config });
  book.keep(views.ofDays(spoken));
  const isSpoken = weekOf(spoken);
  const recalled = new Set(asked.map(({ key }) => key));
  const taken = new Set(plan.staged.filter((key) => !recalled.has(key)));
  book.load([...taken]);
  const corrects = new Set(entryKeys);
  const folded = new Set([...book.rows.values()].flatMap(({ mergedInto }) => mergedInto ?? []));
  for (const row of book.rows.values()) {
    const { key, mergedInto, stagedAt, supersessionKey, promotedAt } = row;
    const mayCorrect = supersessionKey !== null && promotedAt === null && corrects.has(supersessionKey);
    const isFolded = mergedInto !== null || folded.has(key);
    const isNear = stagedAt !== null && (isOfWeek(row) || (promotedAt === null && isSpoken(row)));
    if (key === wanted || isFolded || mayCorrect || isNear || taken.has(key)) keys.add(key);
  }
  return keys;
}

/** The files in which the owner spoke, for as many days as a claim counts as needed. */
function spokenDays(
  owners: readonly string[],
  paths: readonly string[],
  { now, config }: Pick<CloseLookFacts, "now" | "config">,
): PathsOfDays {
  const isOwners = new Set(owners);
  const spoken = paths.filter((path) => isOwners.has(path));
  return pathsOfDays(spoken, addDays(now.day, -Math.ceil(config.deep.maxAgeDays)), now.day);
}

/** Returns the given files by what tells the day of their claims; those of other days are left out. */
export function pathsOfDays(paths: readonly string[], first: LocalDay, last: LocalDay): PathsOfDays {
  const dated: string[] = [];
  const undated: string[] = [];
  for (const path of paths) {
    const { day } = pathRule(path);
    if (day === null) undated.push(path);
    else if (day >= first && day <= last) dated.push(path);
  }
  return { dated, undated, first, last };
}

function weekOf({ dated, undated, first, last }: PathsOfDays): (row: CandidateRow) => boolean {
  const [named, others] = [new Set(dated), new Set(undated)];
  return ({ path, observed, firstSeenAt }) => {
    if (named.has(path)) return true;
    const day = observed ?? firstSeenAt.slice(0, "YYYY-MM-DD".length);
    return others.has(path) && day >= first && day <= last;
  };
}
