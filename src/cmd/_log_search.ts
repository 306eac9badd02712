import type { App } from "../app/app.ts";
import { creditMeanings } from "../lanes/recall/credit_meanings.ts";
import type { Credit } from "../lanes/recall/credit_lines.ts";
import { logRecalls, type RecallCaller, whyNoRecall } from "../lanes/recall_signal.ts";
import type { SearchAnswer } from "../lanes/search/search.ts";
import type { QuestionMeaning } from "./_question_meaning.ts";
import { withinMs } from "./_within_ms.ts";

/**
 * Logs the recalls of a search that was answered; where hits share no word with the question, their lines are embedded
 * for that. If this fails, what can be credited by words is logged all the same.
 *
 * @throws {MemoryError} failed, when the embedder cannot answer
 */
export async function logSearch(
  app: App,
  { answer, asked }: { readonly answer: SearchAnswer; readonly asked: QuestionMeaning },
  caller: RecallCaller,
): Promise<void> {
  const { state, clock, config: { recall: settings, search }, projectKey: project } = app;
  if (whyNoRecall(state, answer, caller) !== null) return;
  const deps = { state, clock, settings, project };
  const { meaning, embedder } = asked;
  if (meaning === undefined || embedder === null) {
    logRecalls(deps, answer, caller);
    return;
  }
  let byMeaning: readonly Credit[] = [];
  let failure: unknown = null;
  try {
    const work = creditMeanings(answer, { meaning, embedder, settings });
    byMeaning = await withinMs(work, { limitMs: search.embedTimeoutMs, name: embedder.name });
  } catch (error) {
    failure = error;
  }
  logRecalls({ ...deps, byMeaning }, answer, caller);
  if (failure !== null) throw failure;
}
