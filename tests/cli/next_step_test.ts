/** What goes wrong names the value and the next step. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

setDefaultTimeout(240_000);

let world: CliWorld;
beforeAll(async () => {
  world = openCliWorld();
  await world.run(["init"]);
  mkdirSync(join(world.home, "empty"));
});
afterAll(() => world.remove());

test.each([
  ["flush", "Missing argument ACTION: What to do", "it is one of check, write, run; "],
  ["config get search.decay", 'Cannot take "search.decay" for a setting', "search.decay.floor, "],
  ["get c:000000000000", 'Cannot find what "c:000000000000" means', 'memory search "<words>"'],
  ["get gateway", 'Cannot find what "gateway" means', 'memory search "gateway"'],
  ["import nowhere --from markdown", 'nowhere": there is no such file or folder', "name a file"],
])("%s", async (words, message, hint) => {
  const { code, stdout } = await world.run([...words.split(" "), "--json"]);
  const { error } = JSON.parse(stdout);
  expect(code).toBeGreaterThan(0);
  expect(error.message).toContain(message);
  expect(error.hint).toContain(hint);
});

test("a folder without a transcript is told from one that holds nothing new", async () => {
  const { stdout } = await world.run(["ingest", join(world.home, "empty"), "--text"]);
  expect(stdout).toBe("No transcript was found there\n");
});

test("a forget that is declined does not tell its lines again; the doctor says that the index is behind", async () => {
  world.write("memory/2026-08-18.md", "- The pier is closed\n");
  const { checks } = JSON.parse((await world.run(["doctor", "--json"])).stdout);
  expect(checks).toContainEqual({
    area: "index",
    state: "note",
    summary: "0 files, 0 chunks, not yet as the files are",
  });
  const { screen } = await world.runAtTerminal(["forget", "The pier is closed"], { input: "n\n" });
  expect(screen.split("Would go")).toHaveLength(2);
  expect(screen).toContain("Nothing was changed.");
});
