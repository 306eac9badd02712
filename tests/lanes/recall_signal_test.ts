import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { frozenClock } from "../../src/base/clock.ts";
import { get } from "../../src/lanes/get.ts";
import { logRecalls, type RecallCaller, type RecallReport } from "../../src/lanes/recall_signal.ts";
import { search } from "../../src/lanes/search/search.ts";
import type { SessionKind } from "../../src/provenance/origin.ts";
import { type MemoryAt, memoryAt } from "../support/memory_at.ts";

let memory: MemoryAt;
beforeEach(() => {
  memory = memoryAt("2026-08-19T09:00:00+08:00");
});
afterEach(() => memory.close());

const DAY = "memory/2026-08-19.md";
const GATEWAY = "The gateway listens on port 18789.";

/** Asks as a command does: brings the index up to date, searches, logs. */
function ask(query: string, caller: Partial<RecallCaller> = {}, iso = "2026-08-19T09:00:00+08:00"): RecallReport {
  memory.sync();
  const clock = frozenClock(iso);
  const { search: settings, recall } = DEFAULT_CONFIG;
  const answer = search({ ...memory, clock, settings, activeProjects: new Set() }, { query });
  const asker = { sessionKind: "interactive" as SessionKind, session: "s1", ...caller };
  return logRecalls({ ...memory, clock, settings: recall, project: "github.com/x/a" }, answer, asker);
}

/** Texts of the claims that a report credits, best first. */
function credited(report: RecallReport): string[] {
  return memory.state.candidates.get(report.recalls.map((recall) => recall.key)).map((row) => row.text);
}

function diary(...lines: readonly string[]): void {
  memory.write({ [DAY]: `# 2026-08-19\n\n${lines.map((line) => `- ${line}\n`).join("")}` });
}

describe("a search", () => {
  test("credits the line that answers, not its neighbours in the chunk", () => {
    diary("Lunch was late again today.", GATEWAY, "The port authority called about the harbour.");
    const report = ask("gateway port");
    expect(credited(report)).toEqual([GATEWAY]);
    expect(report.recalls[0]).toMatchObject({ key: expect.stringMatching(/^c:[0-9a-f]{12}$/), isNew: true });
    expect(report.recalls[0]?.quality).toBeGreaterThan(0.8);
  });

  test("credits lines nearly as good as the best, at most three, each with its own quality", () => {
    diary(
      "alpha beta gamma delta one",
      "alpha beta gamma delta two",
      "alpha beta gamma delta three",
      "alpha beta gamma delta four",
      "alpha is alone on this line",
    );
    const { recalls } = ask("alpha beta gamma delta");
    expect(recalls).toHaveLength(3);
    expect(new Set(recalls.map((recall) => recall.quality)).size).toBe(1);
  });

  test("credits nobody for a question that many different lines answer about equally well", () => {
    const things = ["parser", "invoice page", "cache", "sidebar", "login form", "changelog", "footer", "test runner"];
    const days = (text: (thing: string) => string) =>
      memory.write(Object.fromEntries(things.map((it, at) => [`memory/2026-08-0${at + 1}.md`, `- ${text(it)}\n`])));
    days((thing) => `Nokari got a new ${thing} because a test was flaky`);
    expect(ask("nokari")).toMatchObject({ recalls: [], skipped: null });
    expect(credited(ask("nokari parser"))).toEqual(["Nokari got a new parser because a test was flaky"]);
    days((thing) => `云岚屿换了新的 ${thing}，因为测试不稳定`);
    expect(ask("云岚屿", { session: "s2" }).recalls).toEqual([]);
    expect(credited(ask("云岚屿 sidebar", { session: "s2" }))).toEqual(["云岚屿换了新的 sidebar，因为测试不稳定"]);
  });

  test("credits a line that was noted on many days: saying the same again makes no question broad", () => {
    const days = Array.from({ length: 8 }, (_, at) => [`memory/2026-08-0${at + 1}.md`, `- ${GATEWAY}\n`]);
    memory.write(Object.fromEntries(days));
    expect(new Set(credited(ask("gateway port")))).toEqual(new Set([GATEWAY]));
  });

  test("credits no line that is clearly worse than the best of the whole answer", () => {
    memory.write({
      "memory/2026-08-01.md": "- The gateway listens on port 18789 behind the office router\n",
      "memory/2026-08-02.md": "- The gateway was repainted in the office colours\n",
    });
    expect(credited(ask("gateway port listens router"))).toEqual([
      "The gateway listens on port 18789 behind the office router",
    ]);
  });

  test("finds Chinese lines in the same way", () => {
    diary("我们决定把数据库换成 SQLite。", "今天的午饭来得太晚了。");
    expect(credited(ask("为什么换数据库？"))).toEqual(["我们决定把数据库换成 SQLite。"]);
  });

  test("credits nothing that answers less than half", () => {
    diary("A port is a place where ships are safe.");
    expect(ask("which certificate does the gateway use on port eighty").recalls).toEqual([]);
    expect(memory.state.candidates.count()).toBe(0);
  });

  test("stores the claim for the dream, and of the question only a keyed hash", () => {
    diary(`${GATEWAY} <!-- key: gateway.port --> <!-- importance: 8 -->`);
    const [recall] = ask("gateway port").recalls;
    const [row] = memory.state.candidates.get([recall?.key ?? ""]);
    expect(row).toMatchObject({
      path: DAY,
      startLine: 3,
      endLine: 3,
      text: GATEWAY,
      supersessionKey: "gateway.port",
      importance: 8,
      firstSeenAt: "2026-08-19T09:00:00+08:00",
    });
    const [logged] = memory.state.recalls.of([recall?.key ?? ""]).get(recall?.key ?? "") ?? [];
    expect(logged).toMatchObject({ session: "s1", day: "2026-08-19", project: "github.com/x/a" });
    expect(logged?.questionHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(logged)).not.toContain("gateway port");
  });

  test("believes no annotation of an untrusted line, but logs that it was found", () => {
    memory.write({
      "memory/imports/web/p.md": "- The gateway wants port 1 <!-- importance: 10 --> <!-- key: gateway.port -->\n",
    });
    const report = ask("gateway port");
    expect(credited(report)).toEqual(["The gateway wants port 1"]);
    expect(memory.state.candidates.get([report.recalls[0]?.key ?? ""])[0]).toMatchObject({
      importance: null,
      supersessionKey: null,
    });
  });

  test("keeps what the dream worked out about a claim that is known", () => {
    diary(GATEWAY);
    const key = ask("gateway port").recalls[0]?.key ?? "";
    memory.state.candidates.setConceptTags(new Map([[key, ["gateway", "port"]]]));
    ask("gateway port number", {}, "2026-08-20T09:00:00+08:00");
    expect(memory.state.candidates.get([key])[0]).toMatchObject({
      conceptTags: ["gateway", "port"],
      firstSeenAt: "2026-08-19T09:00:00+08:00",
    });
  });
});

describe("a recall counts", () => {
  const counts = (...reports: readonly RecallReport[]) =>
    reports.map(({ recalls }) => recalls.map(({ isNew }) => isNew));
  beforeEach(() => diary(GATEWAY));

  test("once for a question in a session on a day, however it is worded", () => {
    expect(counts(ask("gateway port"), ask("Port of the GATEWAY?"))).toEqual([[true], [false]]);
    expect(memory.state.recalls.count()).toBe(1);
  });

  test("for two questions of a session and day, and for others on the next day or in another session", () => {
    const first = ["gateway port", "gateway listens", "port 18789"].map((query) => ask(query));
    expect(counts(...first)).toEqual([[true], [true], [false]]);
    expect(counts(ask("port 18789", {}, "2026-08-20T09:00:00+08:00"), ask("port 18789", { session: "s2" }))).toEqual([[
      true,
    ], [true]]);
  });

  test("as of one session for all calls without any", () => {
    const reports = ["gateway port", "gateway listens", "port 18789"].map((query) => ask(query, { session: null }));
    expect(counts(...reports)).toEqual([[true], [true], [false]]);
  });

  test.each<SessionKind>(["cron", "heartbeat", "subagent", "unknown"])("never for kind %s", (sessionKind) => {
    expect(ask("gateway port", { sessionKind })).toMatchObject({
      recalls: [],
      skipped: expect.stringContaining(sessionKind),
    });
    expect(memory.state.recalls.count()).toBe(0);
    expect(memory.state.candidates.count()).toBe(0);
  });

  test("never for a read", () => {
    memory.sync();
    get({ ...memory, settings: DEFAULT_CONFIG.get, select: { layout: memory.layout, files: () => [] } }, DAY);
    expect(memory.state.recalls.count()).toBe(0);
  });
});

test("a curated entry that is found is logged apart, once a day", () => {
  memory.write({ "MEMORY.md": `## Facts\n\n- ${GATEWAY}\n` });
  expect(ask("gateway port")).toMatchObject({ recalls: [], curated: [expect.stringMatching(/^e:[0-9a-f]{12}$/)] });
  ask("gateway port 18789");
  expect([...memory.state.curatedUses.lastUses().values()]).toEqual(["2026-08-19T09:00:00+08:00"]);
  expect(memory.state.candidates.count()).toBe(0);
});

test("headings, code and role words are no claims and get no credit", () => {
  memory.write({
    [DAY]: "# 2026-08-19\n\n## gateway port\n\n```sh\ngateway --port 18789\n```\n\n- user: gateway port?\n",
  });
  expect(ask("gateway port").recalls).toEqual([]);
});
