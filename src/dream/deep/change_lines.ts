import { formatAnchor } from "../../workspace/annotation.ts";
import { shown } from "./page_text.ts";
import type { PlannedOperation } from "./plan.ts";

/** Returns the change of `MEMORY.md` as lines of a diff, annotations left out. */
export function changeLines(operations: readonly PlannedOperation[]): string[] {
  return operations.flatMap(({ action, prior, text, evaluation }) => {
    if (action === "merged") {
      return [`  - ${shown(text)} (+ ${evaluation.candidate.anchors.map(formatAnchor).join(", ")})`];
    }
    return [...prior === null ? [] : [`- - ${shown(prior.entry.text)}`], `+ - ${shown(text)}`];
  });
}
