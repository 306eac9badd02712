import type { SourceAnchor } from "../../workspace/annotation.ts";
import { search, type SearchAnswer, type SearchDeps, type SearchRequest } from "./search.ts";

/** What something is related to: its text is the question, its own lines are no answer. */
export interface RelatedRequest extends SearchRequest {
  /** Lines that are left out of the results. */
  readonly own: SourceAnchor;
}

/** Most results of one search. */
const MAX_LIMIT = 200;

/**
 * Returns what a search for the text of some lines finds, without those lines themselves. Copies that stand elsewhere are
 * results like any other.
 *
 * @throws {MemoryError} usage, when the lines hold nothing to look for, or a bound cannot be read
 */
export function searchRelated(deps: SearchDeps, { own, ...request }: RelatedRequest): SearchAnswer {
  const limit = request.limit ?? deps.settings.limit;
  const isOwn = ({ path, startLine, endLine }: SourceAnchor) =>
    path === own.path && startLine <= own.endLine && endLine >= own.startLine;
  // So many may come in front of the others.
  const ownCount = deps.index.chunks.ofPath(own.path).filter((chunk) => isOwn({ ...chunk, path: own.path })).length;
  const answer = search(deps, { ...request, limit: Math.min(MAX_LIMIT, limit + ownCount) });
  const kept = answer.result.results.map((hit, at) => ({
    hit,
    explanation: answer.explanations[at],
    trusted: answer.trusted[at] ?? null,
  }))
    .filter(({ hit }) => !isOwn(hit)).slice(0, limit);
  return {
    ...answer,
    result: { ...answer.result, results: kept.map(({ hit }) => hit) },
    trusted: kept.map(({ trusted }) => trusted),
    explanations: kept.flatMap(({ explanation }) => explanation ?? []),
  };
}
