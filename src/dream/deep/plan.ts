/**
 * The plan (SPEC 8.6): one operation for each candidate, worked out by code. An entry is merged with what says the same,
 * superseded by a later statement under its own key, and otherwise added.
 *
 * @module
 */
import type { CuratedChange, StandingEntry } from "../../curate/curated_change.ts";
import { derivedKey } from "../../curate/derived_key.ts";
import { joinAnchors } from "../../curate/join_anchors.ts";
import { type Fingerprint, fingerprint, isNearDuplicate } from "../../curate/near_duplicate.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { formatEntry } from "../../workspace/curated.ts";
import type { Candidate, Stated } from "../candidate.ts";
import { type KeyedEntries, keyedEntries, priorOf } from "../corrections.ts";
import { draftEntry } from "./entry.ts";
import type { Evaluation, Stop } from "./evaluate.ts";
import { laterThan, refusalToSupersede } from "./supersede.ts";

/** One operation on the file. */
export interface PlannedOperation extends CuratedChange {
  /** See {@linkcode CuratedChange.action}. */
  readonly action: "added" | "merged" | "superseded";
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
 * @param frame.similarity of near-duplicates, 0 to 1
 * @param frame.restated when the claims that made an entry were last stated, by its key
 */
export function planOperations(
  ready: readonly Evaluation[],
  standing: readonly StandingEntry[],
  { similarity, restated }: {
    readonly similarity: number;
    readonly restated?: ReadonlyMap<string, Stated> | undefined;
  },
): Plan {
  const operations: PlannedOperation[] = [];
  const stopped: StoppedCandidate[] = [];
  const keyed = keyedEntries(standing, restated);
  const prints = standing.map(({ entry }) => fingerprint(entry.text));
  for (const evaluation of ready) {
    const print = fingerprint(evaluation.candidate.text);
    const isSame = (other: Fingerprint | undefined) => other !== undefined && isNearDuplicate(print, other, similarity);
    const same = standing.filter((_, at) => isSame(prints[at]));
    const planned = planOne(evaluation, { keyed, same, others: ready });
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
  readonly keyed: KeyedEntries;
  /** Entries that say the same as the candidate. */
  readonly same: readonly StandingEntry[];
  readonly others: readonly Evaluation[];
}

function planOne(evaluation: Evaluation, { keyed, same, others }: PlanFacts): PlannedOperation | Stop {
  const { candidate } = evaluation;
  const twin = same.find((prior) => mayJoin(candidate, prior));
  if (twin !== undefined) return mergeOf(evaluation, twin);
  const rival = others.find((other) => isLaterUnderKey(other.candidate, candidate));
  if (rival !== undefined) return { name: "conflict", reason: `a later note has the key "${keyOf(candidate)}"` };
  const prior = priorOf({ text: candidate.text, key: candidate.wishes.key }, keyed);
  // What says the same and may not be joined is no other value.
  const isCopy = prior !== null && !prior.isExplicit && same.includes(prior.entry);
  if (prior === null || isCopy) return additionOf(evaluation);
  const refusal = refusalToSupersede(candidate, prior);
  if (refusal !== null) return { name: "conflict", reason: refusal };
  // The chain goes on under the key that the entry had.
  const { annotations } = prior.entry.entry;
  const { wishes } = candidate;
  const kept = { key: wishes.key ?? annotations.key, importance: wishes.importance ?? annotations.importance };
  const addition = additionOf({ ...evaluation, candidate: { ...candidate, wishes: { ...wishes, ...kept } } });
  return { ...addition, evaluation, action: "superseded", prior: prior.entry, key: prior.key };
}

/** The key of its annotation, else the derived one. */
function keyOf({ wishes, text }: Candidate): string | null {
  return wishes.key ?? derivedKey(text);
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

function isLaterUnderKey(other: Candidate, candidate: Candidate): boolean {
  const key = keyOf(candidate);
  if (key === null || other.key === candidate.key || keyOf(other) !== key) return false;
  const [theirs, ours] = [other.stated, candidate.stated];
  // Of two that are equally new, the stronger one (first in order) would not yield to the weaker; the key decides.
  return laterThan(theirs, ours) || (!laterThan(ours, theirs) && other.key < candidate.key);
}
