/**
 * `memory index`, killed: the index opens, and after the next run answers exactly what an index built in peace answers.
 * Every second attempt starts without an index. Vectors have a scenario of their own.
 *
 * @module
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../../bench/random.ts";
import { databaseFaults } from "./checks.ts";
import { bookedLines, indexFaults } from "./index_checks.ts";
import type { Attempt, Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

const NOW = "2026-09-20T10:00:00+00:00";
const FILES = 80;
const LINES = 60;
const QUESTIONS = ["relay harbour port", "码头 中继", "17 tide"];

/** Keyword rows only: giving text its vectors is another scenario. */
const INDEX = ["index", "--no-embed"] as const;

/** `memory index` on changed files; every second attempt starts without an index. */
export const indexScenario: Scenario = {
  ...scenarioOf("index", INDEX),
  attempt(stage, round) {
    const attempt = attemptOf(stage, INDEX);
    if (round % 2 === 1) removeIndex(stage);
    return attempt;
  },
};

/** `memory index --force`; every second attempt carries on with what the one before left. */
export const forceScenario: Scenario = {
  ...scenarioOf("index --force", [...INDEX, "--force"]),
  attempt(stage, round) {
    const attempt = attemptOf(stage, [...INDEX, "--force"]);
    if (round % 2 === 1) stage.run([...INDEX, "--force"], NOW);
    return attempt;
  },
};

/** `memory index --watch`, while files change under it. */
export const watchScenario: Scenario = {
  ...scenarioOf("index --watch", [...INDEX, "--watch"]),
  reachMs: 900,
  attempt: (stage) => ({
    ...attemptOf(stage, [...INDEX, "--watch"]),
    meanwhile: () => writeNotes(stage, FILES + 10, 20),
  }),
};

function scenarioOf(name: string, words: readonly string[]): Scenario {
  return {
    name,
    prepare(stage) {
      writeFileSync(join(stage.dataDir, "config.jsonc"), '{ "index": { "debounceMs": 50 } }\n');
      for (const text of BOOKED) stage.run(["note", text], NOW);
      writeNotes(stage, 0, FILES);
      stage.run(INDEX, NOW);
      stage.save();
    },
    attempt: (stage) => attemptOf(stage, words),
  };
}

function attemptOf(stage: Stage, words: readonly string[]): Attempt {
  stage.restore();
  const booked = bookedLines(stage);
  changeNotes(stage);
  return {
    words,
    now: NOW,
    verify() {
      const faults = databaseFaults(stage);
      const answer = stage.run(INDEX, NOW);
      faults.push(...indexFaults(stage));
      if (bookedLines(stage) !== booked) faults.push("the class of a line has changed");
      const found = answers(stage);
      removeIndex(stage);
      stage.run(INDEX, NOW);
      if (found !== answers(stage)) faults.push("the index that was finished differs from one built in peace");
      return [...faults, ...failures(answer), ...databaseFaults(stage)];
    },
  };
}

/** Lines whose class is more than that of a line that nobody booked. */
const BOOKED = ["The owner keeps the spare key of berth 90210 at the lock", "备用钥匙放在九号泊位的闸门旁"];

function failures(answer: Record<string, unknown>): string[] {
  return Array.isArray(answer["failures"])
    ? answer["failures"].map((failure) => JSON.stringify(failure))
    : ["no report"];
}

/** Returns the results of a few questions as one text, with scores: the same index gives the same text. */
function answers(stage: Stage): string {
  return QUESTIONS.map((question) => JSON.stringify(stage.run(["search", question], NOW)["results"])).join("\n");
}

function removeIndex(stage: Stage): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(stage.dataDir, `index.sqlite${suffix}`), { force: true });
}

function writeNotes(stage: Stage, first: number, count: number): void {
  mkdirSync(join(stage.workspace, "memory"), { recursive: true });
  for (let file = first; file < first + count; file++) writeNote(stage, file, file);
}

/** Changes twenty files, removes five, adds ten. */
function changeNotes(stage: Stage): void {
  for (let file = 0; file < 20; file++) writeNote(stage, file, 1000 + file);
  for (let file = 20; file < 25; file++) rmSync(join(stage.workspace, notePath(file)));
  writeNotes(stage, FILES, 10);
}

function writeNote(stage: Stage, file: number, seed: number): void {
  const random = randomFrom(seed);
  const line = () =>
    random.pick([
      `- Relay ${random.below(90)} of the harbour answers on port ${random.below(60_000)} at tide ${random.below(30)}.`,
      `- 第 ${random.below(90)} 号码头中继在涨潮 ${random.below(30)} 时监听端口 ${random.below(60_000)}。`,
    ]);
  const text = Array.from({ length: LINES }, line).join("\n");
  writeFileSync(join(stage.workspace, notePath(file)), `# Note ${file}\n\n${text}\n`);
}

function notePath(file: number): string {
  return `memory/note-${file}.md`;
}
