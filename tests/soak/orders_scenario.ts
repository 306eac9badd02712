/**
 * `memory dream`, `dream undo`, `dream accept` and `remember --fact`, killed in turn: `MEMORY.md` is the old or the new one
 * and parses, the same order said again is carried out once, and what the dream kept can be taken back afterwards.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseCurated } from "../../src/workspace/curated.ts";
import { curatedFaults, databaseFaults, readOrEmpty } from "./checks.ts";
import type { Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

const FACT = "The pier gateway listens on port 18789, loopback only";
const QUESTIONS = ["pier gateway port", "gateway loopback", "gateway 18789", "pier loopback port"];
const NEARLY = "夜间备份存放在东区机房的磁带库里";
const SAID = "The harbour office opens at nine in the morning";
const NIGHT = "2026-09-06T03:00:00+00:00";
const MORNING = "2026-09-06T09:00:00+00:00";
const OLD = "# Long-Term Memory\n\n## Owner\n\n- Prefers short answers\n- Writes in English and Chinese\n";

/** What is killed, in turn, and the text that it puts into the file, or takes out. */
const ORDERS = [
  { words: ["dream"], now: NIGHT, text: FACT, isThere: true },
  { words: ["dream", "undo"], now: MORNING, text: FACT, isThere: false },
  { words: ["dream", "accept", NEARLY], now: MORNING, text: NEARLY, isThere: true },
  { words: ["remember", "--fact", SAID], now: MORNING, text: SAID, isThere: true },
] as const;

/** What an order that was carried out before its process died says when it is given again. */
const DONE_BEFORE = /no sweep has changed|stands in MEMORY\.md already|the claim is promoted/;

/** See the module. */
export const ordersScenario: Scenario = {
  name: "dream and orders",
  prepare(stage) {
    writeFileSync(join(stage.workspace, "MEMORY.md"), OLD);
    for (const text of [FACT, NEARLY]) stage.run(["note", text], "2026-09-01T09:00:00+00:00");
    for (const [day, question] of QUESTIONS.entries()) {
      stage.run(["search", "--keyword-only", question], `2026-09-0${2 + day}T10:00:00+00:00`);
    }
    stage.run(["search", "--keyword-only", "夜间备份"], "2026-09-05T10:00:00+00:00");
    stage.save();
  },
  attempt(stage, round) {
    stage.restore();
    const order = ORDERS[round % ORDERS.length] ?? ORDERS[0];
    const file = join(stage.workspace, "MEMORY.md");
    if (order.words[1] === "undo") stage.run(["dream"], NIGHT);
    return {
      words: [...order.words],
      now: order.now,
      verify() {
        const name = order.words.join(" ");
        const faults = [...curatedFaults(file, OLD), ...databaseFaults(stage)];
        const found = copies(file, order.text);
        if (found > 1) faults.push(`${name}: "${order.text}" is there ${found} times`);
        again(stage, order);
        const wanted = order.isThere ? 1 : 0;
        const after = copies(file, order.text);
        if (after !== wanted) {
          faults.push(`${name}: "${order.text}" is there ${after} times after the same order again`);
        }
        if (order.words[0] === "dream") {
          again(stage, { words: ["dream", "undo"], now: MORNING });
          const left = [FACT, NEARLY].filter((text) => copies(file, text) > 0);
          if (left.length > 0) faults.push(`${name}: undo left ${JSON.stringify(left)}`);
        }
        return [...faults, ...curatedFaults(file, OLD), ...databaseFaults(stage)];
      },
    };
  },
};

function copies(file: string, text: string): number {
  return parseCurated(readOrEmpty(file)).entries.filter((entry) => entry.text === text).length;
}

function again(stage: Stage, { words, now }: { readonly words: readonly string[]; readonly now: string }): void {
  try {
    stage.run(words, now);
  } catch (error) {
    if (!(error instanceof Error) || !DONE_BEFORE.test(error.message)) throw error;
  }
}
