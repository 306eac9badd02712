/** What an agent may change in its own session, and not in another one (SPEC 4.4, 9.3, 9.4). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { memoryLine, runInClient } from "../support/fake_client.ts";

/** Two dozen processes one after the other, on a slow machine. */
const TIMEOUT_MS = 90_000;
const REPOSITORY = "github.com/acme/gateway";

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld();
  mkdirSync(join(world.workspace, ".git"));
  writeFileSync(join(world.workspace, ".git", "config"), `[remote "origin"]\n\turl = https://${REPOSITORY}.git\n`);
  world.write("MEMORY.md", "- Deploys go \u001b[31mat \u009b2Jnight <!-- trigger: deploy the gateway -->\n");
});
afterAll(() => world.remove());

/** Runs lines below one client, each with the session that its variable names, or none. */
async function run(lines: readonly (readonly [session: string | null, words: string])[], before: object[] = []) {
  const environment = { ...world.environment, MEMORY_NOW: "", MEMORY_CALLER: "" };
  const hooks = before.map((input) => ({ line: memoryLine("hook claude-code"), input }));
  const calls = lines.map(([session, words]) => ({
    line: `${session === null ? "" : `CODEX_THREAD_ID=${session} `}${memoryLine(words)}`,
  }));
  const done = await runInClient(world.home, { lines: [...hooks, ...calls], environment, cwd: world.workspace });
  return done.slice(hooks.length).map(({ code, stdout }) => ({ code, answer: JSON.parse(stdout) }));
}

test("recall and projects of another session are for the owner to change, its own for the agent", async () => {
  const done = await run([
    [null, "init"],
    ["mine", "recall off --session other"],
    ["mine", "recall off --global"],
    ["mine", "recall on --global"],
    ["mine", "project add acme --session other"],
    ["mine", "project remove acme --session other"],
    ["mine", "recall status --session other"],
    ["mine", "recall off"],
    ["mine", "recall on --session mine"],
    ["mine", "project add acme"],
    // A runtime without a variable of its own gives its session a name.
    [null, "recall off --session named"],
  ]);
  expect(done.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  expect(done[1]?.answer.error.message).toStartWith(
    'Cannot turn recall off in session "other", which is not the caller\'s own: only the owner at a terminal may',
  );
  expect(done[4]?.answer.error.message).toContain('add a project in session "other"');
  expect(done[6]?.answer).toMatchObject({ on: true, session: "other" });
  expect(done[9]?.answer.active).toEqual(["acme"]);
}, TIMEOUT_MS);

test("where hooks know the client's session no variable names another one", async () => {
  const start = { "hook_event_name": "SessionStart", "session_id": "hooked", cwd: world.workspace, source: "startup" };
  const done = await run([
    ["other", "recall off --session other"],
    ["other", "recall off"],
    [null, "recall off --session hooked"],
    ["other", "project add acme --session hooked"],
  ], [start]);
  expect(done.map(({ code }) => code)).toEqual([1, 1, 0, 0]);
}, TIMEOUT_MS);

test(
  "a note, like a search, makes the repository active in its own session; text from files moves no terminal",
  async () => {
    const done = await run([
      ["writer", "note 'The kettle is green'"],
      ["writer", "project status"],
      ["writer", "search kettle --keyword-only --session stranger"],
      ["writer", "project status --session stranger"],
      ["writer", "recall 'please deploy the gateway'"],
    ]);
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(done[1]?.answer.active).toEqual([REPOSITORY]);
    expect(done[3]?.answer.active).toEqual([]);
    expect(done[4]?.answer.triggered).toMatchObject([{ text: "Deploys go at night", phrase: "deploy the gateway" }]);
    expect(JSON.stringify(done[4]?.answer)).not.toMatch(/\\u001b|\u009b/);
  },
  TIMEOUT_MS,
);

test("what is asked in another session's name counts for one's own", async () => {
  const message = "recall 'please deploy the gateway'";
  const done = await run([
    ["asker", `${message} --session asked`],
    ["asker", `${message} --session asked`],
    ["asker", message],
    ["asker", "search kettle --keyword-only --session asked"],
  ]);
  expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(done.slice(0, 2).map(({ answer }) => answer.triggered.length)).toEqual([1, 1]);
  expect(done[2]?.answer).toMatchObject({ triggered: [], reason: "the session was just given it" });
  // "The kettle is green" stands in the diary, and was found once in one's own name.
  const state = new Database(`${world.workspace}.memory/state.sqlite`, { readonly: true });
  const sessions = state.query("SELECT DISTINCT session FROM recalls").all();
  state.close();
  expect(sessions).toContainEqual({ session: "asker" });
  expect(sessions).not.toContainEqual({ session: "asked" });
}, TIMEOUT_MS);
