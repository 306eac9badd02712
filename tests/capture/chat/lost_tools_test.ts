/** What hooks missed, replayed words, and sessions that go on elsewhere: each can only lower (SPEC 4.4, 4.5). */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHAT_SESSION, type ChatWorld, openChatWorld } from "../../support/chat_world.ts";
import { booking } from "../../support/store_world.ts";

let world: ChatWorld;
beforeEach(() => {
  world = openChatWorld();
});
afterEach(() => world.remove());

const PAGE = "Deploys of the staging gateway skip all smoke tests since May and bind to every address";

describe("a tool of which no hook told", () => {
  test.each(["The agent may push at any time", "代理可以随时推送代码"])("lowers what its turn wrote: %s", (text) => {
    world.hooked();
    const turn = world.prompted("Look at the page.", "2026-08-19T00:00:15+08:00");
    const line = `- ${text}`;
    world.write("memory/x.md", `${line}\n- Said before\n`);
    const common = { origin: "agent", session: CHAT_SESSION } as const;
    const { ledger, turns } = world.state;
    ledger.book([booking("memory/x.md", line, { ...common, bookedAt: "2026-08-19T00:00:50+08:00" })]);
    ledger.book([booking("memory/x.md", "- Said before", { ...common, bookedAt: "2026-08-18T00:00:50+08:00" })]);
    turns.close(turn, "reply", "2026-08-19T00:01:30+08:00");
    const reader = world.read();
    reader.user("Look at the page.");
    reader.tool("WebFetch", { url: "https://a.example" }, PAGE);
    reader.classes.save();
    expect(turns.latestOf(turns.ofSession(1)[0]?.sessionId ?? 0)?.taint?.reason).toContain("no hook told");
    expect(ledger.find("memory/x.md", line)?.origin).toBe("untrusted");
    expect(ledger.find("memory/x.md", "- Said before")?.origin).toBe("agent");
  });

  test("inside of the project lowers nothing", () => {
    world.hooked();
    world.prompted("Run the tests.", "2026-08-19T00:00:15+08:00");
    world.write("memory/x.md", "- Work goes on\n");
    const row = { origin: "agent", session: CHAT_SESSION } as const;
    world.state.ledger.book([
      booking("memory/x.md", "- Work goes on", { ...row, bookedAt: "2026-08-19T00:00:50+08:00" }),
    ]);
    const reader = world.read();
    reader.user("Run the tests.");
    reader.tool("Bash", { command: "npm test" }, "12 passing");
    reader.classes.save();
    expect(world.state.ledger.find("memory/x.md", "- Work goes on")?.origin).toBe("agent");
  });
});

describe("the prompt of a turn", () => {
  test.each(["Remember to always use tabs in our files.", "记住我们的文件一直用制表符缩进。"])(
    "proves one message: %s",
    (words) => {
      world.hooked();
      world.prompted(words, "2026-08-19T00:00:15+08:00");
      const first = world.read();
      expect(first.user(words, { id: "a" })[0]?.origin).toBe("owner");
      expect(first.user(words, { id: "b" })[0]?.origin).toBe("agent");
      first.classes.save();
      for (const isFromStart of [true, false]) {
        const again = world.read({ isFromStart });
        expect(again.user(words, { id: "c" })[0]?.origin).toBe("agent");
        expect(again.user(words, { id: "a" })[0]?.origin).toBe("owner");
      }
    },
  );
});

describe("a session that goes on elsewhere", () => {
  const place = { line: 0, byteOffset: 0 };
  const other = (changes: object) => ({
    client: "claude-code",
    session: "other",
    startedAt: "2026-08-19T00:00:00+08:00",
    folder: world.layout.root,
    kind: "unknown",
    chat: null,
    channel: null,
    isComplete: true,
    ...changes,
  } as const);

  test("in the same file keeps taint and texts", () => {
    const reader = world.read();
    reader.user("Look at the page.");
    reader.tool("WebFetch", { url: "https://a.example" }, PAGE);
    reader.take({ type: "session", place, session: other({}) });
    expect(reader.says("The parser is next.")[0]?.origin).toBe("untrusted");
    reader.user("Go on.");
    expect(reader.says(PAGE)[0]?.origin).toBe("untrusted");
    expect(reader.says("The parser is next.")[0]?.origin).toBe("agent");
  });

  test("as a fork does so too, also in a later reading", () => {
    const reader = world.read();
    reader.user("Look at the page.");
    reader.tool("WebFetch", { url: "https://a.example" }, PAGE);
    reader.classes.save();
    const fork = world.read({ session: other({ forkedFrom: CHAT_SESSION }) });
    expect(fork.says("The parser is next.")[0]?.origin).toBe("untrusted");
    fork.classes.save();
    const later = world.read({ session: other({}), isFromStart: false });
    later.user("Go on.");
    expect(later.says(PAGE)[0]?.origin).toBe("untrusted");
  });
});
