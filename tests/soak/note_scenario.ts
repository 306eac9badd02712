/**
 * `memory note`, killed: a note that was acknowledged is there with its origin, one that was not is there whole or not
 * at all, and saying it again gives it once.
 *
 * @module
 */
import { join } from "node:path";
import { databaseFaults, diaryFaults, originFaults, readOrEmpty } from "./checks.ts";
import type { Scenario } from "./scenario.ts";

/** Notes per simulated day: some diaries are created under fire, most are appended to. */
const NOTES_A_DAY = 12;

/** See the module. */
export const noteScenario: Scenario = {
  name: "note",
  prepare() {},
  attempt(stage, round) {
    const day = `2026-09-${String(1 + Math.floor(round / NOTES_A_DAY)).padStart(2, "0")}`;
    const text = round % 2 === 0
      ? `Relay ${round} of the pier answers on port ${20_000 + round}`
      : `第 ${round} 号码头中继监听端口 ${20_000 + round}`;
    const now = `${day}T10:${String(round % 60).padStart(2, "0")}:00+00:00`;
    const words = ["note", text];
    const path = `memory/${day}.md`;
    const file = join(stage.workspace, path);
    const before = readOrEmpty(file);
    return {
      words,
      now,
      verify(killed) {
        const faults = [
          ...diaryFaults(file, before, [`- ${text}`]),
          ...databaseFaults(stage),
          ...originFaults(stage, path),
        ];
        // Whoever has read the answer may rely on it.
        const isAcknowledged = /"written":\s*true[^]*\}\s*$/.test(killed.stdout);
        if (isAcknowledged && !readOrEmpty(file).includes(`- ${text}\n`)) {
          faults.push(`acknowledged and lost: "${text}"`);
        }
        stage.run(words, now);
        const copies = readOrEmpty(file).split("\n").filter((line) => line === `- ${text}`).length;
        if (copies !== 1) faults.push(`"${text}" is there ${copies} times after it was noted again`);
        return [...faults, ...originFaults(stage, path)];
      },
    };
  },
};
