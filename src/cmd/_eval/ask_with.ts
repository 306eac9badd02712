import type { App } from "../../app/app.ts";
import type { LaneAnswer, Searcher } from "../../lanes/eval/measure.ts";
import { nearest } from "../../lanes/eval/nearest.ts";
import type { EvalQuestion } from "../../lanes/eval/questions.ts";
import { creditHits } from "../../lanes/recall/credit_hits.ts";
import type { Meaning } from "../../lanes/search/by_vector.ts";
import { search, type SearchDeps } from "../../lanes/search/search.ts";

/** What is asked, and how. */
export interface AskedWith {
  /** As the search command has them. */
  readonly deps: SearchDeps;
  /** Settings: what counts as a recall, and how many results a user sees. */
  readonly config: App["config"];
  /** Results looked at. */
  readonly limit: number;
  /** What a model made of each question; empty without one. */
  readonly meanings: ReadonlyMap<EvalQuestion, Meaning>;
}

/** Returns what answers a question with one lane: exactly the search of the command, or its vector lane by itself. */
export function askWith({ deps, config, limit, meanings }: AskedWith): Searcher {
  return (question, lane): LaneAnswer => {
    const meaning = lane === "keyword" ? undefined : meanings.get(question);
    if (lane === "vector") {
      return { results: meaning === undefined ? [] : nearest(deps.index, meaning, limit), credited: [] };
    }
    const answer = search(deps, { query: question.query, limit, meaning });
    const shown = { ...answer.result, results: answer.result.results.slice(0, config.search.limit) };
    const credited = creditHits({ ...answer, result: shown }, config.recall).map(({ claim }) => claim);
    return { results: answer.result.results, credited };
  };
}
