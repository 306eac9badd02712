import { EXIT_CODES } from "../base/errors.ts";
import { compare, placesOf } from "../lanes/eval/compare.ts";
import { tally } from "../lanes/eval/tally.ts";
import { worst } from "../lanes/eval/worst.ts";
import { defineCommand } from "./_declare.ts";
import { lanesOf } from "./_eval/lanes_of.ts";
import { openLanes } from "./_eval/open_lanes.ts";
import { readEarlier } from "./_eval/read_earlier.ts";
import { readTargets } from "./_eval/read_targets.ts";
import { runTargets } from "./_eval/run_targets.ts";
import { evalText } from "./_text/eval_text.ts";

/** Results looked at unless the user says otherwise: enough for ten results and for five files. */
const LIMIT = 30;

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
  flags: {
    lanes: { type: "string", value: "LIST", description: "Lanes to measure", default: "keyword,vector,hybrid" },
    limit: {
      type: "integer",
      short: "n",
      value: "N",
      minimum: 1,
      maximum: 200,
      description: "Results looked at for each question",
      default: "30",
    },
    worst: { type: "integer", value: "N", description: "Show the N questions that were answered worst", default: "0" },
    outcomes: { type: "boolean", description: "Add the place of every question's evidence to the JSON" },
    compare: { type: "string", value: "FILE", description: "Show what changed since this JSON", completion: "file" },
  },
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
    const { cwd } = request();
    const wanted = lanesOf(flags.lanes);
    const earlier = flags.compare === undefined ? null : readEarlier(flags.compare, cwd);
    const targets = await readTargets(words, { cwd, readInput: () => program.readInput() });
    const opened = await app();
    const { lanes, states, notices: laneNotices } = openLanes(wanted, flags.lanes !== undefined);
    const limit = flags.limit ?? LIMIT;
    const run = await runTargets(opened, targets, { lanes, limit, progress: (line) => program.progress(line) });
    const rows = tally(run.outcomes, lanes, limit);
    const last = lanes.at(-1) ?? "keyword";
    const places = placesOf(run.outcomes);
    const unanswerable = run.outcomes.filter(({ question }) => question.evidence.length === 0);
    const notices = [...opened.notices, ...laneNotices, ...run.notices];
    const answer = {
      questions: run.outcomes.length,
      unanswerable: unanswerable.length,
      limit,
      lanes: states,
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
