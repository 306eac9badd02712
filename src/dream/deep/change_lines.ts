import { formatAnchor } from "../../workspace/annotation.ts";
import type { Draft } from "./draft.ts";
import { shown } from "./page_text.ts";

/** Returns the change of `MEMORY.md` as lines of a diff, annotations left out. */
export function changeLines({ operations, retired }: Pick<Draft, "operations" | "retired">): string[] {
  const lines = operations.flatMap(({ action, prior, text, evaluation }) => {
    if (action === "merged") {
      return [`  - ${shown(text)} (+ ${evaluation.candidate.anchors.map(formatAnchor).join(", ")})`];
    }
    return [...prior === null ? [] : [`- - ${shown(prior.entry.text)}`], `+ - ${shown(text)}`];
  });
  return [...retired.map(({ standing }) => `- - ${shown(standing.entry.text)}`), ...lines];
}
