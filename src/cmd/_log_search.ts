import type { App } from "../app/app.ts";
import { creditMeanings } from "../lanes/recall/credit_meanings.ts";
import type { Credit } from "../lanes/recall/credit_lines.ts";
import { givenByAnswer, logGiven } from "../lanes/log_given.ts";
import { logRecalls, type RecallCaller, whyNoRecall } from "../lanes/recall_signal.ts";
import type { SearchAnswer } from "../lanes/search/search.ts";
import type { QuestionMeaning } from "./_question_meaning.ts";
import { withinMs } from "./_within_ms.ts";

/** A search that was answered. */
export interface SearchToLog {
  /** The answer, untrusted results with their text. */
  readonly answer: SearchAnswer;
  /** What a model made of the question. */
  readonly asked: QuestionMeaning;
  /** It may count as a recall: neither an explanation nor a look at what is related. */
  readonly isRecall: boolean;
}

/** Who asked. */
export interface Asker extends RecallCaller {
  /** The agent, or `null`: what an agent was given is logged. */
  readonly client: string | null;
}

/**
 * Logs what an agent was given, and the recalls of a search that was answered; where hits share no word with the question, their lines are embedded
 * for that. If this fails, what can be credited by words is logged all the same.
 *
 * @throws {MemoryError} failed, when the embedder cannot answer
 */
export async function logSearch(app: App, { answer, asked, isRecall }: SearchToLog, caller: Asker): Promise<void> {
  const { state, clock, config: { recall: settings, search }, projectKey: project } = app;
  const given = caller.client !== null ? givenByAnswer(answer) : new Map();
  const log = (recalls: () => void) =>
    state.transaction(() => {
      recalls();
      logGiven({ state, clock }, given, { session: caller.session, place: "search" });
    });
  if (!isRecall || whyNoRecall(state, answer, caller) !== null) {
    if (given.size > 0) log(() => undefined);
    return;
  }
  const deps = { state, clock, settings, project };
  const { meaning, embedder } = asked;
  if (meaning === undefined || embedder === null) {
    log(() => void logRecalls(deps, answer, caller));
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
  log(() => void logRecalls({ ...deps, byMeaning }, answer, caller));
  if (failure !== null) throw failure;
}
