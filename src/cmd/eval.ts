import { join, resolve } from "node:path";
import { cacheDirOf } from "../base/assets/cache_dir.ts";
import { EXIT_CODES } from "../base/errors.ts";
import { compare, placesOf } from "../lanes/eval/compare.ts";
import { tally } from "../lanes/eval/tally.ts";
import { worst } from "../lanes/eval/worst.ts";
import { sync } from "../pipeline/sync.ts";
import { defineCommand } from "./_declare.ts";
import { EVAL_FLAGS, EVAL_LIMIT } from "./_eval/eval_flags.ts";
import { lanesOf } from "./_eval/lanes_of.ts";
import { openLanes } from "./_eval/open_lanes.ts";
import { readEarlier } from "./_eval/read_earlier.ts";
import { readTargets } from "./_eval/read_targets.ts";
import { runTargets } from "./_eval/run_targets.ts";
import { evalText } from "./_text/eval_text.ts";

/** `memory eval QUESTIONS…`. */
export const command = defineCommand({
  details:
    "Asks questions with known answers, as a search does, and says how often the lines with the answer came, and in which " +
    "place. A file of questions is for the current workspace; a folder holds workspaces with their own notes and a file " +
    '"queries.jsonl", which are indexed in a temporary folder and left as they are. A question is one line of JSON: ' +
    '{"query": "gateway port", "evidence": [{"path": "MEMORY.md", "line": 3}], "category": "ports", "lang": "en"}; ' +
    "without evidence it has no answer. Nothing of it counts as a recall.",
  arguments: [{
    name: "QUESTIONS",
    description: "Files of questions, folders of workspaces, or - for standard input",
    isRequired: true,
    isVariadic: true,
    completion: "file",
  }],
  flags: EVAL_FLAGS,
  examples: [
    { command: "memory eval questions.jsonl", about: "measure the current workspace" },
    {
      command: "memory eval sets/ --lanes keyword --worst 10",
      about: "one lane on many workspaces, and where it failed",
    },
    { command: "memory eval sets/ --json --outcomes > before.json", about: "keep a run" },
    { command: "memory eval sets/ --compare before.json", about: "what a setting changed" },
  ],
  output: "answer",
  async run({ arguments: words, flags, app, request, program }) {
    const { cwd, environment, homeDir } = request();
    const wanted = lanesOf(flags.lanes);
    const earlier = flags.compare === undefined ? null : readEarlier(flags.compare, cwd);
    const targets = await readTargets(words, { cwd, readInput: () => program.readInput() });
    const opened = await app();
    const asksOwn = targets.some(({ root }) => root === null);
    if (asksOwn) sync(opened);
    const open = await openLanes(opened, { wanted, isNamed: flags.lanes !== undefined, asksOwn });
    const { lanes } = open;
    const limit = flags.limit ?? EVAL_LIMIT;
    const cacheDir = flags.cache === undefined
      ? join(cacheDirOf({ environment, homeDir, platform: process.platform }), "eval")
      : resolve(cwd, flags.cache);
    const progress = (line: string) => program.progress(line);
    const run = await runTargets(opened, targets, { ...open, limit, cacheDir, progress });
    const rows = tally(run.outcomes, lanes, limit);
    const last = lanes.at(-1) ?? "keyword";
    const places = placesOf(run.outcomes);
    const unanswerable = run.outcomes.filter(({ question }) => question.evidence.length === 0);
    const notices = [...opened.notices, ...open.notices, ...run.notices];
    const answer = {
      questions: run.outcomes.length,
      unanswerable: unanswerable.length,
      limit,
      lanes: open.states,
      rows,
      worst: worst(run.outcomes, last, flags.worst ?? 0),
      failures: run.failures,
      lostEvidence: run.lostEvidence,
      comparison: earlier === null ? null : compare(earlier, rows, places),
    };
    const isPartial = run.failures.length > 0 || run.lostEvidence.length > 0;
    return {
      json: { ...answer, notices, ...(flags.outcomes ? { outcomes: places } : {}) },
      text: (style) => evalText(answer, style),
      notices,
      exitCode: isPartial ? EXIT_CODES.partial : 0,
    };
  },
});
