import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

/** A dream and a dozen processes; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(120_000);

let world: CliWorld;

afterEach(() => world.remove());

const SECRET = "secret plutonium in the vault 99";

async function run(words: readonly string[], day = 5, caller: "owner" | "agent" = "owner"): Promise<number> {
  const environment = {
    MEMORY_NOW: `2026-08-0${day}T10:00:00+08:00`,
    MEMORY_SESSION_KIND: "interactive",
    MEMORY_CALLER: caller,
  };
  return (await world.run(words, { environment })).code;
}

/** Files below the workspace and beside it that hold a word. */
function holding(word: string): string[] {
  const roots = [world.workspace, `${world.workspace}.memory`].filter((root) => existsSync(root));
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name))
      .filter((path) => statSync(path).isFile() && readFileSync(path).includes(word))
  );
}

test("what is forgotten while a dream and notes of it are at work is nowhere afterwards", async () => {
  world = openCliWorld({ hasOwnCache: true });
  await run(["init"], 1);
  const filler = Array.from({ length: 400 }, (_, at) => `- filler line ${at} about topic${at} and thing${at}\n`);
  writeFileSync(join(world.workspace, "memory/2026-07-31.md"), filler.join(""));
  for (const day of [2, 3, 4, 5]) {
    await run(["note", SECRET], day);
    await run(["search", `plutonium vault ${day}`, "--session", `s${day}`], day);
  }
  await run(["search", "secret plutonium 99", "--session", "other"]);
  const dream = run(["dream", "--force"]);
  // An agent's: the owner's would lift what was forgotten if it came after. Whoever comes before goes with the rest,
  // whoever comes after is refused, so that the order is nobody's business.
  const notes = [1, 2, 3].map((day) => run(["note", SECRET, "--date", `2026-07-0${day}`], 5, "agent"));
  await Bun.sleep(60);
  expect(await run(["forget", "memory/2026-08-02.md:3", "--apply"])).toBe(0);
  await dream;
  expect(await Promise.all(notes)).toEqual([0, 0, 0]);
  expect(await run(["forget"])).toBe(0);
  expect(holding("plutonium")).toEqual([]);
  expect(await run(["dream", "--force"])).toBe(0);
  expect(holding("plutonium")).toEqual([]);
});
