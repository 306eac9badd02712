/**
 * `memory forget`, killed: the lines that stay are there byte for byte whatever the moment, and the next run leaves nothing of
 * the forgotten one, in no file and no database.
 *
 * @module
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFaults, readOrEmpty } from "./checks.ts";
import type { Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

const NOW = "2026-09-02T09:00:00+00:00";
const DIARY = "memory/2026-09-02.md";

/** See the module. */
export const forgetScenario: Scenario = {
  name: "forget",
  prepare(stage) {
    for (let day = 1; day <= 20; day++) {
      const lines = Array.from({ length: 10 }, (_, at) => `- Pier ${day}-${at} has a lamp of ${day * 7 + at} watts`);
      writeFileSync(join(stage.workspace, "memory", `topic-${day}.md`), `# Topic ${day}\n\n${lines.join("\n")}\n`);
    }
    stage.run(["note", "The harbour office opens at nine"], NOW);
  },
  attempt(stage, round) {
    const word = `quokka${round}port`;
    const text = round % 2 === 0
      ? `The ${word} listens behind zanzibar ${round}`
      : `${word} 的门禁密码由张三丰 ${round} 保管`;
    stage.run(["note", text], NOW);
    writeFileSync(join(stage.workspace, "MEMORY.md"), `# Long-Term Memory\n\n- Backups run at 02:30\n- ${text}\n`);
    writeFileSync(
      join(stage.workspace, "DREAMS.md"),
      `# Dreams\n\n## 2026-09-01\n\n- Backups run at 02:30\n- ${text}\n`,
    );
    stage.run(["search", word], NOW);
    const diary = readOrEmpty(join(stage.workspace, DIARY));
    const rest = new Map([
      [DIARY, diary.split("\n").filter((line) => line !== `- ${text}`).join("\n")],
      ["MEMORY.md", "# Long-Term Memory\n\n- Backups run at 02:30\n"],
      ["DREAMS.md", "# Dreams\n\n## 2026-09-01\n\n- Backups run at 02:30\n"],
    ]);
    const whole = new Map([...rest.keys()].map((path) => [path, readOrEmpty(join(stage.workspace, path))]));
    return {
      words: ["forget", text, "--apply"],
      now: NOW,
      verify(killed) {
        const faults = databaseFaults(stage);
        for (const [path, before] of whole) {
          const now = readOrEmpty(join(stage.workspace, path));
          if (now !== before && now !== rest.get(path)) faults.push(`${path} is neither whole nor cut`);
        }
        // Killed before it began, it is simply said again; killed later, a dream or an index run completes it.
        stage.run([["forget"], ["index"], ["dream", "--force"]][round % 3] ?? ["forget"], NOW);
        const isBegun = readOrEmpty(join(stage.workspace, "MEMORY.md")) === rest.get("MEMORY.md");
        if (!isBegun && !killed.wasKilled) faults.push("it ended and did nothing");
        if (!isBegun) stage.run(["forget", text, "--apply"], NOW);
        for (const [path, after] of rest) {
          // A dream may add to the file what it keeps; the forgotten is looked for everywhere below.
          if (path === "DREAMS.md" || round % 3 === 2) continue;
          if (readOrEmpty(join(stage.workspace, path)) !== after) faults.push(`${path} is not as it should be`);
        }
        return [...faults, ...databaseFaults(stage), ...tracesOf(stage, word)];
      },
    };
  },
};

function tracesOf({ workspace, dataDir }: Stage, word: string): string[] {
  return [workspace, dataDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isFile() && readFileSync(path).includes(word) ? [`${name} holds "${word}"`] : [];
    })
  );
}
