/** What a prompt is answered with, in the real program (SPEC 9.2, 11.6). */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type HookWorld, openHookWorld, SESSION } from "../../support/hook_world.ts";

/** Each story starts the program some ten times. */
const STORY_MS = 120_000;
const DEPLOYS = "Deploys run with make ship";

let world: HookWorld;
beforeEach(async () => {
  world = await openHookWorld();
  world.write("MEMORY.md", `- ${DEPLOYS} <!-- trigger: deploy gateway -->\n`);
  world.write("memory/2026-08-12.md", "- The staging cluster lives in Frankfurt\n");
  // A prompt waits 20 ms for files that changed, which is too little where nothing was indexed yet.
  await world.agent(["index", "--no-embed"]);
});
afterEach(() => world.remove());

async function answer(prompt: string, session = SESSION): Promise<string> {
  const { stdout } = await world.prompt(prompt, session);
  if (stdout === "") return "";
  const { hookSpecificOutput: { additionalContext } } = JSON.parse(stdout) as {
    readonly hookSpecificOutput: { readonly additionalContext: string };
  };
  return additionalContext;
}

function rows(sql: string): unknown[] {
  const state = new Database(join(world.home, "notes.memory", "state.sqlite"), { readonly: true });
  try {
    return state.query(sql).all();
  } finally {
    state.close();
  }
}

test("a prompt is answered with the entry that it brings up, once, until the context was compacted", async () => {
  const prompt = "please deploy the gateway";
  expect(await answer(prompt)).toContain(DEPLOYS);
  // The same prompt told by a second settings file is the same turn.
  expect(await answer(prompt)).toBe("");
  expect(await answer("and once more: deploy the gateway")).toBe("");
  expect(rows("SELECT turn FROM session_prompts")).toEqual([{ turn: 2 }]);
  expect(await answer(prompt, "another")).toContain(DEPLOYS);
  expect(rows("SELECT DISTINCT place FROM injections")).toEqual([{ place: "recall" }]);
  expect(rows("SELECT kind, count(*) AS n FROM curated_uses GROUP BY kind")).toEqual([{ kind: "trigger", n: 2 }]);
  expect(world.outcomes().at(-1)).toBe("turn opened, 1 triggered");
  await world.hook("SessionStart", { source: "compact" });
  expect(rows(`SELECT turn FROM session_prompts WHERE session = '${SESSION}'`)).toEqual([]);
}, STORY_MS);

test(
  "a prompt counts for the diary lines that it is clearly about, and nothing of them is put before the agent",
  async () => {
    expect(await answer("staging cluster Frankfurt")).toBe("");
    expect(world.outcomes()).toEqual(["turn opened, 1 recalled"]);
    const [row] = rows("SELECT session, quality FROM recalls") as {
      readonly session: string;
      readonly quality: number;
    }[];
    expect(row?.session).toBe(SESSION);
    expect(row?.quality).toBeGreaterThanOrEqual(0.6);
    await answer("rename the helper in the parser and format it");
    expect(rows("SELECT count(*) AS n FROM recalls")).toEqual([{ n: 1 }]);
  },
  STORY_MS,
);

test(
  "a group, a task beside, and a session without recall are answered with nothing, and count for nothing",
  async () => {
    const about = "deploy the gateway to the staging cluster in Frankfurt";
    const group = { environment: { MEMORY_CHAT: "group" } };
    await world.hook("UserPromptSubmit", { "session_id": "g", prompt: about }, group);
    await world.hook("UserPromptSubmit", { "session_id": "sub", prompt: about, "agent_id": "a1" });
    await world.agent(["recall", "off", "--session", SESSION]);
    expect(await answer(about)).toBe("");
    expect(rows("SELECT count(*) AS n FROM recalls")).toEqual([{ n: 0 }]);
    expect(rows("SELECT count(*) AS n FROM injections")).toEqual([{ n: 0 }]);
    expect(world.outcomes().at(-1)).toBe("turn opened, recall is off in this session");
  },
  STORY_MS,
);

test("a group's session, and one that the clock began, stay such when a later hook does not say so", async () => {
  const start = { "session_id": "g", source: "startup" };
  const asked = { "session_id": "g", prompt: "deploy the gateway" };
  for (const environment of [{ MEMORY_CHAT: "group" }, { MEMORY_SESSION_KIND: "cron" }]) {
    await world.hook("SessionStart", start, { environment });
    expect((await world.hook("UserPromptSubmit", asked)).stdout).toBe("");
    await world.hook("Stop", { "session_id": "g" });
  }
  // A start tells anew.
  await world.hook("SessionStart", { ...start, source: "clear" });
  await world.hook("Stop", { "session_id": "g" });
  expect(rows("SELECT kind, chat FROM sessions WHERE name = 'g'")).toEqual([{ kind: "interactive", chat: "direct" }]);
}, STORY_MS);

test("a prompt that asks for earlier days is answered from the diaries, and any other one is not", async () => {
  expect(await answer("What did we say about the staging cluster?")).toContain("lives in Frankfurt");
  expect(world.outcomes().at(-1)).toContain("1 looked up");
  expect(await answer("move the staging cluster")).toBe("");
  expect(rows("SELECT DISTINCT place FROM injections")).toEqual([{ place: "recall" }]);
}, STORY_MS);

test("a MEMORY.md that cannot be shown is told of at the start of a session, and not at each prompt", async () => {
  rmSync(join(world.home, "notes", "MEMORY.md"));
  mkdirSync(join(world.home, "notes", "MEMORY.md"));
  const start = await world.hook("SessionStart", { source: "startup" });
  expect(JSON.parse(start.stdout).hookSpecificOutput.additionalContext).toEndWith(
    '\n\nCannot show "MEMORY.md": it is not a file',
  );
  expect(await answer("please deploy the gateway")).toBe("");
}, STORY_MS);
