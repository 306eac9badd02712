/**
 * The plan (SPEC 8.6): one operation for each candidate, worked out by code. An entry is merged with what says the same,
 * superseded by a later statement under its own key, and otherwise added.
 *
 * @module
 */
import { parseIso } from "../../base/clock.ts";
import type { CuratedChange, StandingEntry } from "../../curate/curated_change.ts";
import { joinAnchors } from "../../curate/join_anchors.ts";
import { type Fingerprint, fingerprint, isNearDuplicate } from "../../curate/near_duplicate.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { formatEntry } from "../../workspace/curated.ts";
import type { Candidate } from "../candidate.ts";
import { draftEntry, observedDay } from "./entry.ts";
import type { Evaluation, Stop } from "./evaluate.ts";

/** One operation on the file. */
export interface PlannedOperation extends CuratedChange {
  /** The candidate with its score. */
  readonly evaluation: Evaluation;
}

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

/**
 * Returns the plan for candidates that passed everything so far.
 *
 * @param ready strongest first
 * @param similarity of near-duplicates, 0 to 1
 */
export function planOperations(
  ready: readonly Evaluation[],
  standing: readonly StandingEntry[],
  similarity: number,
): Plan {
  const operations: PlannedOperation[] = [];
  const stopped: StoppedCandidate[] = [];
  const prints = standing.map(({ entry }) => fingerprint(entry.text));
  for (const evaluation of ready) {
    const print = fingerprint(evaluation.candidate.text);
    const isSame = (other: Fingerprint | undefined) => other !== undefined && isNearDuplicate(print, other, similarity);
    const same = standing.filter((_, at) => isSame(prints[at]));
    const planned = planOne(evaluation, { standing, same, others: ready });
    if (!("action" in planned)) stopped.push({ evaluation, stop: planned });
    // One change of an entry a night: the next night sees the entry as it then stands.
    else if (operations.some((other) => isSame(fingerprint(other.text)) || isOnSameEntry(planned, other))) {
      stopped.push({
        evaluation,
        stop: { name: "conflict", reason: "another candidate of tonight changes the same entry" },
      });
    } else operations.push(planned);
  }
  return { operations, stopped };
}

/** Returns the operation that adds a candidate, whatever else stands in the file. */
export function additionOf(evaluation: Evaluation): PlannedOperation {
  const { candidate, score } = evaluation;
  const { text, annotations } = draftEntry(candidate, score.score);
  return { ...changeOf(evaluation), action: "added", prior: null, raw: formatEntry(text, annotations), text };
}

function changeOf(evaluation: Evaluation): Pick<PlannedOperation, "evaluation" | "key" | "anchors"> {
  const { anchors, wishes } = evaluation.candidate;
  return { evaluation, key: wishes.key, anchors };
}

function isOnSameEntry(a: PlannedOperation, b: PlannedOperation): boolean {
  return a.prior !== null && a.prior.entry.startLine === b.prior?.entry.startLine;
}

interface PlanFacts {
  readonly standing: readonly StandingEntry[];
  /** Entries that say the same as the candidate. */
  readonly same: readonly StandingEntry[];
  readonly others: readonly Evaluation[];
}

function planOne(evaluation: Evaluation, { standing, same, others }: PlanFacts): PlannedOperation | Stop {
  const { candidate } = evaluation;
  const twin = same.find((prior) => mayJoin(candidate, prior));
  if (twin !== undefined) return mergeOf(evaluation, twin);
  const { key } = candidate.wishes;
  if (key === null) return additionOf(evaluation);
  if (others.some((other) => isLaterUnderKey(other.candidate, candidate))) {
    return { name: "conflict", reason: `a later note has the key "${key}"` };
  }
  const prior = standing.find(({ entry }) => entry.annotations.key === key);
  if (prior === undefined) return additionOf(evaluation);
  const refusal = refusalToSupersede(candidate, prior);
  if (refusal !== null) return { name: "conflict", reason: refusal };
  return { ...additionOf(evaluation), action: "superseded", prior };
}

function mergeOf(evaluation: Evaluation, prior: StandingEntry): PlannedOperation | Stop {
  const { entry } = prior;
  const { anchors, wishes } = evaluation.candidate;
  const raw = joinAnchors(entry.raw, { anchors, expires: wishes.expires });
  if (raw === null) {
    return { name: "conflict", reason: `an annotation of the entry at line ${entry.startLine} is malformed` };
  }
  return { ...changeOf(evaluation), action: "merged", prior, raw, text: entry.text };
}

/** A trusted item of the same projects: prose is left as its writer wrote it, and an untrusted entry is no place to join. */
function mayJoin(candidate: Candidate, { entry, origin }: StandingEntry): boolean {
  const isTrusted = isAtLeastAsTrusted(origin.origin, "agent") && origin.state !== "pending";
  return entry.kind === "item" && isTrusted && sameProjects(candidate.wishes.projects, entry.annotations.projects);
}

function refusalToSupersede(candidate: Candidate, { entry, origin }: StandingEntry): string | null {
  const key = candidate.wishes.key;
  const class_ = candidate.provenance.origin;
  if (entry.kind !== "item") return `the entry with the key "${key}" is prose`;
  if (class_ === null || !isAtLeastAsTrusted(class_, origin.origin)) {
    return `the entry with the key "${key}" is ${origin.origin}, more trusted than ${class_}`;
  }
  if (!sameProjects(candidate.wishes.projects, entry.annotations.projects)) {
    return `the entry with the key "${key}" belongs to other projects`;
  }
  const isLater = laterThan(observedAt(candidate), { day: entry.annotations.observed, ms: msOf(origin.observedAt) });
  return isLater ? null : `the entry with the key "${key}" is as new: ${entry.annotations.observed ?? "no date"}`;
}

interface Observed {
  readonly day: string | null;
  readonly ms: number | null;
}

/** An entry without a date yields: any dated statement is known to be later than "some time". */
function laterThan(a: Observed, b: Observed): boolean {
  if (a.day === null) return false;
  if (b.day === null || a.day > b.day) return true;
  return a.day === b.day && a.ms !== null && b.ms !== null && a.ms > b.ms;
}

function observedAt(candidate: Candidate): Observed {
  return { day: observedDay(candidate), ms: msOf(candidate.provenance.observedAt) };
}

function msOf(iso: string | null): number | null {
  return iso === null ? null : parseIso(iso) ?? null;
}

function isLaterUnderKey(other: Candidate, candidate: Candidate): boolean {
  if (other.key === candidate.key || other.wishes.key !== candidate.wishes.key) return false;
  const [theirs, ours] = [observedAt(other), observedAt(candidate)];
  // Of two that are equally new, the stronger one (first in order) would not yield to the weaker; the key decides.
  return laterThan(theirs, ours) || (!laterThan(ours, theirs) && other.key < candidate.key);
}
