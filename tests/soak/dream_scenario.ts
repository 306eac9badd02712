/**
 * `memory dream`, killed: `MEMORY.md` is the old or the new one and parses, and after the next run every fact that was
 * due is in it exactly once.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseCurated } from "../../src/workspace/curated.ts";
import { curatedFaults, databaseFaults, readOrEmpty } from "./checks.ts";
import type { Scenario } from "./scenario.ts";

/** Facts with four questions each, which are asked on four days: enough to be promoted (SPEC 8.3). */
const FACTS: readonly (readonly [fact: string, questions: readonly string[]])[] = [
  ["The pier gateway listens on port 18789, loopback only", [
    "pier gateway port",
    "gateway loopback",
    "gateway 18789",
    "pier loopback port",
  ]],
  ["The tide readings are stored in SQLite, one file per month", [
    "tide readings SQLite",
    "readings stored month",
    "SQLite file month",
    "tide readings file",
  ]],
  ["夜间备份存放在东区机房的磁带库里", ["夜间备份", "磁带库", "东区机房", "备份 磁带库"]],
];

const NIGHT = "2026-09-06T03:00:00+00:00";
const OLD = "# Long-Term Memory\n\n## Owner\n\n- Prefers short answers\n- Writes in English and Chinese\n";

/** See the module. */
export const dreamScenario: Scenario = {
  name: "dream",
  prepare(stage) {
    writeFileSync(join(stage.workspace, "MEMORY.md"), OLD);
    for (const [fact] of FACTS) stage.run(["note", fact], "2026-09-01T09:00:00+00:00");
    for (let day = 0; day < 4; day++) {
      for (const [, questions] of FACTS) {
        stage.run(["search", "--keyword-only", questions[day] ?? ""], `2026-09-0${2 + day}T10:00:00+00:00`);
      }
    }
    stage.save();
  },
  attempt(stage) {
    stage.restore();
    const file = join(stage.workspace, "MEMORY.md");
    return {
      words: ["dream"],
      now: NIGHT,
      verify() {
        const faults = [...curatedFaults(file, OLD), ...databaseFaults(stage)];
        stage.run(["dream"], NIGHT);
        const texts = parseCurated(readOrEmpty(file)).entries.map((entry) => entry.text);
        for (const [fact] of FACTS) {
          const copies = texts.filter((text) => text === fact).length;
          if (copies !== 1) faults.push(`"${fact}" is in MEMORY.md ${copies} times after the next run`);
        }
        return [...faults, ...curatedFaults(file, OLD), ...databaseFaults(stage)];
      },
    };
  },
};
