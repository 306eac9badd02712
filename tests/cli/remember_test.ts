/** `memory remember` in the real program: who may, what is asked, what is written (SPEC 4.8, 7.2). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const AGENT = { environment: { MEMORY_CALLER: "agent" } };

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});
afterEach(() => world.remove());

const read = (path: string) => {
  const file = join(world.workspace, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};
async function remember(words: readonly string[], changes: WorldChanges = {}) {
  const { code, stdout, stderr } = await world.run(["remember", ...words], changes);
  return { code, stderr, ...JSON.parse(stdout) };
}
const at = (time: string) => ({ environment: { MEMORY_NOW: time } });

describe("the owner's order", () => {
  test("writes a preference as a directive, and says what it took the place of", async () => {
    expect(await remember(["I like short answers"])).toMatchObject({
      code: 0,
      path: "USER.md",
      line: 5,
      text: "Prefer short answers",
      origin: "owner",
      sessionKind: "interactive",
      written: true,
      reason: null,
      kind: "directive",
      replaced: [],
    });
    expect(await remember(["回答要详细"], at("2026-08-20T09:00:00+08:00"))).toMatchObject({
      line: 5,
      replaced: [{ text: "Prefer short answers" }],
    });
    expect(read("USER.md")).toEndWith(
      "- 回答要详细 <!-- observed: 2026-08-20 | status: active -->\n" +
        "- Prefer short answers <!-- observed: 2026-08-19 | status: superseded -->\n",
    );
    const { stdout } = await world.run(["bootstrap", "--text"]);
    expect(stdout).toContain("回答要详细");
    expect(stdout).not.toContain("Prefer short answers");
  });

  test("given twice is a visible no-op", async () => {
    await remember(["Never push to main"]);
    const before = read("USER.md");
    expect(await remember(["never push to main."])).toMatchObject({
      code: 0,
      written: false,
      reason: "duplicate",
      line: 5,
    });
    expect(read("USER.md")).toBe(before);
  });

  test("writes a fact into MEMORY.md, and supersedes it by its key", async () => {
    const first = ["--fact", "The gateway listens on port 18790", "--key", "gateway.port", "--trigger", "gateway port"];
    expect(await remember(first)).toMatchObject({ path: "MEMORY.md", kind: "fact", written: true });
    expect(read("MEMORY.md")).toBe(
      "# Long-Term Memory\n\n## Remembered (2026-08-19)\n\n- The gateway listens on port 18790 " +
        "<!-- key: gateway.port --> <!-- trigger: gateway port --> <!-- observed: 2026-08-19 -->\n",
    );
    expect(await remember(["--fact", "端口改成 18791", "--key", "gateway.port"], at("2026-08-20T09:00:00+08:00")))
      .toMatchObject({ replaced: [{ text: "The gateway listens on port 18790" }] });
    expect(read("MEMORY.md")).toBe(
      "# Long-Term Memory\n\n## Remembered (2026-08-20)\n\n- 端口改成 18791 " +
        "<!-- key: gateway.port --> <!-- trigger: gateway port --> <!-- observed: 2026-08-20 -->\n",
    );
  });

  test("of a key that somebody gave to several entries takes the place of all in the same projects", async () => {
    world.write(
      "MEMORY.md",
      "- Port 1 <!-- key: gw --> <!-- observed: 2026-08-01 -->\n- The crane is yellow\n- Port 2 <!-- key: gw -->\n" +
        "- Port 3 <!-- key: gw --> <!-- project: acme -->\n",
    );
    expect(await remember(["--fact", "Port 4", "--key", "gw"])).toMatchObject({
      replaced: [{ text: "Port 1" }, { text: "Port 2" }],
    });
    expect(read("MEMORY.md")).toStartWith(
      "- The crane is yellow\n- Port 3 <!-- key: gw --> <!-- project: acme -->\n\n## Remembered",
    );
    expect(JSON.parse((await world.run(["dream", "restore", "Port 2"])).stdout)).toMatchObject({
      restored: [{ text: "Port 2", reason: "superseded" }],
    });
  });

  test("replaces what is named, by any selector", async () => {
    await remember(["Use tabs"]);
    expect(await remember(["Never use emojis", "--replaces", "USER.md:5"])).toMatchObject({
      replaced: [{ text: "Use tabs" }],
    });
    expect(await remember(["Prefer dark mode", "--replaces", "use emojis"])).toMatchObject({
      replaced: [{ text: "Never use emojis" }],
    });
    expect((await remember(["Use pnpm", "--replaces", "e:0123456789ab"])).code).toBe(1);
  });
});

describe("in doubt", () => {
  test("without an answer nothing is written, and the close directives are listed", async () => {
    await remember(["Use tabs"]);
    const { code, error } = await remember(["Use spaces in Go files"]);
    expect(code).toBe(2);
    expect(error.message).toMatch(/e:[0-9a-f]{12} USER\.md#L5-L5 "Use tabs"/);
    expect(error.hint).toContain("--replaces e:");
    expect(read("USER.md")).not.toContain("Go files");
  });

  test("the owner chooses, or keeps both", async () => {
    await remember(["Use tabs"]);
    expect(await remember(["Use spaces in Go files"], { input: "n\n" })).toMatchObject({ written: true, replaced: [] });
    expect(await remember(["Use spaces in Rust files"], { input: "1\n" })).toMatchObject({
      replaced: [{ text: "Use tabs" }],
    });
  });

  test("what is to be done once is refused: it is a task, and no memory", async () => {
    for (const text of ["Remember to push this once you are done", "别忘了跑一下测试"]) {
      const { code, stderr } = await world.run(["remember", text]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("it is to be done once") });
    }
  });

  test("what tells nobody what to do is refused, with the way for facts", async () => {
    const { code, error } = await remember(["The gateway listens on port 18790"]);
    expect(code).toBe(2);
    expect(error.hint).toContain("--fact");
    expect(read("USER.md")).toBeNull();
  });
});

describe("a permission", () => {
  test.each(["You may merge without asking", "允许直接推送"])("needs an end: %s", async (text) => {
    expect((await remember([text])).code).toBe(2);
    expect(read("USER.md")).toBeNull();
    expect(await remember([text, "--until", "Friday"])).toMatchObject({ written: true, until: "2026-08-21" });
  });

  test("gets its end by the answer, or is taken as standing at the owner's word", async () => {
    expect(await remember(["You may merge without asking"], { input: "end of the month\n" })).toMatchObject({
      until: "2026-08-31",
    });
    expect(await remember(["允许直接部署"], { input: "standing\n" })).toMatchObject({ written: true, until: null });
    expect((await remember(["允许直接删除"], { input: "\n" })).code).toBe(2);
  });

  test("that is over is not injected any more", async () => {
    await remember(["You may merge without asking", "--until", "2026-08-21"]);
    const shown = async (time: string) => (await world.run(["bootstrap", "--text"], at(time))).stdout;
    expect(await shown("2026-08-21T23:00:00+08:00")).toContain("merge without asking");
    expect(await shown("2026-08-22T00:10:00+08:00")).not.toContain("merge without asking");
  });
});

describe("anybody else", () => {
  test.each<[string, WorldChanges]>([
    ["an agent", AGENT],
    ["nobody", { environment: { MEMORY_CALLER: "none" } }],
  ])("is refused, %s too, and told how to propose", async (_who, changes) => {
    for (const words of [["Prefer pnpm"], ["--fact", "Prefer pnpm"], ["Prefer pnpm", "--key", "k"]]) {
      const { code, error } = await remember(words, changes);
      expect({ code, hint: error.hint }).toMatchObject({ code: 1, hint: expect.stringContaining("--propose") });
    }
    expect([read("USER.md"), read("MEMORY.md")]).toEqual([null, null]);
  });

  test("is refused through a pipe, even the owner", async () => {
    expect((await remember(["-"], { input: "Prefer pnpm\n" })).code).toBe(1);
  });

  test("may propose: a diary line with the class of who says it", async () => {
    expect(await remember(["--propose", "Prefer pnpm"], AGENT)).toMatchObject({
      code: 0,
      path: "memory/2026-08-19.md",
      origin: "agent",
      written: true,
      reason: "proposal",
    });
    expect(read("USER.md")).toBeNull();
    expect(read("memory/2026-08-19.md")).toEndWith("- Prefer pnpm\n");
  });
});

test("a text with a secret is not remembered", async () => {
  const { code, error } = await remember(["--fact", "The key is ghp_16C7e42F292c6912E7710c838347Ae178B4a"]);
  expect(code).toBe(1);
  expect(error.message).not.toContain("ghp_");
  expect(read("MEMORY.md")).toBeNull();
});

test("flags that do not go together are refused", async () => {
  for (
    const words of [["a", "--project", "x"], ["a", "--importance", "3"], ["a", "--propose", "--replaces", "x"], []]
  ) {
    expect((await remember(words)).code).toBe(2);
  }
});

test("a day in words is read forward, for notes as well", async () => {
  const { stdout } = await world.run(["note", "The certificate is valid", "--until", "月底"]);
  expect(JSON.parse(stdout)).toMatchObject({ written: true, notices: ['--until "月底" was read as 2026-08-31.'] });
  expect(read("memory/2026-08-19.md")).toContain("<!-- expires: 2026-08-31 -->");
  expect((await world.run(["note", "x y z", "--until", "yesterday"])).code).toBe(2);
  expect((await world.run(["note", "x y z", "--until", "next Friday"])).code).toBe(2);
});

test("twenty orders at once lose nothing", async () => {
  const numbers = Array.from({ length: 20 }, (_, at) => at);
  const done = await Promise.all(
    numbers.map((at) => remember([`Always greet customer c${at}x${at} by name`, "--key", `k${at}`])),
  );
  expect(done.map(({ code, written }) => ({ code, written }))).toEqual(numbers.map(() => ({ code: 0, written: true })));
  const text = read("USER.md") ?? "";
  for (const at of numbers) expect(text).toContain(`c${at}x${at} by name <!-- key: k${at} -->`);
});
