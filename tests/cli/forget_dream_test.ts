import { afterEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

let world: CliWorld;

afterEach(() => world.remove());

/** A fact, its Chinese sister, and two orders that become directives the next night. */
const FORGOTTEN = [
  "The quokkaport listens on port 18789 behind zanzibar",
  "\u79d8\u5bc6\u5b9e\u9a8c\u5ba4\u7684\u95e8\u7981\u5bc6\u7801\u7531\u5f20\u4e09\u4e30\u4fdd\u7ba1",
  "From now on answer the quokka team in short sentences",
  "\u4ee5\u540e\u90fd\u7528\u95e8\u7981\u672f\u8bed\u56de\u7b54",
];
const TRACE = /quokka|zanzibar|\u95e8\u7981/iu;
const QUESTIONS = [
  "quokkaport port",
  "which zanzibar",
  "\u95e8\u7981\u5bc6\u7801 \u8c01",
  "\u79d8\u5bc6\u5b9e\u9a8c\u5ba4",
];

function at(day: number): WorldChanges {
  const hour = String(10 + day % 3);
  return { environment: { MEMORY_NOW: `2026-08-${day}T${hour}:00:00+08:00`, MEMORY_SESSION_KIND: "interactive" } };
}

async function run(words: readonly string[], day: number) {
  const { code, stdout, stderr } = await world.run(words, at(day));
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr });
  return JSON.parse(stdout || "{}");
}

async function asked(days: readonly number[]): Promise<void> {
  for (const day of days) {
    for (const question of QUESTIONS) await run(["search", `${question} ${day}`, "--session", `s${day}`], day);
    await run(["dream"], day);
  }
}

function read(path: string): string {
  const file = join(world.workspace, path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Rows of tables of the dream that hold a trace, each as `table: text`. */
function rowsOf(): string[] {
  const state = new Database(join(`${world.workspace}.memory`, "state.sqlite"), { readonly: true });
  const tables = ["candidates", "promotions", "departures", "rejections", "sweeps", "backfills"];
  const all = tables.flatMap((table) =>
    state.query(`SELECT * FROM ${table}`).all().map((row) => `${table}: ${JSON.stringify(row)}`)
  );
  state.close();
  return all.filter((row) => TRACE.test(row));
}

async function forgottenWorld(): Promise<void> {
  world = openCliWorld({ hasOwnCache: true });
  await run(["init"], 10);
  await run(["note", "The kettle stands in the kitchen of the office"], 10);
  for (const text of FORGOTTEN) await run(["note", text], 10);
  await asked([11, 12, 13, 14]);
  expect(read("MEMORY.md")).toMatch(TRACE);
  expect(read("USER.md")).toMatch(TRACE);
  for (const text of FORGOTTEN) await run(["forget", text, "--apply"], 15);
  for (const path of ["USER.md", "MEMORY.md"]) {
    const left = read(path).split("\n").filter((line) => TRACE.test(line));
    for (const line of left) await run(["forget", line.replace(/^- | <!--.*$/g, ""), "--apply"], 15);
  }
  expect(["MEMORY.md", "USER.md", "DREAMS.md"].filter((path) => TRACE.test(read(path)))).toEqual([]);
}

describe("the dream, after something was forgotten", () => {
  test("keeps no word of it, and a sync does not write it down as deleted", async () => {
    await forgottenWorld();
    expect(rowsOf()).toEqual([]);
    await run(["index"], 15);
    await run(["dream"], 16);
    expect(rowsOf()).toEqual([]);
    expect(JSON.stringify(await run(["dream", "status"], 16))).not.toMatch(TRACE);
    expect(JSON.stringify(await run(["dream", "history"], 16))).not.toMatch(TRACE);
    expect(await run(["dream", "restore"], 16)).toMatchObject({ restored: [] });
  }, 120_000);

  test(
    "does not take it up again when copies of it come back, in diaries, in MEMORY.md and in other words of form",
    async () => {
      await forgottenWorld();
      const bullets = FORGOTTEN.map((text) => `- ${text}\n`).join("");
      for (const day of [16, 17, 18, 19]) {
        appendFileSync(join(world.workspace, "memory", `2026-08-${day}.md`), `# 2026-08-${day}\n\n${bullets}`);
      }
      const shouted = FORGOTTEN.map((text) => `* **${text.toUpperCase()}!**\n`).join("");
      appendFileSync(join(world.workspace, "memory", "notes.md"), shouted);
      const memory = join(world.workspace, "MEMORY.md");
      const anchored = `- ${FORGOTTEN[0]} <!-- source: memory/2026-08-16.md#L3 -->\n`;
      appendFileSync(memory, anchored);
      await asked([20, 21, 22, 23]);
      expect(rowsOf()).toEqual([]);
      expect(read("USER.md")).not.toMatch(TRACE);
      expect(read("DREAMS.md")).not.toMatch(TRACE);
      expect(read("MEMORY.md").split("\n").filter((line) => TRACE.test(line))).toEqual([anchored.trim()]);
      expect(await run(["dream", "--explain", "memory/2026-08-16.md:3"], 24)).toMatchObject({
        verdict: "blocked",
        gates: expect.arrayContaining([expect.objectContaining({ name: "forgotten", passes: false })]),
      });
      // A person takes the copy out of the core: that is no deletion of an entry of the dream's.
      rmSync(memory);
      await run(["index"], 24);
      await run(["dream"], 25);
      expect(rowsOf()).toEqual([]);
    },
    180_000,
  );
});
