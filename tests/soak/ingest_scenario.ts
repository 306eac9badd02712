/**
 * `memory ingest`, killed: every line of diary and redacted transcript has its origin, nothing is torn, and running it again
 * gives each statement once, in both.
 *
 * @module
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseFaults, originFaults, readOrEmpty } from "./checks.ts";
import type { Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** Turns that each round adds to the transcript. */
const TURNS = 4;

/** See the module. */
export const ingestScenario: Scenario = {
  name: "ingest",
  prepare() {},
  attempt(stage, round) {
    const path = join(dirname(stage.workspace), "transcripts", "s-1.jsonl");
    mkdirSync(dirname(path), { recursive: true });
    const day = `2026-10-${String(1 + (round % DAYS)).padStart(2, "0")}`;
    const statements = Array.from({ length: TURNS }, (_, turn) => statementOf(round, turn));
    appendFileSync(path, statements.map((text, turn) => entry(text, { round, turn, day })).join(""));
    const words = ["ingest", path];
    const now = "2026-11-01T10:00:00+00:00";
    return {
      words,
      now,
      verify() {
        const files = [`memory/${day}.md`, `@sessions/claude-code/${day}-s-1.md`];
        const after = [...databaseFaults(stage), ...originFaults(stage, `memory/${day}.md`, "agent")];
        stage.run(words, now);
        return [...after, ...files.flatMap((file) => countFaults(stage, file, statements))];
      },
    };
  },
};

/** Days over which the rounds are spread: some diaries are begun under fire, most are appended to. */
const DAYS = 28;

function statementOf(round: number, turn: number): string {
  return turn % 2 === 0
    ? `Relay ${round}-${turn} of the pier answers on port ${20_000 + round}.`
    : `第 ${round}-${turn} 号码头中继监听端口 ${20_000 + round}。`;
}

interface EntryFacts {
  readonly round: number;
  readonly turn: number;
  readonly day: string;
}

/** A line as Claude Code writes it. */
function entry(text: string, { round, turn, day }: EntryFacts): string {
  const second = String(turn).padStart(2, "0");
  const line = {
    parentUuid: `u-${round}-${turn - 1}`,
    isSidechain: false,
    cwd: "/nowhere/app",
    sessionId: "s-1",
    version: "2.1.1",
    type: "user",
    message: { role: "user", content: text },
    uuid: `u-${round}-${turn}`,
    timestamp: `${day}T09:${String(round % 60).padStart(2, "0")}:${second}.000Z`,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Every statement stands on exactly one whole line. */
function countFaults(stage: Stage, path: string, statements: readonly string[]): string[] {
  const file = path.startsWith("@") ? join(stage.dataDir, path.slice(1)) : join(stage.workspace, path);
  const text = readOrEmpty(file);
  const faults = statements.flatMap((statement) => {
    const count = text.split("\n").filter((line) => line.includes(statement)).length;
    return count === 1 ? [] : [`"${statement}" is ${count} times in ${path}`];
  });
  const odd = text.split("\n").filter((line) => line !== "" && !/^(?:# |- )/.test(line));
  return [...faults, ...odd.map((line) => `a torn line in ${path}: ${JSON.stringify(line)}`)];
}
