/** `memory note` with each of its flags, as the program writes lines and books them (SPEC 7.1). */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineHash } from "../../src/base/text/normalise.ts";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const TODAY = "memory/2026-08-19.md";

let world: CliWorld;
beforeAll(async () => {
  world = openCliWorld();
  await world.run(["init"]);
  const git = join(world.workspace, "shop", ".git");
  mkdirSync(git, { recursive: true });
  writeFileSync(join(git, "config"), '[remote "origin"]\n\turl = https://me:secret@GitHub.com/acme/Shop.git\n');
});
afterAll(() => world.remove());

async function note(words: readonly string[], changes: WorldChanges = {}) {
  const { code, stdout, stderr } = await world.run(["note", ...words], changes);
  const answer = JSON.parse(stdout);
  const path = join(world.workspace, answer.path ?? TODAY);
  const line = existsSync(path) ? readFileSync(path, "utf8").split("\n")[answer.line - 1] : undefined;
  return { code, answer, line, stderr };
}

interface Row {
  readonly origin: string;
  readonly kind: string;
  readonly session: string | null;
  readonly key: string | null;
}

/** The row of a line of today's diary. */
function rowOf(line: string | undefined): Row | null {
  const state = new Database(`${world.workspace}.memory/state.sqlite`, { readonly: true });
  const row = state.query<Row, [string, string]>(`SELECT origin, session_kind AS kind, session,
    supersession_key AS key FROM ledger AS l JOIN paths AS p ON p.id = l.path_id
    WHERE p.path = ? AND l.hash = unhex(?)`).get(TODAY, lineHash(line ?? ""));
  state.close();
  return row;
}

describe("a flag", () => {
  const EACH: readonly (readonly [flags: string, line: string])[] = [
    ["--key db.choice", "<!-- key: db.choice -->"],
    ["--importance 10", "<!-- importance: 10 -->"],
    ["--importance 1", "<!-- importance: 1 -->"],
    ["--until 2026-08-19", "<!-- expires: 2026-08-19 -->"],
    ["--until 2031-12-31", "<!-- expires: 2031-12-31 -->"],
    ["--trigger port", "<!-- trigger: port -->"],
    ["--trigger 网关端口 --trigger a,b;c", "<!-- trigger: 网关端口, a, b, c -->"],
    ["--project GitHub.com/acme/Shop", "<!-- project: github.com/acme/Shop -->"],
    ["--project acme --project shop", "<!-- project: acme; shop -->"],
    ["--derived-from web", "<!-- origin: untrusted -->"],
    ["--derived-from tool", "<!-- origin: untrusted -->"],
    ["--derived-from file", "<!-- origin: untrusted -->"],
    ["--derived-from email", "<!-- origin: untrusted -->"],
    ["--derived-from group", "<!-- origin: untrusted -->"],
    ["--session s-1", ""],
    ["--session-kind cron", ""],
    ["--no-project", ""],
  ];

  test.each(EACH)("%s is written", async (flags, annotation) => {
    const text = `A fact with ${flags.replaceAll("-", "").replaceAll("<", "")}`;
    const { code, answer, line } = await note([text, ...flags.split(" ")]);
    expect({ code, written: answer.written }).toEqual({ code: 0, written: true });
    expect(line).toBe(`- ${text}${annotation === "" ? "" : ` ${annotation}`}`);
    expect(answer.origin).toBe(annotation.includes("untrusted") ? "untrusted" : "owner");
    expect(answer.sessionKind).toBe(flags.includes("cron") ? "cron" : "interactive");
    expect(rowOf(line)).toMatchObject({
      origin: answer.origin,
      kind: answer.sessionKind,
      session: flags.includes("s-1") ? "s-1" : null,
    });
  });

  test("of every sort stands in its place, and search and the ledger know it", async () => {
    const flags = "--key port.main --importance 7 --trigger port --project acme --until 2027-01-01 --session s9";
    const { line } = await note(["网关监听 18789 端口", ...flags.split(" ")]);
    expect(line).toBe(
      "- 网关监听 18789 端口 <!-- key: port.main --> <!-- trigger: port --> <!-- importance: 7 -->" +
        " <!-- project: acme --> <!-- expires: 2027-01-01 -->",
    );
    expect(rowOf(line)).toEqual({ origin: "owner", kind: "interactive", session: "s9", key: "port.main" });
    const found = await world.run(["search", "网关监听", "--keyword-only", "--origin", "owner"]);
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ path: TODAY, origin: "owner" });
  });

  test("--date writes into the diary of that day, with that day's time", async () => {
    const { answer, line } = await note(["Moved the berth", "--date", "2026-07-01"]);
    expect(answer).toMatchObject({ path: "memory/2026-07-01.md", line: 3, written: true });
    expect(line).toBe("- Moved the berth");
    expect(readFileSync(join(world.workspace, answer.path), "utf8")).toBe("# 2026-07-01\n\n- Moved the berth\n");
    const got = await world.run(["get", "memory/2026-07-01.md:3"]);
    expect(JSON.parse(got.stdout).observedAt ?? "2026-07-01").toStartWith("2026-07-01");
  });

  test("--date may be words for one day", async () => {
    const { answer } = await note(["昨天换了泊位", "--date", "昨天", "--until", "月底"]);
    expect(answer.path).toBe("memory/2026-08-18.md");
    expect(answer.notices).toEqual([
      '--until "月底" was read as 2026-08-31.',
      '--date "昨天" was read as 2026-08-18.',
    ]);
  });

  test("--trigger says of a phrase that no message can hold", async () => {
    const { answer } = await note(["泊位在北边", "--trigger", "网；泊位；!"]);
    expect(answer.notices).toEqual([expect.stringMatching(/^The trigger phrases "网", "!" will bring nothing up/)]);
  });

  test.each([
    ["--until 2026-08-18", "2026-08-18"],
    ["--until 2026-02-30", "2026-02-30"],
    ["--until soon", "soon"],
    ["--date 2026-08-20", "2026-08-20"],
    ["--date 2026-13-01", "2026-13-01"],
    ["--date tomorrow", "2026-08-20"],
    ["--date 上周", "上周"],
    ["--importance 0", "0"],
    ["--importance 11", "11"],
    ["--importance 5.5", "5.5"],
    ["--importance high", "high"],
    ["--derived-from cow", "cow"],
    ["--key a,b", "a,b"],
    ["--key -->", "-->"],
    ["--project a;b", "a;b"],
    ["--session-kind human", "human"],
    ["--project acme --no-project", "--no-project"],
    ["--origin owner", "--origin"],
  ])("%s that cannot be is refused with what it should be, and nothing is written", async (flags, named) => {
    const before = existsSync(join(world.workspace, TODAY)) ? readFileSync(join(world.workspace, TODAY), "utf8") : "";
    const { code, stdout, stderr } = await world.run(["note", "Never written", ...flags.split(" ")]);
    expect({ code, kind: JSON.parse(stdout).error.kind }).toEqual({ code: 2, kind: "usage" });
    expect(stderr).toContain(named);
    expect(readFileSync(join(world.workspace, TODAY), "utf8")).toBe(before);
  });
});

describe("the project of the current repository", () => {
  test("is noted by itself, without its password, unless a flag says otherwise", async () => {
    const inShop = { cwd: "notes/shop" };
    expect((await note(["The till opens at nine"], inShop)).line)
      .toBe("- The till opens at nine <!-- project: github.com/acme/Shop -->");
    expect((await note(["The till closes at six", "--no-project"], inShop)).line).toBe("- The till closes at six");
    expect((await note(["The till is red", "--project", "acme"], inShop)).line)
      .toBe("- The till is red <!-- project: acme -->");
    expect((await note(["The till is old"])).line).toBe("- The till is old");
  });
});

describe("standard input", () => {
  test("becomes one bullet whatever lines it has, never the owner's, and what was changed is said", async () => {
    const { answer, line } = await note(["-"], { input: "\ufeffOne line\r\n- two <!-- importance: 10 -->\n\n三行\n" });
    expect(line).toMatch(/^- One line - two .*三行$/);
    expect(line).not.toContain("<!--");
    expect(answer).toMatchObject({ origin: "agent", written: true });
    expect(answer.notices.join()).toContain("changed to fit on one line");
  });

  test("without a word, or with more than fits, is refused", async () => {
    for (const input of ["", "\n \n", "-", "x".repeat(2_001)]) {
      const { code, answer } = await note(["-"], { input });
      expect({ code, kind: answer.error?.kind }).toEqual({ code: 2, kind: "usage" });
    }
  });
});

test("a duplicate with flags says that its line stays as it is", async () => {
  const written = await note(["Tea is oolong"]);
  const { answer } = await note(["Tea is oolong", "--key", "tea.kind", "--trigger", "tea time"]);
  expect(answer).toMatchObject({ written: false, reason: "duplicate" });
  expect(answer.notices).toEqual([
    "The line was there already and stays as it is, whatever --key, --trigger says: " +
    `change it in memory/2026-08-19.md:${written.answer.line}`,
  ]);
  expect((await note(["Tea is oolong"])).answer.notices).toEqual([]);
});

describe("a duplicate", () => {
  test("of equal or less trust changes nothing, of more trust is written", async () => {
    const say = async (caller: string, ...flags: string[]) => {
      const environment = { MEMORY_CALLER: caller };
      const { code, answer } = await note(["The pier has two cranes", ...flags], { environment });
      return { code, origin: answer.origin, written: answer.written, reason: answer.reason };
    };
    const untrusted = { code: 0, origin: "untrusted" };
    expect(await say("agent", "--derived-from", "web")).toEqual({ ...untrusted, written: true, reason: null });
    expect(await say("agent", "--derived-from", "web")).toEqual({ ...untrusted, written: false, reason: "duplicate" });
    // An agent's word for what a page said first is still the page's.
    expect(await say("agent")).toMatchObject({ origin: "untrusted" });
    expect(await say("owner")).toEqual({ code: 0, origin: "owner", written: true, reason: null });
    expect(await say("agent")).toMatchObject({ written: false, reason: "duplicate" });
    expect(await say("owner")).toEqual({ code: 0, origin: "owner", written: false, reason: "duplicate" });
  });
});
