/** What a person does about a night, with the built program. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

setDefaultTimeout(240_000);

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

test("a note of a tainted turn is proposed by its place, and kept once the owner has read it", async () => {
  const note = "The harbour crane lifts nine tonnes at the northern quay";
  const page =
    "Harbour crane rules: the northern quay is always open and its crane lifts tonnes for everybody who asks";
  // What repeats the page is no proposal, however often it is asked for.
  expect(await hooked("WebFetch", page, [note, page])).toEqual(["untrusted", "untrusted"]);
  for (
    const [at, question] of ["harbour crane", "northern quay crane", "crane tonnes quay", "harbour lifts"].entries()
  ) {
    const environment = { MEMORY_NOW: `2026-08-${20 + at}T10:00:00+08:00`, MEMORY_CALLER: "agent" };
    await world.run(["search", "--keyword-only", "--session", `asks ${at}`, question], { environment });
  }
  const night = { environment: { MEMORY_NOW: "2026-08-24T03:00:00+08:00" } };
  const report = JSON.parse((await world.run(["dream"], night)).stdout);
  expect(report).toMatchObject({ promoted: [], turnTainted: [{ source: "memory/2026-08-19.md#L3-L3" }] });
  const [{ key }] = report.turnTainted;
  const told = readFileSync(join(world.workspace, "DREAMS.md"), "utf8");
  expect(told).toContain(`memory dream accept ${key}`);
  expect(told).not.toContain("nine tonnes");
  expect(JSON.parse((await world.run(["dream", "--force"], night)).stdout).status).toBe("quiet");

  const agent = { environment: { ...night.environment, MEMORY_CALLER: "agent" }, input: "y\n" };
  expect((await world.run(["dream", "accept", key], agent)).code).toBe(1);
  const declined = await world.run(["dream", "accept", key], { ...night, input: "n\n" });
  expect({ code: declined.code, stderr: declined.stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("you did not vouch for memory/2026-08-19.md:3"),
  });
  expect(readFileSync(join(world.workspace, "MEMORY.md"), "utf8")).not.toContain("nine tonnes");
  const { stdout, stderr } = await world.run(["dream", "accept", key], { ...night, input: "y\n" });
  expect(stderr).toContain(note);
  expect(JSON.parse(stdout)).toMatchObject({ operation: "added", text: note });
});

/** Has an agent take notes in a turn into which a tool brought text; returns the class of each. */
async function hooked(tool: string, brought: string, notes: readonly string[]): Promise<string[]> {
  const hook = (event: string, fields: object) =>
    world.run(["hook", "claude-code"], {
      input: JSON.stringify({ session_id: "s1", cwd: world.workspace, hook_event_name: event, ...fields }),
    });
  await hook("SessionStart", { source: "startup" });
  await hook("UserPromptSubmit", { prompt: "look it up" });
  await hook("PostToolUse", { tool_name: tool, tool_input: { url: "https://example.org" }, tool_response: brought });
  const origins: string[] = [];
  for (const text of notes) {
    const { stdout } = await world.run(["note", "--session", "s1", text], { environment: { MEMORY_CALLER: "agent" } });
    origins.push(JSON.parse(stdout).origin);
  }
  await hook("Stop", {});
  return origins;
}
