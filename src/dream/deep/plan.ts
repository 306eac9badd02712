/**
 * The plan (SPEC 8.6): one operation for each candidate, worked out by code. An entry is merged with what says the same,
 * superseded by a later statement under its own key, and otherwise added.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import { derivedKey } from "../../curate/derived_key.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import { type Fingerprint, fingerprint, isNearDuplicate } from "../../curate/near_duplicate.ts";
import { advisedOperation, type AdvisedPlan } from "../advice/advised_operation.ts";
import type { Candidate, Stated } from "../candidate.ts";
import { keyedEntries, type Prior, priorOf } from "../corrections.ts";
import type { Evaluation, Stop } from "./evaluate.ts";
import { additionOf, mayJoin, mergeOf, type PlannedOperation, supersessionOf } from "./operation.ts";
import { laterThan, refusalToSupersede } from "./supersede.ts";

/** A candidate that got no further, and why. */
export interface StoppedCandidate {
  /** The candidate with its score. */
  readonly evaluation: Evaluation;
  /** What stopped it. */
  readonly stop: Stop;
}

/** What is to be done. */
export interface Plan {
  /** In the order in which they are written. */
  readonly operations: readonly PlannedOperation[];
  /** Candidates for which nothing is done. */
  readonly stopped: readonly StoppedCandidate[];
}

/** What a plan depends on beside the file and the candidates. */
export interface PlanFrame {
  /** The local day of the night. */
  readonly day: LocalDay;
  /** Of near-duplicates, 0 to 1. */
  readonly similarity: number;
  /** When the claims that made an entry were last stated, by its key. @default nobody said it again */
  readonly restated?: ReadonlyMap<string, Stated> | undefined;
  /** What a language model advised. @default nothing */
  readonly advised?: AdvisedPlan | undefined;
  /** The owner orders it: it takes the place of the entry under its key, whoever said that and when. @default false */
  readonly isOrdered?: boolean;
}

/**
 * Returns the plan for candidates that passed everything so far.
 *
 * @param ready strongest first
 */
export function planOperations(
  ready: readonly Evaluation[],
  standing: readonly StandingEntry[],
  { day, similarity, restated = new Map<string, Stated>(), advised, isOrdered = false }: PlanFrame,
): Plan {
  const operations: PlannedOperation[] = [];
  const stopped: StoppedCandidate[] = [];
  // Most nights: what stands need not be taken apart for nobody.
  if (ready.length === 0) return { operations, stopped };
  const keyed = keyedEntries(standing, restated);
  const priors = new Map(
    ready.map(({ candidate: { key, text, wishes } }) => [key, priorOf({ text, key: wishes.key }, keyed)]),
  );
  const prints = standing.map(({ entry }) => fingerprint(entry.text));
  for (const evaluation of ready) {
    const print = fingerprint(evaluation.candidate.text);
    const isSame = (other: Fingerprint | undefined) => other !== undefined && isNearDuplicate(print, other, similarity);
    const same = standing.filter((_, at) => isSame(prints[at]));
    const builtIn = planOne(evaluation, { day, isOrdered, priors, same, others: ready });
    if (!("action" in builtIn)) {
      stopped.push({ evaluation, stop: builtIn });
      continue;
    }
    const advice = advised?.plan.get(evaluation.candidate.key);
    const other = advised === undefined || advice === undefined
      ? null
      : advisedOperation(evaluation, { ...advised, day, advice, builtIn, standing, restated });
    // One change of an entry a night: the next night sees the entry as it then stands.
    const isFree = (planned: PlannedOperation) =>
      !operations.some((done) =>
        isSame(fingerprint(done.text)) || isSame(fingerprint(done.evaluation.candidate.text)) ||
        isOnSameEntry(planned, done)
      );
    const planned = [...other === null ? [] : [other], builtIn].find(isFree);
    if (planned !== undefined) operations.push(planned);
    else stopped.push({ evaluation, stop: CHANGED_TONIGHT });
  }
  return { operations, stopped };
}

const CHANGED_TONIGHT: Stop = { name: "conflict", reason: "another candidate of tonight changes the same entry" };

function isOnSameEntry(a: PlannedOperation, b: PlannedOperation): boolean {
  return a.prior !== null && a.prior.entry.startLine === b.prior?.entry.startLine;
}

interface PlanFacts extends Pick<PlanFrame, "day"> {
  readonly isOrdered: boolean;
  /** The entries whose place candidates would take, by the key of the candidate. */
  readonly priors: ReadonlyMap<string, Prior | null>;
  /** Entries that say the same as the candidate. */
  readonly same: readonly StandingEntry[];
  readonly others: readonly Evaluation[];
}

function planOne(evaluation: Evaluation, facts: PlanFacts): PlannedOperation | Stop {
  const { day, isOrdered, priors, same, others } = facts;
  const { candidate } = evaluation;
  const twin = same.find((prior) => mayJoin(candidate, prior));
  if (twin !== undefined) return mergeOf(evaluation, twin);
  const prior = priors.get(candidate.key) ?? null;
  const rival = others.find((other) => isRival(other.candidate, candidate, facts));
  if (rival !== undefined) {
    return { name: "conflict", reason: `a later note has the key "${keyOf(candidate) ?? prior?.key}"` };
  }
  // What says the same and may not be joined is no other value.
  const isCopy = prior !== null && !prior.isExplicit && same.includes(prior.entry);
  if (prior === null || isCopy) return additionOf(evaluation);
  if (isOrdered) return mayGiveWay(candidate, prior.entry) ? supersessionOf(evaluation, prior) : additionOf(evaluation);
  const refusal = refusalToSupersede(candidate, prior, day);
  if (refusal !== null) return { name: "conflict", reason: refusal };
  return supersessionOf(evaluation, prior);
}

/** Prose is left as its writer wrote it, and what belongs to another project stands beside it. */
function mayGiveWay({ wishes }: Candidate, { entry }: StandingEntry): boolean {
  return entry.kind === "item" && sameProjects(wishes.projects, entry.annotations.projects);
}

/** The key of its annotation, else the derived one. */
function keyOf({ wishes, text }: Candidate): string | null {
  return wishes.key ?? derivedKey(text);
}

/** Whether another candidate says something later under the same key, or of the entry whose place this one would take. */
function isRival(other: Candidate, candidate: Candidate, { priors, day }: PlanFacts): boolean {
  if (other.key === candidate.key) return false;
  const key = keyOf(candidate);
  const [theirs, ours] = [priors.get(other.key) ?? null, priors.get(candidate.key) ?? null];
  const isOfSameEntry = theirs !== null && theirs.entry === ours?.entry &&
    refusalToSupersede(other, theirs, day) === null;
  return (isOfSameEntry || (key !== null && keyOf(other) === key)) && isNewer(other, candidate);
}

function isNewer(other: Candidate, candidate: Candidate): boolean {
  const [theirs, ours] = [other.stated, candidate.stated];
  // Of two that are equally new, the stronger one (first in order) would not yield to the weaker; the key decides.
  return laterThan(theirs, ours) || (!laterThan(ours, theirs) && other.key < candidate.key);
}
