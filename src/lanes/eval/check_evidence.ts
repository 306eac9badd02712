import type { IndexStore } from "../../store/index/open_index.ts";
import { type LiveDeps, liveFiles } from "../live_files.ts";
import type { EvalQuestion } from "./questions.ts";

/** A place of evidence that no search can find. */
export interface LostEvidence {
  /** Number of the question's line in its file, 1-based. */
  readonly questionLine: number;
  /** As the question names it. */
  readonly path: string;
  /** As the question names it. */
  readonly line: number;
  /** Why, as a short clause. */
  readonly reason: string;
}

/** Returns the places of evidence that are not in this memory: a wrong path, or a file that has grown shorter. */
export function lostEvidence(
  deps: LiveDeps & { readonly index: IndexStore },
  questions: readonly EvalQuestion[],
): LostEvidence[] {
  const files = liveFiles(deps);
  const lengths = new Map<string, number | string>();
  const lengthOf = (path: string): number | string => {
    const known = lengths.get(path);
    if (known !== undefined) return known;
    const isIndexed = deps.index.sources.get(path) !== null;
    const found = isIndexed ? files.read(path)?.lines.length ?? "it cannot be read" : "it is not in the index";
    lengths.set(path, found);
    return found;
  };
  return questions.flatMap((question) =>
    question.evidence.flatMap(({ path, line }): LostEvidence[] => {
      const length = lengthOf(path);
      const reason = typeof length === "string" ? length : line > length ? `it has ${length} lines` : null;
      return reason === null ? [] : [{ questionLine: question.line, path, line, reason }];
    })
  );
}
