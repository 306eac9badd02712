import type { App } from "../../app/app.ts";
import { openTrial } from "../../app/open_trial.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { lostEvidence } from "../../lanes/eval/check_evidence.ts";
import { type EvalLane, measure } from "../../lanes/eval/measure.ts";
import type { EvalQuestion } from "../../lanes/eval/questions.ts";
import type { SetOutcome } from "../../lanes/eval/tally.ts";
import type { Meaning } from "../../lanes/search/by_vector.ts";
import { readQuestion } from "../../lanes/search/question.ts";
import { embedPending } from "../../pipeline/embed.ts";
import { sync } from "../../pipeline/sync.ts";
import { failureNotices } from "../_text/failure_notices.ts";
import { askWith } from "./ask_with.ts";
import { embedQuestions } from "./embed_questions.ts";
import type { EvalTarget } from "./read_targets.ts";

/** How to ask. */
export interface EvalOptions {
  /** Lanes that can be asked, in order. */
  readonly lanes: readonly EvalLane[];
  /** For the lanes that need vectors; else `null`. */
  readonly embedder: Embedder | null;
  /** Results looked at. */
  readonly limit: number;
  /** Where vectors of folders are kept for the next run. */
  readonly cacheDir: string;
  /** Shows a line of progress. */
  readonly progress: (line: string) => void;
}

/** A line of a file that could not be used, or whose evidence nothing can find. */
export interface EvalFault {
  /** The file of questions. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Why, as a short clause. */
  readonly reason: string;
}

/** What came of all targets. */
export interface EvalRun {
  /** Every question that was asked. */
  readonly outcomes: readonly SetOutcome[];
  /** Lines that hold no question. */
  readonly failures: readonly EvalFault[];
  /** Questions that name a place which is not there. */
  readonly lostEvidence: readonly EvalFault[];
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/** The parts of a workspace that are asked: the app's own, or those of a trial. */
type Asked = Pick<App, "layout" | "state" | "index" | "clock" | "policy" | "originsOf">;

/** Asks the questions of every target, one workspace after the other. @throws {MemoryError} failed, if vectors fail */
export async function runTargets(app: App, targets: readonly EvalTarget[], options: EvalOptions): Promise<EvalRun> {
  const runs: EvalRun[] = [];
  for (const target of targets) {
    const trial = target.root === null
      ? null
      : openTrial(app, target.root, options.embedder === null ? null : options.cacheDir);
    try {
      options.progress(`${target.set}: indexing …`);
      // A kept index holds vectors; its words are made anew, by whatever version of this program runs.
      const report = sync(trial ?? app, { isForced: trial !== null });
      if (trial !== null) await embedAll(trial, target, options);
      const done = await run(trial ?? app, target, { ...options, app });
      runs.push({ ...done, notices: [...report.notices, ...failureNotices(report), ...done.notices] });
    } finally {
      trial?.close();
    }
  }
  return {
    outcomes: runs.flatMap((each) => each.outcomes),
    failures: runs.flatMap((each) => each.failures),
    lostEvidence: runs.flatMap((each) => each.lostEvidence),
    notices: [...new Set(runs.flatMap((each) => each.notices))],
  };
}

async function embedAll({ index, layout }: Asked, { set }: EvalTarget, { embedder, progress }: EvalOptions) {
  if (embedder === null) return;
  const { vectors, reason, failure } = await embedPending({ index, layout, embedder }, {
    mayReplace: true,
    onProgress: ({ done, total, perSecond }) =>
      progress(`${set}: embedding ${done} of ${total} pieces, ${Math.round(perSecond)} a second`),
  });
  if (vectors.pending === 0) return;
  // Figures of half an index would be taken for those of the whole.
  throw new MemoryError(
    `Cannot measure by meaning: ${reason ?? `${vectors.pending} pieces of "${set}" have no vector`}`,
    {
      hint: "use --lanes keyword",
      cause: failure ?? undefined,
    },
  );
}

async function run(
  asked: Asked,
  { set, path, questions, bad }: EvalTarget,
  { app, lanes, embedder, limit, progress }: EvalOptions & { readonly app: App },
): Promise<EvalRun> {
  const askable = questions.filter(({ query }) => isAskable(query));
  const meanings = new Map<EvalQuestion, Meaning>();
  if (embedder !== null) {
    const texts = askable.map(({ query }) => readQuestion(query).asked);
    const onProgress = (done: number) => progress(`${set}: embedding question ${done}`);
    const made = await embedQuestions(embedder, texts, onProgress);
    for (const [at, meaning] of made.entries()) {
      const question = askable[at];
      if (question !== undefined) meanings.set(question, meaning);
    }
  }
  const { config } = app;
  const deps = { ...asked, settings: config.search, activeProjects: app.projectsOf(null) };
  const { outcomes, refused } = await measure({
    search: askWith({ deps, config, limit, meanings }),
    lanes,
    steadyMs: () => performance.now(),
    onProgress: (done) => progress(`${set}: ${done} of ${questions.length} questions`),
  }, questions);
  const inFile = ({ line, reason }: Omit<EvalFault, "path">): EvalFault => ({ path, line, reason });
  return {
    outcomes: outcomes.map((outcome) => ({ set, ...outcome })),
    failures: [...bad, ...refused].sort((a, b) => a.line - b.line).map(inFile),
    lostEvidence: lostEvidence(asked, questions).map((lost) =>
      inFile({ line: lost.questionLine, reason: `${lost.path}:${lost.line}: ${lost.reason}` })
    ),
    notices: [],
  };
}

/** What a search refuses is embedded by nobody; it is refused again, and named, where it is asked. */
function isAskable(query: string): boolean {
  try {
    readQuestion(query);
    return true;
  } catch (error) {
    if (error instanceof MemoryError) return false;
    throw error;
  }
}
