/**
 * The draft of tonight's `MEMORY.md`: plan, composition and acceptance, or the append fallback (SPEC 8.6, 8.7). A draft is
 * a value; a dry run ends with it.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { residentChars } from "../../curate/compose.ts";
import type { CuratedChange, StandingEntry } from "../../curate/curated_change.ts";
import { fitChanges, type FittedText } from "../../curate/fit_changes.ts";
import type { StandingFile } from "../../curate/read_curated.ts";
import type { Stated } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import type { Evaluation, Stop } from "./evaluate.ts";
import { autoRetirable, type Retirable } from "./retire.ts";
import type { AdvisedPlan } from "../advice/advised_operation.ts";
import { additionOf, type PlannedOperation } from "./operation.ts";
import { type Plan, type PlanFrame, planOperations, type StoppedCandidate } from "./plan.ts";

/** What the file would become. */
export interface Draft {
  /** The whole new text; equal to the old one if there is nothing to write. */
  readonly text: string;
  /** What was done, in order. */
  readonly operations: readonly PlannedOperation[];
  /** Who was stopped on the way. */
  readonly stopped: readonly StoppedCandidate[];
  /** Entries that leave to make room. */
  readonly retired: readonly Retirable[];
  /** Entries that could leave to make more, the first to go first; empty as long as there is room. */
  readonly mayRetire: readonly Retirable[];
  /** Whether the consolidated version was refused and entries are only appended. */
  readonly isFallback: boolean;
  /** Why what a language model advised was not accepted, as a short clause. @default it was, or there was no advice */
  readonly adviceRefusal?: string | undefined;
}

/** What a draft depends on beside the file and the candidates. */
export interface DraftFrame {
  /** The local day that headings carry. */
  readonly day: LocalDay;
  /** The settings of the dream. */
  readonly config: DreamConfig;
  /** When the claims that made an entry were last stated, by its key. @default nobody said it again */
  readonly restated?: ReadonlyMap<string, Stated> | undefined;
  /** What a language model advised. @default nothing */
  readonly advised?: AdvisedPlan | undefined;
  /** See `PlanFrame`. @default false */
  readonly isOrdered?: boolean;
  /** Says what may leave; asked only when the file is full. @default nothing may */
  readonly retirable?: ((standing: readonly StandingEntry[]) => readonly Retirable[]) | undefined;
}

/**
 * Returns the consolidated draft: as advised, if that is accepted, else by the planner alone; or the append fallback if
 * neither is accepted.
 */
export function draftMemory(base: StandingFile, ready: readonly Evaluation[], frame: DraftFrame): Draft {
  if (base.refusal !== null) return nothing(base, ready, `MEMORY.md is left alone: ${base.refusal}`);
  const place = { ...frame, heading: `Consolidated Memory (${frame.day})`, isFallback: false };
  const draftWith = (planned: PlanFrame) => fitted(base, planOperations(ready, base.standing, planned), place);
  const draft = draftWith({ ...planFrame(frame), advised: frame.advised });
  if ("text" in draft) return draft;
  if (frame.advised === undefined) return appendDraft(base, ready, { ...frame, why: draft.refusal });
  const alone = draftWith(planFrame(frame));
  const next = "text" in alone ? alone : appendDraft(base, ready, { ...frame, why: alone.refusal });
  return { ...next, adviceRefusal: draft.refusal };
}

/**
 * Returns a draft that only appends. What would change a standing entry waits for another night.
 *
 * @param frame.why why there is no consolidated version, as a short clause
 */
export function appendDraft(
  base: StandingFile,
  ready: readonly Evaluation[],
  frame: DraftFrame & { why: string },
): Draft {
  if (base.refusal !== null) return nothing(base, ready, `MEMORY.md is left alone: ${base.refusal}`);
  const planned = planOperations(ready, base.standing, planFrame(frame));
  const waits = planned.operations.filter(({ action }) => action !== "added");
  const plan: Plan = {
    operations: planned.operations.filter(({ action }) => action === "added").map(({ evaluation }) =>
      additionOf(evaluation)
    ),
    stopped: [...planned.stopped, ...waits.map(({ evaluation }) => ({ evaluation, stop: refused(frame.why) }))],
  };
  const heading = `Promoted From Short-Term Memory (${frame.day})`;
  const draft = fitted(base, plan, { ...frame, heading, isFallback: true });
  return "text" in draft ? draft : nothing(base, ready, draft.refusal);
}

function planFrame({ day, config, restated, isOrdered = false }: DraftFrame): PlanFrame {
  return { day, similarity: config.similarity, restated, isOrdered };
}

interface DraftPlace extends DraftFrame {
  readonly heading: string;
  readonly isFallback: boolean;
}

function fitted(base: StandingFile, plan: Plan, frame: DraftPlace): Draft | { readonly refusal: string } {
  const { isFallback, config, retirable = () => [] } = frame;
  const fit = fitWith(base, plan, { ...frame, leaving: [] });
  if ("refusal" in fit) return fit;
  const all = fit.over.length === 0 && residentChars(base.text) <= config.deep.budgetChars
    ? []
    : retirable(base.standing);
  const isAllowed = config.deep.retire === "auto" && !isFallback;
  const { best, retired } = isAllowed
    ? withRoom(base, plan, { ...frame, fit, auto: autoRetirable(all) })
    : { best: fit, retired: [] };
  const over = best.over.flatMap(({ change, reason }): StoppedCandidate[] =>
    "evaluation" in change ? [{ evaluation: change.evaluation, stop: { name: "budget", reason } }] : []
  );
  const gone = new Set(retired.map(({ standing }) => standing.entry.key));
  const mayRetire = over.length === 0 ? [] : all.filter(({ standing }) => !gone.has(standing.entry.key));
  const operations = best.changes.filter((change) => "evaluation" in change);
  return { text: best.text, operations, stopped: [...plan.stopped, ...over], retired, mayRetire, isFallback };
}

type Fit = FittedText<PlannedOperation | CuratedChange>;

function fitWith(
  base: StandingFile,
  plan: Plan,
  { heading, config, leaving }: DraftPlace & { leaving: readonly Retirable[] },
): Fit | { readonly refusal: string } {
  const changes = leaving.map(({ standing }): CuratedChange => ({
    action: "retired",
    prior: standing,
    raw: "",
    text: standing.entry.text,
    key: null,
    anchors: [],
  }));
  return fitChanges<PlannedOperation | CuratedChange>(base, [...changes, ...plan.operations], {
    heading,
    limits: config.deep,
  });
}

/** Retires one entry after another until everything has room, as far as acceptance lets entries go. */
function withRoom(
  base: StandingFile,
  plan: Plan,
  { fit, auto, ...frame }: DraftPlace & { fit: Fit; auto: readonly Retirable[] },
): { readonly best: Fit; readonly retired: readonly Retirable[] } {
  let best = fit;
  let retired: readonly Retirable[] = [];
  for (let count = 1; count <= auto.length && best.over.length > 0; count++) {
    const leaving = auto.slice(0, count);
    const next = fitWith(base, plan, { ...frame, leaving });
    if ("refusal" in next) break;
    if (next.over.length < best.over.length) [best, retired] = [next, leaving];
  }
  return { best, retired };
}

function nothing(base: StandingFile, ready: readonly Evaluation[], why: string): Draft {
  const stopped = ready.map((evaluation) => ({ evaluation, stop: refused(why) }));
  return { text: base.text, operations: [], stopped, retired: [], mayRetire: [], isFallback: true };
}

function refused(reason: string): Stop {
  return { name: "acceptance", reason };
}
