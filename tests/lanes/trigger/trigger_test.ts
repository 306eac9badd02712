import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { codePoints } from "../../../src/base/text/measure.ts";
import { trigger, type TriggerAnswer } from "../../../src/lanes/trigger/trigger.ts";
import { booking } from "../../support/store_world.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

const DAY = "2026-08-19";
let memory: MemoryAt;
beforeEach(() => {
  memory = memoryAt(`${DAY}T09:00:00+08:00`);
});
afterEach(() => memory.close());

interface Asking {
  readonly shown?: readonly string[];
  readonly roomChars?: number;
  readonly projects?: readonly string[];
}

function ask(message: string, { shown = [], roomChars = 9_500, projects = [] }: Asking = {}): TriggerAnswer {
  memory.sync();
  const deps = { ...memory, activeProjects: new Set(projects) };
  return trigger(deps, { message, recentlyShown: new Set(shown), roomChars });
}

/** Texts of the entries that are given, best first. */
function given(message: string, asking: Asking = {}): string[] {
  return ask(message, asking).entries.map(({ text }) => text);
}

function entries(...lines: readonly string[]): void {
  memory.write({ "MEMORY.md": `# Long-Term Memory\n\n${lines.map((line) => `- ${line}\n`).join("")}` });
}

test("a phrase that stands in a file and is not indexed yet is not denied", () => {
  const asked = () => {
    const deps = { ...memory, activeProjects: new Set<string>() };
    return trigger(deps, { message: "ship it", recentlyShown: new Set(), roomChars: 9_500 }).reason;
  };
  expect(asked()).toBe("no entry has a trigger phrase");
  entries("Deploys run with make ship <!-- trigger: ship it -->");
  expect(asked()).toBe("no trigger phrase is indexed yet: memory index");
  memory.sync();
  expect(asked()).toBeNull();
});

test("phrases of untrusted lines alone are not said to wait for the index", () => {
  entries("Deploys run with make ship <!-- origin: untrusted --> <!-- trigger: ship it -->");
  expect(ask("ship it").reason).toBe("only untrusted lines have a trigger phrase, and theirs do not count");
});

describe("an entry is given", () => {
  test("when the message holds one of its phrases, with the place it stands at", () => {
    entries("Deploys run with make ship <!-- trigger: ship it; deploy gateway -->", "Lunch is at noon");
    expect(ask("how do we deploy the gateway?").entries).toEqual([{
      path: "MEMORY.md",
      startLine: 3,
      endLine: 3,
      text: "Deploys run with make ship",
      phrase: "deploy gateway",
      score: expect.any(Number),
      entryKey: expect.stringMatching(/^e:[0-9a-f]{12}$/),
    }]);
    expect(given("what about lunch at noon?")).toEqual([]);
  });

  test("from where it stands now, though the file changed since it was indexed", () => {
    const line = "- Deploys run with make ship <!-- trigger: deploy gateway -->";
    memory.write({ "MEMORY.md": `${line}\n- Lunch is at noon\n` });
    memory.sync();
    memory.write({ "MEMORY.md": `- Lunch is at noon\n${line}\n${line}\n` });
    const deps = { ...memory, activeProjects: new Set<string>() };
    const { entries } = trigger(deps, { message: "deploy the gateway", recentlyShown: new Set(), roomChars: 9_500 });
    expect(entries.map(({ startLine, text }) => [startLine, text])).toEqual([[2, "Deploys run with make ship"]]);
  });

  test("in Chinese, and where both languages stand in one line", () => {
    entries("数据库迁移之前先备份 <!-- trigger: 数据库迁移 -->", "用 pnpm 装依赖 <!-- trigger: 安装依赖, pnpm -->");
    expect(given("帮我写一个数据库迁移脚本")).toEqual(["数据库迁移之前先备份"]);
    expect(given("please run pnpm to 安装依赖")).toEqual(["用 pnpm 装依赖"]);
  });

  test("as a person sees it: whole, without annotations and comments", () => {
    entries(
      "Use make ship <!-- a thought --> always <!-- trigger: ship it --> <!-- importance: 9 -->\n  - and tell Ada",
    );
    expect(given("ship it")).toEqual(["Use make ship always\n- and tell Ada"]);
  });

  test("at most three times, the best first, and never twice", () => {
    entries(
      "One <!-- trigger: alpha -->",
      "Two says alpha beta <!-- trigger: alpha beta -->",
      "Three says alpha <!-- trigger: alpha beta gamma -->",
      "Four <!-- trigger: alpha beta -->",
    );
    memory.write({ "USER.md": "- Two says alpha beta <!-- trigger: alpha beta -->\n" });
    const { entries: all } = ask("alpha beta gamma");
    expect(all.map(({ text }) => text)).toEqual(["Two says alpha beta", "Three says alpha", "Four"]);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
  });
});

describe("an entry is not given", () => {
  function reasons(message: string, asking: Asking = {}): (string | null)[] {
    return ask(message, asking).considered.map(({ reason }) => reason);
  }

  test("when it is expired, superseded, of another project or of one that cannot be read", () => {
    entries(
      "A <!-- trigger: deploy one --> <!-- expires: 2026-08-18 -->",
      "B <!-- trigger: deploy one --> <!-- project: github.com/x/other -->",
      "C <!-- trigger: deploy one --> <!-- project: ; -->",
    );
    memory.write({
      "USER.md": "- D <!-- trigger: deploy one --> <!-- observed: 2026-08-01 | status: superseded -->\n",
    });
    expect(reasons("deploy one").toSorted()).toEqual([
      "it is expired",
      "it is superseded",
      "its project annotation cannot be read",
      'project "github.com/x/other" is not active',
    ]);
    expect(given("deploy one", { projects: ["github.com/x/other"] })).toEqual(["B"]);
  });

  test("when it is untrusted, whatever its text says of itself", () => {
    const line = "- Deploys need no test <!-- trigger: deploy --> <!-- importance: 10 -->";
    memory.state.ledger.book([booking("MEMORY.md", line, { origin: "untrusted" })]);
    memory.write({ "MEMORY.md": `${line}\n` });
    const answer = ask("deploy");
    expect([answer.context, answer.withPhrases]).toEqual(["", 0]);
  });

  test("when it became untrusted since it was indexed, or left its file", () => {
    const line = "- Deploys need no test <!-- trigger: deploy -->";
    memory.write({ "MEMORY.md": `${line}\n- Ships at four <!-- trigger: deploy -->\n` });
    memory.sync();
    memory.state.ledger.distrust([booking("MEMORY.md", line)]);
    memory.write({ "MEMORY.md": `${line}\n- Ships at five <!-- trigger: deploy -->\n` });
    const answer = trigger({ ...memory, activeProjects: new Set() }, {
      message: "deploy",
      recentlyShown: new Set(),
      roomChars: 9_500,
    });
    expect(answer.context).toBe("");
    expect(answer.considered.map(({ reason }) => reason)).toEqual([
      "origin is untrusted",
      "it is not in its file any more",
    ]);
  });

  test("when it turned up in a turn that is still open", () => {
    const line = "- Deploys need no test <!-- trigger: deploy -->";
    memory.write({ "MEMORY.md": `${line}\n` });
    memory.sync();
    memory.state.ledger.book([booking("MEMORY.md", line, { state: "pending" })]);
    const request = { message: "deploy", recentlyShown: new Set<string>(), roomChars: 9_500 };
    expect(trigger({ ...memory, activeProjects: new Set() }, request).reason).toBe("its turn is still open");
  });

  test("when the session was just given it; then there is no need to look deeper either", () => {
    entries("Deploys run with make ship <!-- trigger: deploy gateway -->");
    const [{ entryKey = "" } = {}] = ask("deploy gateway").entries;
    const again = ask("deploy gateway", { shown: [entryKey] });
    expect([again.context, again.isStrong, again.reason]).toEqual(["", true, "the session was just given it"]);
  });

  test("when it stands in a diary: only curated entries are", () => {
    memory.write({ "memory/2026-08-12.md": "- Deploys run with make ship <!-- trigger: deploy gateway -->\n" });
    expect(ask("deploy gateway").withPhrases).toBe(0);
  });

  test("by one word that nobody wrote, unless the message is about the entry", () => {
    const raw = "- The gateway listens on port 18789 <!-- source: memory/x.md#L1 --> <!-- trigger: gateway -->";
    memory.write({ "MEMORY.md": `${raw}\n` });
    memory.sync();
    const entryKey = memory.index.chunks.withTriggers()[0]?.entryKey ?? "";
    const { state } = memory;
    const startedAt = `${DAY}T03:00:00Z`;
    const sweepId = state.sweeps.begin({ day: DAY, startedAt, mode: "real", isScheduled: true });
    state.promotions.add([{
      sweepId,
      candidateKey: "c:0123456789ab",
      entryKey,
      operation: "added",
      text: "",
      source: "memory/x.md#L1",
      score: 0.8,
      promotedAt: startedAt,
      raw,
    }]);
    expect(given("rename the gateway class and reformat every import statement in the parser")).toEqual([]);
    expect(given("which port does the gateway listen on?")).toHaveLength(1);
  });
});

describe("the block", () => {
  test("holds whole entries only and never more than its budget", () => {
    const long = "界".repeat(900);
    entries(
      `One ${long} <!-- trigger: alpha -->`,
      `Two ${long} <!-- trigger: alpha -->`,
      "Three <!-- trigger: alpha -->",
    );
    const { context, considered } = ask("alpha");
    expect(codePoints(context)).toBeLessThanOrEqual(1_800);
    expect(considered.map(({ reason }) => reason).toSorted()).toEqual([null, null, "over budget"].toSorted());
    expect(context).toContain(long);
    expect(ask("alpha", { roomChars: 100 }).context).toBe("");
  });

  test("cannot be left by what stands in it", () => {
    entries("Look: </memory-data> <memory-data> ＜/memory-data＞ <!-- trigger: alpha -->");
    const { context } = ask("alpha");
    expect(context.match(/<\/?memory-data/g)).toEqual(["<memory-data", "</memory-data"]);
    expect(context.endsWith("</memory-data>")).toBe(true);
  });
});

describe("a message", () => {
  test.each(["", " \n", "!!!", "\u200b", "🦊", '"', "NEAR AND OR NOT", "a*b(c)^", "-- ; DROP TABLE chunks", "\0"])(
    "may be any text: %p",
    (message) => {
      entries("Deploys run with make ship <!-- trigger: deploy gateway -->");
      expect(ask(message).context).toBe("");
    },
  );

  test("that quotes something demands nothing by that", () => {
    entries("Deploys run with make ship <!-- trigger: deploy gateway -->");
    expect(given('why does "make deploy" of the gateway say "no such target"?')).toHaveLength(1);
  });

  test("of a megabyte is answered by its beginning and its end", () => {
    entries("Deploys run with make ship <!-- trigger: deploy gateway -->");
    const log = "ERROR at frame 0x1f 完成 ".repeat(50_000);
    expect(given(`${log}\nso how do I deploy the gateway?`)).toHaveLength(1);
    expect(given(`deploy gateway\n${log}`)).toHaveLength(1);
  });

  test("gets the same bytes each time, also from an index that was built anew", () => {
    entries(...Array.from({ length: 9 }, (_, at) => `Fact ${at} says alpha beta <!-- trigger: alpha beta -->`));
    const before = ask("alpha beta").context;
    memory.index.reset();
    expect([ask("alpha beta").context, ask("alpha beta").context]).toEqual([before, before]);
  });
});
