/**
 * How the operations of a plan are made (SPEC 8.6): the host writes the text, and what goes with it.
 *
 * @module
 */
import type { CuratedChange, StandingEntry } from "../../curate/curated_change.ts";
import { joinAnchors } from "../../curate/join_anchors.ts";
import { sameProjects } from "../../curate/same_projects.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { formatEntry } from "../../workspace/curated.ts";
import type { PlanAdvice } from "../advice/advice.ts";
import type { Candidate } from "../candidate.ts";
import { draftEntry } from "./entry.ts";
import type { Evaluation, Stop } from "./evaluate.ts";

/** One operation on the file. */
export interface PlannedOperation extends CuratedChange {
  /** See {@linkcode CuratedChange.action}. */
  readonly action: "added" | "merged" | "superseded";
  /** The candidate with its score. */
  readonly evaluation: Evaluation;
  /** What a language model had a say in: the action, or the wording. @default nothing */
  readonly advised?: "action" | "text" | undefined;
}

/** What a model proposed for an entry that is written. */
export type EntryAdvice = Pick<PlanAdvice, "triggers" | "importance" | "text">;

/** Returns the operation that adds a candidate, whatever else stands in the file. */
export function additionOf(evaluation: Evaluation, advice?: EntryAdvice): PlannedOperation {
  const { candidate, score } = evaluation;
  const { text, annotations } = draftEntry(candidate, score.score, advice);
  const base = {
    ...changeOf(evaluation),
    action: "added",
    prior: null,
    raw: formatEntry(text, annotations),
    text,
  } as const;
  return (advice?.text ?? null) === null ? base : { ...base, advised: "text" };
}

/** Returns the operation that joins a candidate to an entry that says the same, or why it cannot be. */
export function mergeOf(evaluation: Evaluation, prior: StandingEntry): PlannedOperation | Stop {
  const { entry } = prior;
  const { anchors, wishes } = evaluation.candidate;
  const raw = joinAnchors(entry.raw, { anchors, expires: wishes.expires });
  if (raw === null) {
    return { name: "conflict", reason: `an annotation of the entry at line ${entry.startLine} is malformed` };
  }
  return { ...changeOf(evaluation), action: "merged", prior, raw, text: entry.text };
}

/** An entry whose place is taken, and the common key; `null` if there is none. */
export interface ReplacedEntry {
  /** The entry. */
  readonly entry: StandingEntry;
  /** See above. */
  readonly key: string | null;
}

/** Returns the operation that puts a candidate in the place of an entry; the chain goes on under the key that it had. */
export function supersessionOf(
  evaluation: Evaluation,
  { entry: prior, key }: ReplacedEntry,
  advice?: EntryAdvice,
): PlannedOperation {
  const { annotations } = prior.entry;
  const { candidate } = evaluation;
  const { wishes } = candidate;
  const kept = { key: wishes.key ?? annotations.key, importance: wishes.importance ?? annotations.importance };
  const addition = additionOf({ ...evaluation, candidate: { ...candidate, wishes: { ...wishes, ...kept } } }, advice);
  return { ...addition, evaluation, action: "superseded", prior, key };
}

/** A trusted item of the same projects: prose is left as its writer wrote it, and an untrusted entry is no place to join. */
export function mayJoin(candidate: Candidate, { entry, origin }: StandingEntry): boolean {
  const isTrusted = isAtLeastAsTrusted(origin.origin, "agent") && origin.state !== "pending";
  return entry.kind === "item" && isTrusted && sameProjects(candidate.wishes.projects, entry.annotations.projects);
}

function changeOf(evaluation: Evaluation): Pick<PlannedOperation, "evaluation" | "key" | "anchors"> {
  const { anchors, wishes } = evaluation.candidate;
  return { evaluation, key: wishes.key, anchors };
}
