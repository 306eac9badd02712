/**
 * The draft of tonight's `MEMORY.md`: plan, composition and acceptance, or the append fallback (SPEC 8.6, 8.7). A draft is
 * a value; a dry run ends with it.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { fitChanges } from "../../curate/fit_changes.ts";
import type { StandingFile } from "../../curate/read_curated.ts";
import type { Stated } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import type { Evaluation, Stop } from "./evaluate.ts";
import { additionOf, type Plan, type PlannedOperation, planOperations, type StoppedCandidate } from "./plan.ts";

/** What the file would become. */
export interface Draft {
  /** The whole new text; equal to the old one if there is nothing to write. */
  readonly text: string;
  /** What was done, in order. */
  readonly operations: readonly PlannedOperation[];
  /** Who was stopped on the way. */
  readonly stopped: readonly StoppedCandidate[];
  /** Whether the consolidated version was refused and entries are only appended. */
  readonly isFallback: boolean;
}

/** What a draft depends on beside the file and the candidates. */
export interface DraftFrame {
  /** The local day that headings carry. */
  readonly day: LocalDay;
  /** The settings of the dream. */
  readonly config: DreamConfig;
  /** When the claims that made an entry were last stated, by its key. @default nobody said it again */
  readonly restated?: ReadonlyMap<string, Stated> | undefined;
}

/** Returns the consolidated draft, or the append fallback if that is not accepted. */
export function draftMemory(base: StandingFile, ready: readonly Evaluation[], frame: DraftFrame): Draft {
  if (base.refusal !== null) return nothing(base, ready, `MEMORY.md is left alone: ${base.refusal}`);
  const plan = planOperations(ready, base.standing, planFrame(frame));
  const draft = fitted(base, plan, { ...frame, heading: `Consolidated Memory (${frame.day})`, isFallback: false });
  return "text" in draft ? draft : appendDraft(base, ready, { ...frame, why: draft.refusal });
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

function planFrame({ config, restated }: DraftFrame): Parameters<typeof planOperations>[2] {
  return { similarity: config.similarity, restated };
}

interface DraftPlace extends DraftFrame {
  readonly heading: string;
  readonly isFallback: boolean;
}

function fitted(base: StandingFile, plan: Plan, frame: DraftPlace): Draft | { readonly refusal: string } {
  const { heading, isFallback, config } = frame;
  const fit = fitChanges(base, plan.operations, { heading, limits: config.deep });
  if ("refusal" in fit) return fit;
  const over = fit.over.map(({ change: { evaluation }, reason }): StoppedCandidate => ({
    evaluation,
    stop: { name: "budget", reason },
  }));
  return { text: fit.text, operations: fit.changes, stopped: [...plan.stopped, ...over], isFallback };
}

function nothing(base: StandingFile, ready: readonly Evaluation[], why: string): Draft {
  const stopped = ready.map((evaluation) => ({ evaluation, stop: refused(why) }));
  return { text: base.text, operations: [], stopped, isFallback: true };
}

function refused(reason: string): Stop {
  return { name: "acceptance", reason };
}
