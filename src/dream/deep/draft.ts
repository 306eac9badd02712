/**
 * The draft of tonight's `MEMORY.md`: plan, composition and acceptance, or the append fallback (SPEC 8.6, 8.7). A draft is
 * a value; a dry run ends with it.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { DreamConfig } from "../config.ts";
import { accept } from "./accept.ts";
import { compose, residentChars } from "./compose.ts";
import type { Evaluation, Stop } from "./evaluate.ts";
import type { MemoryFile } from "./memory_file.ts";
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
}

/** Returns the consolidated draft, or the append fallback if that is not accepted. */
export function draftMemory(base: MemoryFile, ready: readonly Evaluation[], frame: DraftFrame): Draft {
  if (base.refusal !== null) return nothing(base, ready, `MEMORY.md is left alone: ${base.refusal}`);
  const plan = planOperations(ready, base.standing, frame.config.similarity);
  const draft = fitted(base, plan, { ...frame, heading: `Consolidated Memory (${frame.day})`, isFallback: false });
  return "text" in draft ? draft : appendDraft(base, ready, { ...frame, why: draft.refusal });
}

/**
 * Returns a draft that only appends. What would change a standing entry waits for another night.
 *
 * @param frame.why why there is no consolidated version, as a short clause
 */
export function appendDraft(
  base: MemoryFile,
  ready: readonly Evaluation[],
  frame: DraftFrame & { why: string },
): Draft {
  if (base.refusal !== null) return nothing(base, ready, `MEMORY.md is left alone: ${base.refusal}`);
  const planned = planOperations(ready, base.standing, frame.config.similarity);
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

interface FitFrame extends DraftFrame {
  readonly heading: string;
  readonly isFallback: boolean;
}

/** Takes operations in order as long as the result stays within the budget, and has the result accepted. */
function fitted(base: MemoryFile, plan: Plan, frame: FitFrame): Draft | { readonly refusal: string } {
  const { budgetChars } = frame.config.deep;
  let text = base.text;
  const operations: PlannedOperation[] = [];
  const stopped = [...plan.stopped];
  for (const operation of plan.operations) {
    const next = compose(base.file, [...operations, operation], frame.heading);
    if ("refusal" in next) return next;
    const chars = residentChars(next.text);
    // What makes the file no longer than it is may always be done, also in a file that is over the budget already.
    if (chars > budgetChars && chars > residentChars(text)) {
      const reason = `it would bring MEMORY.md to ${chars} of ${budgetChars} chars`;
      stopped.push({ evaluation: operation.evaluation, stop: { name: "budget", reason } });
    } else {
      operations.push(operation);
      text = next.text;
    }
  }
  const isOver = residentChars(text) > budgetChars && operations.length > 0;
  const limits = isOver ? { ...frame.config.deep, budgetChars: residentChars(base.text) } : frame.config.deep;
  const acceptance = accept(base.file, { text, operations }, limits);
  if (operations.length > 0 && !acceptance.passes) return { refusal: acceptance.reasons.join("; ") };
  return { text, operations, stopped, isFallback: frame.isFallback };
}

function nothing(base: MemoryFile, ready: readonly Evaluation[], why: string): Draft {
  const stopped = ready.map((evaluation) => ({ evaluation, stop: refused(why) }));
  return { text: base.text, operations: [], stopped, isFallback: true };
}

function refused(reason: string): Stop {
  return { name: "acceptance", reason };
}
