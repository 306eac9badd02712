/**
 * `memory index`, killed while it gives text its vectors: no vector is left without its file or its text, what was done
 * is not done again, and after the next run everything has a vector. Every second attempt starts with some vectors.
 *
 * Without a model in the executable the command ends at once, and there is nothing to kill.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFaults, vectorFaults } from "./checks.ts";
import type { Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

const NOW = "2026-09-20T10:00:00+00:00";
/** Few, yet with {@linkcode LINES} each more texts than the model takes into a transaction. */
const FILES = 6;
const LINES = 6;

/** See the module. */
export const embedScenario: Scenario = {
  name: "index, embedding",
  prepare(stage) {
    writeNotes(stage, 0);
    stage.run(["index", "--no-embed"], NOW);
    stage.save();
  },
  attempt(stage, round) {
    stage.restore();
    if (round % 2 === 1) {
      stage.run(["index"], NOW);
      writeNotes(stage, 1);
    }
    return {
      words: ["index"],
      now: NOW,
      verify() {
        const faults = [...databaseFaults(stage), ...vectorFaults(stage)];
        const { vectors, notices } = stage.run(["index"], NOW);
        if (hasModel(stage) && pendingOf(vectors) !== 0) {
          faults.push(`not everything has a vector: ${JSON.stringify({ vectors, notices })}`);
        }
        return [...faults, ...databaseFaults(stage), ...vectorFaults(stage)];
      },
    };
  },
};

function pendingOf(vectors: unknown): unknown {
  return typeof vectors === "object" && vectors !== null && "pending" in vectors ? vectors.pending : undefined;
}

function hasModel(stage: Stage): boolean {
  return JSON.stringify(stage.run(["status"], NOW)["lanes"]).includes('"state":"ready"');
}

/** Writes all files; with another version every third one says something else. */
function writeNotes(stage: Stage, version: number): void {
  mkdirSync(join(stage.workspace, "memory"), { recursive: true });
  for (let file = 0; file < FILES; file++) {
    const said = file % 3 === 0 ? version : 0;
    const lines = Array.from(
      { length: LINES },
      (_, line) =>
        line % 2 === 0
          ? `- Relay ${file} of harbour ${line} answers on port ${said}${line}${file}, says the keeper.`
          : `- 第 ${file} 号码头的中继 ${line} 在涨潮时监听端口 ${said}${line}${file}。`,
    );
    writeFileSync(join(stage.workspace, "memory", `note-${file}.md`), `${lines.join("\n")}\n`);
  }
}
