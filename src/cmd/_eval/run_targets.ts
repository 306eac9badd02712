import type { App } from "../../app/app.ts";
import { openTrial } from "../../app/open_trial.ts";
import { lostEvidence } from "../../lanes/eval/check_evidence.ts";
import { type EvalLane, measure, type Searcher } from "../../lanes/eval/measure.ts";
import type { SetOutcome } from "../../lanes/eval/tally.ts";
import { search } from "../../lanes/search/search.ts";
import { sync } from "../../pipeline/sync.ts";
import { failureNotices } from "../_text/failure_notices.ts";
import type { EvalTarget } from "./read_targets.ts";

/** How to ask. */
export interface EvalOptions {
  /** Lanes that can be asked, in order. */
  readonly lanes: readonly EvalLane[];
  /** Results looked at. */
  readonly limit: number;
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

/** Asks the questions of every target, one workspace after the other. */
export async function runTargets(app: App, targets: readonly EvalTarget[], options: EvalOptions): Promise<EvalRun> {
  const runs: EvalRun[] = [];
  for (const target of targets) {
    if (target.root === null) {
      runs.push(await run(app, target, { ...options, app }));
      continue;
    }
    const trial = openTrial(app, target.root);
    try {
      runs.push(await run(trial, target, { ...options, app }));
    } finally {
      trial.close();
    }
  }
  return {
    outcomes: runs.flatMap((each) => each.outcomes),
    failures: runs.flatMap((each) => each.failures),
    lostEvidence: runs.flatMap((each) => each.lostEvidence),
    notices: [...new Set(runs.flatMap((each) => each.notices))],
  };
}

async function run(
  asked: Asked,
  { set, path, questions, bad }: EvalTarget,
  options: EvalOptions & { readonly app: App },
): Promise<EvalRun> {
  const { app, limit, lanes, progress } = options;
  progress(`${set}: indexing …`);
  const report = sync(asked);
  const { search: settings, recall } = app.config;
  const deps = { ...asked, settings, activeProjects: app.activeProjects };
  const searcher: Searcher = (query) => Promise.resolve(search(deps, { query, limit }));
  const { outcomes, refused } = await measure({
    search: searcher,
    lanes,
    recall,
    shown: settings.limit,
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
    notices: [...report.notices, ...failureNotices(report)],
  };
}
