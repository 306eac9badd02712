/** What a person does about a night, with the built program. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

setDefaultTimeout(60_000);

const FACT = "The gateway listens on port 18789";

let world: CliWorld;
beforeAll(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});
afterAll(() => world.remove());

async function run(...words: string[]) {
  const { code, stdout, stderr } = await world.run(words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("a file that goes right after an order wrote it leaves an entry that can be brought back", async () => {
  world.write("memory/2026-08-12.md", `- ${FACT}\n`);
  await run("dream", "accept", FACT);
  // No look at the files in between.
  rmSync(join(world.workspace, "MEMORY.md"));
  expect(await run("dream", "status")).toMatchObject({ restorable: [{ text: FACT, reason: "deleted" }] });
  expect(await run("dream", "restore", FACT)).toMatchObject({ restored: [{ text: FACT }] });
});
