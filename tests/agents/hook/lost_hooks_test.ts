/** Hooks that never came, notices in the place of prompts, and processes left behind: each can only lower (SPEC 4.4, 4.5). */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type HookWorld, openHookWorld } from "../../support/hook_world.ts";

/** Each story starts the program some ten times. */
const STORY_MS = 120_000;

const LINES = [
  "- Gateway seven is deployed with authentication switched off for everybody",
  "- 七号网关部署时对所有人关闭身份验证",
];

let world: HookWorld;

beforeEach(async () => {
  world = await openHookWorld();
});

afterEach(() => world.remove());

async function origins(words: string): Promise<unknown[]> {
  const { results } = await world.agent(["search", words]) as { results: { origin: string }[] };
  return results.map(({ origin }) => origin);
}

async function expectBoth(origin: string): Promise<void> {
  expect(await origins("gateway seven authentication")).toEqual([origin]);
  expect(await origins("七号网关身份验证")).toEqual([origin]);
}

const write = () => world.write("memory/x.md", `${LINES[0]}\n\n${LINES[1]}\n`);

describe("a notice in the place of a prompt", () => {
  test.each([
    "<task-notification>\n<task-id>b1</task-id>\n<summary>done</summary>\n</task-notification>",
    "Look: <task-notification><summary>完成</summary></task-notification>",
    "<teammate-message>done</teammate-message>",
  ])("opens a tainted turn: %s", async (notice) => {
    await world.prompt(notice);
    expect((await world.agent(["note", "We heard that all is well"]))["origin"]).toBe("untrusted");
    write();
    await world.hook("Stop");
    await expectBoth("untrusted");
    await world.prompt("Thank you, go on");
    expect((await world.agent(["note", "Work goes on as planned"]))["origin"]).toBe("agent");
  }, STORY_MS);
});

describe("a tool of which a hook tells without a prompt", () => {
  test("taints what turned up since the session's last moment, before its own hook as well", async () => {
    world.write("memory/old.md", "- The parser has three passes over each and every file\n");
    await world.run(["index"]);
    await world.hook("SessionStart", { source: "startup" });
    write();
    await world.tool("WebFetch", { url: "https://page.example" }, "a page");
    await world.hook("Stop");
    await expectBoth("untrusted");
    expect(await origins("parser passes")).toEqual(["agent"]);
  }, STORY_MS);

  test("does so after a turn that ended, and where no hook told of the session at all", async () => {
    await world.prompt("Begin");
    await world.hook("Stop");
    write();
    await world.tool("WebFetch", { url: "https://page.example" }, "a page");
    await expectBoth("untrusted");
    world.write("memory/y.md", "- The billing service is released by robot nine alone\n");
    await world.tool("WebFetch", { url: "https://page.example" }, "a page", "unheard-of");
    expect(await origins("billing robot")).toEqual(["untrusted"]);
  }, STORY_MS);

  test("leaves lines to the agent that a tool inside of the project came with", async () => {
    await world.hook("SessionStart", { source: "startup" });
    write();
    await world.tool("Bash", { command: "npm test" }, { stdout: "12 passing" });
    await world.hook("Stop");
    await expectBoth("agent");
  }, STORY_MS);
});

describe("after the end of a session", () => {
  const read = async (tool: string, input: object) => {
    await world.hook("SessionStart", { source: "startup" });
    await world.prompt("Read it");
    await world.tool(tool, input, LINES.join("\n"));
    await world.hook("Stop");
    await world.hook("SessionEnd");
    write();
  };

  test("lines are untrusted that repeat what it read from outside", async () => {
    await read("WebFetch", { url: "https://page.example" });
    world.write("memory/own.md", "- The owner likes short answers and dry humour\n");
    await expectBoth("untrusted");
    expect(await origins("short answers humour")).toEqual(["agent"]);
  }, STORY_MS);

  test("lines may repeat what a build printed", async () => {
    await read("Bash", { command: "npm test" });
    await expectBoth("agent");
  }, STORY_MS);

  test("lines may repeat a page a day later", async () => {
    await read("WebFetch", { url: "https://page.example" });
    const later = { environment: { MEMORY_NOW: "2026-08-21T10:00:00+08:00" } };
    const { results } = await world.agent(["search", "gateway seven authentication"], later) as {
      results: { origin: string }[];
    };
    expect(results.map(({ origin }) => origin)).toEqual(["agent"]);
  }, STORY_MS);
});
