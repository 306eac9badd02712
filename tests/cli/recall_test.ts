/** `memory recall` in the real program (SPEC 9.2, 9.3, 14). */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program some times. */
const STORY_MS = 60_000;

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
