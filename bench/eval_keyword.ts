/**
 * Measures the keyword lane on a folder of questions with known answers, as it ships: real files, real index, real
 * search. Nothing of the data is kept.
 *
 *     bun bench/eval_keyword.ts FOLDER [SET…]
 *
 * FOLDER holds `<set>/<workspace>/memory/*.md` and `<set>/<workspace>/queries.jsonl` (or the set is one workspace), a
 * question a line: `{query, evidence: [{path, line}], lang}`. A hit covers an evidence line. Printed per set: hit@1/5/10,
 * R@5 (share of the evidence files among the first five files), empty answers, and what the recall log would be given:
 * the share of questions that credit an evidence line, and the share of credited lines that are one.
 *
 * @module
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../src/app/default_config.ts";
import { systemClock } from "../src/base/clock.ts";
import { logRecalls } from "../src/lanes/recall_signal.ts";
import { search } from "../src/lanes/search/search.ts";
import { sync } from "../src/pipeline/sync.ts";
import { openIndex } from "../src/store/index/open_index.ts";
import { openState } from "../src/store/state/open_state.ts";
import { originReader } from "../src/store/state/origin_reader.ts";
import { layoutOf } from "../src/workspace/layout.ts";

/** One question and where its answer stands. */
interface Asked {
  readonly query: string;
  readonly evidence: readonly { readonly path: string; readonly line: number }[];
}

/** Sums over the questions of a set. */
interface Sums {
  questions: number;
  hitAt1: number;
  hitAt5: number;
  hitAt10: number;
  recallAt5: number;
  empty: number;
  credited: number;
  credits: number;
  rightCredits: number;
  searchMs: number;
}

/** Results asked for: enough files for R@5 and places for hit@10. */
const DEEP = 30;
/** Results an agent sees, and so what may be credited. */
const SHOWN = DEFAULT_CONFIG.search.limit;

function questionsOf(workspace: string): Asked[] {
  const lines = readFileSync(join(workspace, "queries.jsonl"), "utf8").split("\n").filter((line) => line !== "");
  return lines.map((line): Asked => JSON.parse(line)).filter((asked) => asked.evidence.length > 0);
}

function workspacesOf(set: string): string[] {
  if (existsSync(join(set, "queries.jsonl"))) return [set];
  return readdirSync(set).map((name) => join(set, name)).filter((path) => existsSync(join(path, "queries.jsonl")));
}

/** Opens a copy of a workspace, indexed; `close` removes it. */
function openCopy(workspace: string) {
  const folder = mkdtempSync(join(tmpdir(), "memory-eval-"));
  const root = join(folder, "notes");
  cpSync(join(workspace, "memory"), join(root, "memory"), { recursive: true });
  const layout = layoutOf(root, join(folder, "notes.memory"));
  mkdirSync(layout.dataDir);
  const clock = systemClock();
  const policy = { unbooked: "agent", isLost: false } as const;
  const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: false, now: clock.now().iso });
  const index = openIndex(layout.indexPath);
  sync({ layout, index, state, clock, policy });
  const close = () => {
    index.close();
    state.close();
    rmSync(folder, { recursive: true });
  };
  return { layout, state, index, clock, originsOf: originReader(state, policy), close };
}

function measure(workspace: string, sums: Sums): void {
  const opened = openCopy(workspace);
  const deps = { ...opened, settings: DEFAULT_CONFIG.search, activeProjects: new Set<string>() };
  for (const [at, { query, evidence }] of questionsOf(workspace).entries()) {
    const before = performance.now();
    const shown = search(deps, { query, limit: SHOWN });
    sums.searchMs += performance.now() - before;
    const { results } = search(deps, { query, limit: DEEP }).result;
    const place = results.findIndex((hit) =>
      evidence.some(({ path, line }) => path === hit.path && line >= hit.startLine && line <= hit.endLine)
    );
    const files = [...new Set(results.map((hit) => hit.path))].slice(0, 5);
    const wanted = new Set(evidence.map(({ path }) => path));
    sums.questions++;
    if (place === 0) sums.hitAt1++;
    if (place >= 0 && place < 5) sums.hitAt5++;
    if (place >= 0 && place < 10) sums.hitAt10++;
    if (results.length === 0) sums.empty++;
    sums.recallAt5 += files.filter((path) => wanted.has(path)).length / wanted.size;

    const settings = DEFAULT_CONFIG.recall;
    // A session for each question, so that none is held back by what an earlier one was credited.
    const caller = { sessionKind: "interactive", session: `s${at}` } as const;
    const { recalls } = logRecalls({ ...opened, settings, project: null }, shown, caller);
    const lines = opened.state.candidates.get(recalls.map((recall) => recall.key));
    const right = lines.filter((claim) =>
      evidence.some(({ path, line }) => path === claim.path && line >= claim.startLine && line <= claim.endLine)
    );
    if (right.length > 0) sums.credited++;
    sums.credits += lines.length;
    sums.rightCredits += right.length;
  }
  opened.close();
}

function print(name: string, sums: Sums): void {
  const share = (count: number, of = sums.questions) => (of === 0 ? 0 : count / of).toFixed(3);
  console.log(
    `${name.padEnd(20)} n ${String(sums.questions).padStart(4)}  hit@1 ${share(sums.hitAt1)}  hit@5 ${
      share(sums.hitAt5)
    }  ` +
      `hit@10 ${share(sums.hitAt10)}  R@5 ${share(sums.recallAt5)}  empty ${sums.empty}  ` +
      `credited ${share(sums.credited)}  credits right ${share(sums.rightCredits, sums.credits)}  ` +
      `${(sums.searchMs / Math.max(1, sums.questions)).toFixed(1)} ms`,
  );
}

const [folder, ...names] = Bun.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder of question sets: bun bench/eval_keyword.ts FOLDER [SET…]");
const sets = names.length > 0 ? names : readdirSync(folder).sort().filter((name) => {
  const set = join(folder, name);
  return existsSync(join(set, "memory")) || (!name.includes(".") && workspacesOf(set).length > 0);
});
for (const name of sets) {
  const sums: Sums = {
    questions: 0,
    hitAt1: 0,
    hitAt5: 0,
    hitAt10: 0,
    recallAt5: 0,
    empty: 0,
    credited: 0,
    credits: 0,
    rightCredits: 0,
    searchMs: 0,
  };
  for (const workspace of workspacesOf(join(folder, name))) measure(workspace, sums);
  print(name, sums);
}
