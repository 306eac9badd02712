/** `memory recall` in the real program (SPEC 9.2, 9.3, 14). */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program some times. */
const STORY_MS = 240_000;

const AGENT = { MEMORY_CALLER: "agent" };
const DEPLOYS = "Deploys run with make ship";

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld();
  world.write(
    "MEMORY.md",
    `- ${DEPLOYS} <!-- trigger: deploy gateway -->\n- 数据库迁移之前先备份 <!-- trigger: 数据库迁移 -->\n`,
  );
  for (const words of [["init"], ["index", "--no-embed"]]) {
    const { code, stderr } = await world.run(words);
    if (code !== 0) throw new Error(stderr);
  }
});
afterEach(() => world.remove());

interface RecallDocument {
  readonly triggered: readonly { readonly text: string; readonly phrase: string }[];
  readonly context: string;
  readonly reason: string | null;
  readonly escalated: { readonly ran: boolean; readonly reason: string };
}

async function recall(
  words: readonly string[],
  { environment, ...changes }: WorldChanges = {},
): Promise<RecallDocument> {
  const done = await world.run(["recall", ...words], { ...changes, environment: { ...AGENT, ...environment } });
  if (done.code !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as RecallDocument;
}

function texts({ triggered }: RecallDocument): string[] {
  return triggered.map(({ text }) => text);
}

describe("a message", () => {
  test("comes as words, or through standard input, where status, on and off are words like others", async () => {
    expect(texts(await recall(["how", "to", "deploy", "the", "gateway"]))).toEqual([DEPLOYS]);
    expect(texts(await recall([], { input: "帮我做数据库迁移\n" }))).toEqual(["数据库迁移之前先备份"]);
    expect(texts(await recall(["-"], { input: "deploy gateway" }))).toEqual([DEPLOYS]);
    expect(await recall(["-"], { input: "off" })).toMatchObject({ triggered: [], reason: "no entry fits the message" });
    expect(await recall(["status"])).toMatchObject({ on: true });
  }, STORY_MS);

  test("brings an entry up again only ten messages later, in its own session", async () => {
    const inSession = ["--session", "s1", "deploy gateway"];
    expect(texts(await recall(inSession))).toEqual([DEPLOYS]);
    for (let turn = 0; turn < 10; turn++) {
      expect((await recall(inSession)).reason).toBe("the session was just given it");
    }
    expect(texts(await recall(inSession))).toEqual([DEPLOYS]);
    expect(texts(await recall(["--session", "s2", "deploy gateway"]))).toEqual([DEPLOYS]);
    // Without a session nothing is remembered, and an explanation leaves no trace.
    for (const more of [[], [], ["--explain", "--session", "s3"], ["--session", "s3"]]) {
      expect(texts(await recall(["deploy gateway", ...more]))).toEqual([DEPLOYS]);
    }
  }, STORY_MS);

  test.each([
    [["--session-kind", "cron"], "session kind cron is not interactive"],
    [["--session-kind", "subagent"], "session kind subagent is not interactive"],
    [["--chat", "group"], "chat type group is not direct"],
  ])("is answered with nothing and the reason under %j", async (flags, reason) => {
    expect(await recall(["deploy gateway", ...flags])).toMatchObject({ triggered: [], context: "", reason });
  }, STORY_MS);

  test("of a group that MEMORY_CHAT tells of is a group's, whatever a flag says", async () => {
    const environment = { ...AGENT, MEMORY_CHAT: "group" };
    const done = await world.run(["recall", "deploy gateway", "--chat", "direct"], { environment });
    expect(JSON.parse(done.stdout)).toMatchObject({ triggered: [], reason: "chat type group is not direct" });
    const start = await world.run(["bootstrap", "--chat", "direct"], { environment });
    expect(start.stdout).not.toContain("MEMORY.md");
  }, STORY_MS);

  test("that finds nothing ends with 4 only if asked to", async () => {
    const done = await world.run(["recall", "lunch", "--exit-code"], { environment: AGENT });
    expect([done.code, (JSON.parse(done.stdout) as RecallDocument).reason]).toEqual([4, "no entry fits the message"]);
  }, STORY_MS);

  test("of a session that hooks know as a group's is a group's, whatever a flag says", async () => {
    const input = JSON.stringify({ "session_id": "g1", "hook_event_name": "SessionStart", cwd: world.workspace });
    await world.run(["hook", "claude-code"], { input, environment: { ...AGENT, MEMORY_CHAT: "group" } });
    expect(await recall(["deploy gateway", "--session", "g1", "--chat", "direct"])).toMatchObject({
      context: "",
      reason: "chat type group is not direct",
    });
  }, STORY_MS);
});

describe("the switch", () => {
  test("turns recall off and on in a session, whoever asks, and everywhere for the owner alone", async () => {
    await recall(["off", "--session", "s1"]);
    expect(await recall(["deploy gateway", "--session", "s1"])).toMatchObject({
      context: "",
      reason: "recall is off in this session",
      escalated: { ran: false },
    });
    expect(texts(await recall(["deploy gateway", "--session", "s2"]))).toEqual([DEPLOYS]);
    const refused = await world.run(["recall", "off"], { environment: AGENT });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("only the owner")]);
    expect(await recall(["off", "--global"], { environment: { MEMORY_CALLER: "owner" } })).toMatchObject({
      on: false,
      changed: true,
      takesEffect: "with the next message",
    });
    // What the owner turned off everywhere, nobody turns on in a session.
    await recall(["on", "--session", "s1"]);
    expect((await recall(["deploy gateway", "--session", "s1"])).reason).toBe("recall is off everywhere");
    await recall(["on"], { environment: { MEMORY_CALLER: "owner" } });
    expect(texts(await recall(["deploy gateway", "--session", "s1"]))).toEqual([DEPLOYS]);
  }, STORY_MS);
});

describe("a message that asks for earlier days", () => {
  const DECIDED = "We decided to keep the logs in Frankfurt";

  test("is answered from the diaries of these days, in English and Chinese, with every step on request", async () => {
    world.write(
      "memory/2026-08-01.md",
      `- ${DECIDED}\n- 我们决定把日志留三十天再删\n- The page says otherwise <!-- origin: untrusted -->\n`,
    );
    const { stderr, code } = await world.run(["index", "--no-embed"]);
    if (code !== 0) throw new Error(stderr);
    const asked = await recall(["What did we decide about the logs?", "--explain"]);
    expect(asked.escalated).toMatchObject({ ran: true, reason: "found", by: "search", origin: "agent" });
    expect(asked.context).toContain(`- ${DECIDED} (memory/2026-08-01.md#L1)`);
    expect((await recall(["我们上次怎么决定日志的？"])).context).toContain("留三十天");
    expect((await recall(["fix the logs"])).escalated).toMatchObject({ ran: false });
    expect((await recall(["fix the logs", "--escalate", "always"])).context).toContain(DECIDED);
    expect((await recall(["What did we decide about the logs?", "--escalate", "off"])).context).toBe("");
    const group = await recall(["What did we decide about the logs?", "--chat", "group"]);
    expect(group).toMatchObject({ context: "", escalated: { ran: false } });
    const text = await world.run(["recall", "What did we decide about the logs?", "--text", "--explain"], {
      environment: AGENT,
    });
    expect(text.stdout).toContain("looking back: found\n  intent: the message asks for earlier days (en)");
  }, STORY_MS);

  test("for which nothing is found is told that it was looked for", async () => {
    const ask = async (message: string) =>
      (await world.run(["recall", message, "--text"], { environment: AGENT })).stderr;
    expect(await ask("What did we decide about the harbour last week?")).toContain("looking back: nothing was found");
    expect(await ask("Hello there")).not.toContain("looking back");
  }, STORY_MS);

  test("may be weighed in a style only by a model, and be told of a transcript only that was taken up", async () => {
    const styled = await world.run(["recall", "x", "--style", "strict"], { environment: AGENT });
    expect(styled.code).toBe(2);
    expect(styled.stderr).toContain("no language model is configured for recall");
    const told = await world.run(["recall", "x", "--transcript", "/nowhere.jsonl"], { environment: AGENT });
    expect(told.code).toBe(1);
    expect(told.stderr).toContain("memory ingest /nowhere.jsonl");
  }, STORY_MS);
});
