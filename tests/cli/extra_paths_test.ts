/** Files outside the workspace, named in the user's own settings (SPEC 3.1, 4.2). */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
let wiki = "";
beforeEach(async () => {
  world = await openFilledWorld();
  wiki = join(world.home, "wiki");
  mkdirSync(wiki);
  writeFileSync(
    join(wiki, "cranes.md"),
    "# Cranes\n\n- The harbour crane lifts nine tonnes\n- 港口的吊车可以吊起九吨\n",
  );
  await world.run(["config", "set", "index.extraPaths", '["~/wiki"]', "--user"]);
});
afterEach(() => world.remove());

const hits = async (query: string) => JSON.parse((await world.run(["search", query, "--keyword-only"])).stdout).results;

test("are found under their absolute paths, as untrusted, and can be read", async () => {
  for (const query of ["harbour crane", "吊车"]) {
    expect(await hits(query)).toMatchObject([{ path: join(wiki, "cranes.md"), origin: "untrusted", untrusted: true }]);
  }
  const { stdout } = await world.run(["get", `${join(wiki, "cranes.md")}:3-3`]);
  expect(JSON.parse(stdout)).toMatchObject({ text: "- The harbour crane lifts nine tonnes", origin: "untrusted" });
  const status = JSON.parse((await world.run(["status"])).stdout);
  expect(status.index).toMatchObject({ added: 0, gone: 0 });
});

test("taint what repeats them in the workspace, until the owner trusts the line", async () => {
  world.write("MEMORY.md", "- The harbour crane lifts nine tonnes\n");
  const origins = async () => (await hits("harbour crane")).map(({ origin }: { origin: string }) => origin);
  expect(await origins()).toEqual(["untrusted", "untrusted"]);
  await world.run(["trust", join(wiki, "cranes.md")], { input: "y\n" });
  expect((await origins()).sort()).toEqual(["agent", "agent"]);
  expect(readFileSync(join(wiki, "cranes.md"), "utf8")).toContain("- The harbour crane lifts nine tonnes\n");
});

test("open nothing beside them, not through dots and not through links", async () => {
  writeFileSync(join(world.home, "secret.md"), "- The safe opens at nine\n");
  symlinkSync(join(world.home, "secret.md"), join(wiki, "link.md"));
  for (const path of ["secret.md", "wiki/link.md"]) {
    const { code, stdout } = await world.run(["get", join(world.home, path)]);
    expect({ path, code, shows: stdout.includes("safe opens") }).toEqual({ path, code: 1, shows: false });
  }
  const dotted = await world.run(["get", `${wiki}/../secret.md`]);
  expect(dotted.code).toBe(1);
  expect(await hits("safe opens")).toEqual([]);
});

test("are refused in the settings of a workspace, and ignored if they stand there", async () => {
  const { code, stderr } = await world.run(["config", "set", "index.extraPaths", '["/etc"]']);
  expect(code).toBe(2);
  expect(stderr).toContain("counts only in the user's own settings");
  writeFileSync(join(world.home, "notes.memory", "config.jsonc"), '{ "index": { "extraPaths": ["/etc"] } }\n');
  const answer = JSON.parse((await world.run(["config", "get", "index.extraPaths"])).stdout);
  expect(answer.value).toEqual(["~/wiki"]);
  expect((await world.run(["search", "crane", "--text"])).stderr).toContain('"index.extraPaths"');
});

test("have to be absolute", async () => {
  const { code, stderr } = await world.run(["config", "set", "index.extraPaths", '["wiki"]', "--user"]);
  expect(code).toBe(2);
  expect(stderr).toContain("index.extraPaths");
});

test("that are taken out again leave the index, and their text goes on tainting", async () => {
  world.write("memory/topics.md", "- The harbour crane lifts nine tonnes\n");
  expect(await hits("harbour crane")).toHaveLength(2);
  await world.run(["config", "set", "index.extraPaths", "[]", "--user"]);
  expect(await hits("harbour crane")).toMatchObject([{ path: "memory/topics.md", origin: "untrusted" }]);
  expect((await world.run(["get", join(wiki, "cranes.md")])).code).toBe(1);
});
