/** `memory import`: what comes in, under which name, and that it stays untrusted (SPEC 7.5). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(120_000);

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});
afterEach(() => world.remove());

function put(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.home, path)), { recursive: true });
    writeFileSync(join(world.home, path), text);
  }
}

async function bring(path: string, source: string, ...flags: string[]) {
  const { code, stdout, stderr } = await world.run(["import", join(world.home, path), "--from", source, ...flags]);
  const answer = JSON.parse(stdout);
  const paths = (answer.files ?? []).map((file: { path: string }) =>
    file.path.replace(`memory/imports/${source}/`, "")
  );
  return { code, answer, stderr, paths };
}

const read = (path: string) => readFileSync(join(world.workspace, "memory/imports", path), "utf8");

describe("notes as they are", () => {
  test("keep their bytes, are untrusted, and come twice as once", async () => {
    const crlf = "\ufeff# 笔记\r\n\r\n- The crane lifts nine tonnes\r\n";
    put({ "vault/a.md": crlf, "vault/sub/b.markdown": "- two\n", "vault/pic.png": "x", "vault/.git/c.md": "no\n" });
    const first = await bring("vault", "markdown");
    expect(first).toMatchObject({ code: 0, paths: ["a.md", "sub/b.md"] });
    expect(read("markdown/a.md")).toBe(crlf);
    expect(first.answer.files.map(({ status }: { status: string }) => status)).toEqual(["written", "written"]);
    const again = await bring("vault", "markdown");
    expect(again.answer.files.map(({ status }: { status: string }) => status)).toEqual(["unchanged", "unchanged"]);
    const found = await world.run(["search", "crane", "--keyword-only"]);
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ origin: "untrusted", tier: "episodic" });
  });

  test("are not written where a link makes notes of them", async () => {
    put({ "vault/a.md": "- The crane lifts nine tonnes\n" });
    mkdirSync(join(world.workspace, "memory/other"));
    symlinkSync("other", join(world.workspace, "memory/imports"));
    const { code, stderr } = await bring("vault", "markdown");
    expect([code, stderr]).toEqual([1, expect.stringContaining('it leads to "memory/other/markdown/a.md"')]);
    expect(readdirSync(join(world.workspace, "memory/other"))).toEqual([]);
  });

  test("name what is left out: links, pipes, and what was forgotten", async () => {
    put({
      "vault/a.md": "- The zorblax gizmo is kept in vault 77123\n- The crane lifts nine tonnes\n",
      "vault/z.txt": "x",
    });
    put({ "vault/b.md": "- The zorblax gizmo is kept in vault 77123\n" });
    symlinkSync("/", join(world.home, "vault/root"));
    expect(Bun.spawnSync(["mkfifo", join(world.home, "vault/f.md")]).exitCode).toBe(0);
    await world.run(["note", "The zorblax gizmo is kept in vault 77123"]);
    await world.run(["forget", "The zorblax gizmo is kept in vault 77123", "--apply"]);
    const { code, answer, paths } = await bring("vault", "markdown");
    expect({ code, paths, forgotten: answer.forgotten }).toEqual({ code: 0, paths: ["a.md"], forgotten: 1 });
    expect(read("markdown/a.md")).toBe("- The crane lifts nine tonnes\n");
    expect(answer.skipped.map(({ path, reason }: { path: string; reason: string }) => [path.slice(-4), reason]))
      .toEqual([
        ["b.md", "it says what was forgotten"],
        ["f.md", "a pipe or a device"],
        ["root", "a link; name what it leads to"],
      ]);
    put({ "export/conversations.json": '[{"title":"t"' });
    expect((await bring("export", "chatgpt")).answer.skipped).toMatchObject([{
      reason: "no whole JSON: damaged or cut off",
    }]);
  });

  test("taint what repeats them at once", async () => {
    world.write("memory/own.md", "- Deploys on friday need no smoke test at all\n");
    put({ "page.md": "- Deploys on friday need no smoke test at all\n" });
    await bring("page.md", "markdown");
    const { stdout } = await world.run(["get", "memory/own.md:1"]);
    expect(JSON.parse(stdout).origin).toBe("untrusted");
  });

  test("are refused where they are this memory itself, and left out of a folder around it", async () => {
    const own = "- The quokka farm in Perth opens at nine\n";
    world.write("memory/own.md", own);
    world.write("MEMORY.md", `# M\n\n${own}`);
    for (const path of [".", "memory", "memory/own.md", "MEMORY.md"]) {
      const { code, stderr } = await world.run(["import", join(world.workspace, path), "--from", "markdown"]);
      expect({ path, code, isNamed: stderr.includes("this memory itself") }).toEqual({ path, code: 2, isNamed: true });
    }
    const around = await world.run(["import", dirname(world.workspace), "--from", "markdown"]);
    const { files = [], skipped = [] } = JSON.parse(around.stdout || "{}");
    expect(files.filter(({ path }: { path: string }) => path.includes("own"))).toEqual([]);
    expect(skipped.map(({ path }: { path: string }) => path)).toContain(join(world.workspace, "memory/own.md"));
    const { stdout } = await world.run(["get", "memory/own.md:1"]);
    expect(JSON.parse(stdout).origin).not.toBe("untrusted");
  });

  test("overwrite nothing: what changed stands beside what was", async () => {
    put({ "vault/a.md": "- one\n" });
    await bring("vault", "markdown");
    put({ "vault/a.md": "- one\n- two\n" });
    expect((await bring("vault", "markdown")).paths).toEqual(["a-2.md"]);
    expect((await bring("vault", "markdown")).answer.files[0]).toMatchObject({ status: "unchanged" });
    expect([read("markdown/a.md"), read("markdown/a-2.md")]).toEqual(["- one\n", "- one\n- two\n"]);
  });

  test("of names that differ in case, or become the same, all come", async () => {
    put({
      "vault/A.md": "- upper\n",
      "vault/a.md": "- lower\n",
      "vault/a?.md": "- asked\n",
      "vault/a*.md": "- star\n",
    });
    const { paths } = await bring("vault", "markdown");
    expect(new Set(paths.map((path: string) => path.toLowerCase())).size).toBe(4);
  });

  test("behind links do not come, and a link in place of the folder leads nowhere", async () => {
    put({ "vault/a.md": "- one\n", "secret/s.md": "- hidden\n" });
    symlinkSync(join(world.home, "secret"), join(world.home, "vault/dir"));
    symlinkSync(join(world.home, "secret/s.md"), join(world.home, "vault/link.md"));
    symlinkSync("circle", join(world.home, "vault/circle"));
    const { paths, answer } = await bring("vault", "markdown");
    expect(paths).toEqual(["a.md"]);
    const reason = "a link; name what it leads to";
    expect(answer.skipped).toMatchObject([{ reason }, { reason }]);
    mkdirSync(join(world.home, "outside"));
    symlinkSync(join(world.home, "outside"), join(world.workspace, "memory/imports/codex"));
    put({ "x/AGENTS.md": "- y\n" });
    expect(await bring("x", "codex")).toMatchObject({ code: 1 });
    expect(readdirSync(join(world.home, "outside"))).toEqual([]);
  });

  test("lose their secrets before they are stored, and the answer counts them", async () => {
    const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
    put({ "vault/k.md": `- The token is ${key}\n- 备份在两点半\n` });
    const { answer } = await bring("vault", "markdown");
    expect(read("markdown/k.md")).not.toContain(key);
    expect(read("markdown/k.md")).toContain("备份在两点半");
    expect(Object.values(answer.redacted)).toEqual([1]);
    expect((await bring("vault", "markdown")).answer.files[0].status).toBe("unchanged");
  });

  test("lose secrets that hide behind what nobody sees, and those in their names; line ends stay", async () => {
    const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
    const hidden = `${key.slice(0, 9)}\u200b${key.slice(9)}`;
    put({ [`vault/${key}/ann@brandt-mail.de.md`]: `- The token is ${hidden}\r\n- 备份在两点半\r\n` });
    const { paths } = await bring("vault", "markdown");
    expect(paths).toEqual(["redacted-github-key/redacted-email.md"]);
    expect(read(`markdown/${paths[0]}`)).toBe("- The token is [redacted: github-key]\r\n- 备份在两点半\r\n");
  });

  test("are shown, and nothing is written, with --dry-run", async () => {
    put({ "vault/a.md": "- one\n" });
    const { answer } = await bring("vault", "markdown", "--dry-run");
    expect(answer).toMatchObject({
      dryRun: true,
      files: [{ status: "planned", path: "memory/imports/markdown/a.md" }],
    });
    expect(existsSync(join(world.workspace, "memory/imports"))).toBe(false);
  });
});

describe("other assistants", () => {
  test("Claude Code: instructions and the memory of each project, and no transcript", async () => {
    put({
      ".claude/CLAUDE.md": "- Prefer short answers\n",
      ".claude/projects/p1/memory/MEMORY.md": "- The gateway listens on port 18789\n",
      ".claude/projects/p1/s.jsonl": "{}\n",
      ".claude/plans/x.md": "- a plan\n",
    });
    expect((await bring(".claude", "claude-code")).paths).toEqual(["CLAUDE.md", "projects/p1/memory/MEMORY.md"]);
    const { code, stderr } = await bring(".claude/projects/p1/s.jsonl", "claude-code");
    expect(code).toBe(2);
    expect(stderr).toContain("memory ingest");
  });

  test("Codex: instructions and memories", async () => {
    put({ ".codex/AGENTS.md": "- a\n", ".codex/memories/m.md": "- b\n", ".codex/prompts/p.md": "- c\n" });
    expect((await bring(".codex", "codex")).paths).toEqual(["AGENTS.md", "memories/m.md"]);
  });

  test("OpenClaw: the workspace, and its recalls as words that promote nothing", async () => {
    const entry = {
      path: "memory/2026-08-01.md",
      startLine: 3,
      snippet: "The crane lifts nine tonnes",
      recallCount: 40,
    };
    put({
      "claw/MEMORY.md": "- Long term\n",
      "claw/USER.md": "- Me\n",
      "claw/AGENTS.md": "- not taken\n",
      "claw/memory/2026-08-01.md": "- a day\n",
      "claw/memory/.dreams/short-term-recall.json": JSON.stringify({
        version: 1,
        entries: { a: entry, b: { snippet: 7 } },
      }),
    });
    expect((await bring("claw", "openclaw")).paths).toEqual([
      "MEMORY.md",
      "USER.md",
      "memory/2026-08-01.md",
      "recall-log.md",
    ]);
    expect(read("openclaw/recall-log.md")).toContain(
      "- The crane lifts nine tonnes (memory/2026-08-01.md:3), 40 recalls",
    );
    const dream = await world.run(["dream"]);
    expect(JSON.parse(dream.stdout)).toMatchObject({ promoted: [] });
  });

  test("ChatGPT: the branch that is shown, a file a conversation and day", async () => {
    const said = (
      id: string,
      parent: string | null,
      role: string,
      text: unknown,
      time: unknown,
      children: string[] = [],
    ) => ({
      [id]: { id, parent, children, message: { author: { role }, content: { parts: [text] }, "create_time": time } },
    });
    const day = Date.UTC(2026, 7, 1, 10) / 1_000;
    put({
      "export/conversations.json": JSON.stringify([
        {
          title: "Cranes / 吊车?",
          id: "0123456789",
          "create_time": day,
          "current_node": "d",
          mapping: {
            ...said("a", null, "system", "hidden", day, ["b"]),
            ...said("b", "a", "user", "How much does the crane lift?", day, ["x", "c"]),
            ...said("x", "b", "assistant", "An answer that was thrown away", day),
            ...said("c", "b", "assistant", "Nine tonnes <memory-data>", day + 60, ["d"]),
            ...said("d", "c", "user", "谢谢", day + 86_400),
          },
        },
        { title: "No time", id: "9", mapping: said("a", null, "user", 'Some [brackets] and "quotes\\', 0) },
        { title: "Empty", id: "8", mapping: said("a", null, "user", null, null) },
        { title: "Milliseconds", id: "7", mapping: said("a", null, "user", "Late", day * 1_000) },
        "no conversation",
        { nothing: 1 },
      ]),
    });
    const { paths, answer, code } = await bring("export", "chatgpt");
    expect(paths).toEqual([
      "2026/2026-08-01-Cranes-吊车--01234567.md",
      "2026/2026-08-02-Cranes-吊车--01234567.md",
      "undated/undated-No-time-9.md",
      "2026/2026-08-01-Milliseconds-7.md",
    ]);
    const text = read("chatgpt/2026/2026-08-01-Cranes-吊车--01234567.md");
    expect(text).toBe(
      "# Cranes / 吊车?\n\n## user, 18:00\n\nHow much does the crane lift?\n\n## assistant, 18:01\n\nNine tonnes <memory-data>\n",
    );
    expect(code).toBe(5);
    expect(answer.skipped).toHaveLength(2);
    expect(
      (await bring("export", "chatgpt")).answer.files.every(({ status }: { status: string }) => status === "unchanged"),
    )
      .toBe(true);
  });

  test("a cut off export gives what is whole, and says that it is cut off", async () => {
    const whole = JSON.stringify([{
      title: "One",
      id: "1",
      mapping: {
        a: {
          id: "a",
          parent: null,
          children: [],
          message: { author: { role: "user" }, content: { parts: ["Hello there"] } },
        },
      },
    }]);
    put({ "conversations.json": `${whole.slice(0, -1)},{"title":"Two","mapp` });
    expect(await bring("conversations.json", "chatgpt")).toMatchObject({
      code: 5,
      paths: ["undated/undated-One-1.md"],
    });
  });
});

describe("what cannot be imported", () => {
  test.each([["nowhere", "markdown", 1], ["empty", "markdown", 1], ["export.zip", "chatgpt", 2]])(
    "%s as %s ends with %p and the next step",
    async (path, source, expected) => {
      mkdirSync(join(world.home, "empty"));
      put({ "export.zip": "PK" });
      const { code, answer } = await bring(path, source);
      expect(code).toBe(expected);
      expect(answer.error.message).toContain("Cannot import");
    },
  );

  test("needs to be said whose memory it is", async () => {
    expect((await world.run(["import", "x"])).code).toBe(2);
    expect((await world.run(["import", "x", "--from", "cow"])).code).toBe(2);
    expect((await world.run(["import", "--from", "codex"])).code).toBe(2);
  });
});
