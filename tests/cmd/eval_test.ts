/** `memory eval` in the real program. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasBundledModel } from "../support/bundled_model.ts";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { skips } from "../support/skips.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const withoutModel = skips(!hasBundledModel(), "this program carries no embedding model");

let world: CliWorld;
beforeAll(async () => {
  world = await openFilledWorld({ hasOwnCache: true });
});
afterAll(() => world.remove());

const PORT = { id: "port", query: "gateway port", evidence: [{ path: "memory/2026-08-12.md", line: 3 }], lang: "en" };
const CHINESE = { id: "中文", query: "网关端口", evidence: [{ path: "memory/topics.md", line: 3 }], lang: "zh" };
const MISSED = { id: "missed", query: "backups", evidence: [{ path: "memory/topics.md", line: 4 }], lang: "en" };
const UNANSWERABLE = { id: "none", query: "who won the match?", evidence: [], lang: "en" };

/** Writes files beside the workspace and returns the path of the first. */
function lay(files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.home, path)), { recursive: true });
    writeFileSync(join(world.home, path), text);
  }
  return join(world.home, Object.keys(files)[0] ?? "");
}

function lines(...questions: readonly object[]): string {
  return questions.map((question) => `${JSON.stringify(question)}\n`).join("");
}

async function evaluate(...words: readonly string[]) {
  const { code, stdout, stderr } = await world.run(["eval", ...words]);
  return { code, stderr, answer: JSON.parse(stdout) };
}

/** Rows as `name lane hit@1 hit@5`. */
function figures(rows: readonly { name: string; lane: string; hitAt1: number; hitAt5: number }[]): string[] {
  return rows.map(({ name, lane, hitAt1, hitAt5 }) => `${name} ${lane} ${hitAt1} ${hitAt5}`);
}

describe("the current workspace", () => {
  test("is measured as a search would answer, per language and in all", async () => {
    const path = lay({ "questions.jsonl": lines(PORT, CHINESE, MISSED, UNANSWERABLE) });
    const { code, answer } = await evaluate(path, "--lanes", "keyword");
    expect(code).toBe(0);
    expect(answer).toMatchObject({ questions: 4, unanswerable: 1, limit: 30, failures: [], lostEvidence: [] });
    expect(figures(answer.rows)).toEqual(["en keyword 0.5 0.5", "zh keyword 1 1", `all keyword ${2 / 3} ${2 / 3}`]);
  });

  test("keeps no recall of it, and no candidate", async () => {
    const path = lay({ "questions.jsonl": lines(PORT, CHINESE) });
    const before = await world.run(["status"]);
    for (const day of ["19", "20", "21"]) {
      await world.run(["eval", path], { environment: { MEMORY_NOW: `2026-08-${day}T09:00:00+08:00` } });
    }
    expect((await world.run(["status"])).stdout).toBe(before.stdout);
  });

  test("is asked from standard input, too", async () => {
    const { code, stdout } = await world.run(["eval", "-"], { input: lines(PORT) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows).toMatchObject([{ by: "all", hitAt1: 1, questions: 1 }]);
  });

  test("shows at a terminal a table, and the worst questions with what came instead", async () => {
    const path = lay({ "questions.jsonl": lines(PORT, MISSED) });
    const { screen, code } = await world.runAtTerminal(["eval", path, "--worst", "3"], {
      environment: { NO_COLOR: "1" },
    });
    expect(code).toBe(0);
    expect(screen).toContain("hit@1");
    expect(screen).toMatch(/all +keyword +2 +0\.500 +0\.500/);
    expect(screen).toContain("backups (questions.jsonl missed)");
    expect(screen).toContain("memory/topics.md#L4  not found");
    expect(screen).toContain("MEMORY.md#L3  Backups run at 02:30");
  });

  test("says what changed since an earlier run", async () => {
    const path = lay({ "questions.jsonl": lines(PORT, MISSED) });
    const { stdout } = await world.run(["eval", path, "--outcomes"]);
    const before = lay({ "before.json": stdout });
    writeFileSync(path, lines(PORT, { ...MISSED, evidence: [{ path: "MEMORY.md", line: 3 }] }));
    const { answer } = await evaluate(path, "--compare", before);
    expect(answer.comparison.rows).toMatchObject([{ by: "all", lane: "keyword", hitAt1: 0.5 }]);
    expect(answer.comparison.won).toEqual([
      { set: "questions.jsonl", id: "missed", lane: "keyword", before: null, now: 1 },
    ]);
    const { code, answer: refused } = await evaluate(path, "--compare", path);
    expect([code, refused.error.kind]).toEqual([2, "usage"]);
  });
});

describe("what cannot be used", () => {
  test("is named by its line, and the rest is measured: exit 5", async () => {
    const path = lay({ "bad.jsonl": `${lines(PORT)}{"query": \n{"query": "\\u200b"}\n` });
    const { code, answer } = await evaluate(path);
    expect(code).toBe(5);
    expect(answer.questions).toBe(1);
    expect(answer.failures).toEqual([
      { path, line: 2, reason: "it is no JSON" },
      { path, line: 3, reason: expect.stringContaining("a question needs at least one word") },
    ]);
  });

  test("is evidence that is not there: it counts as missed and is named", async () => {
    const gone = { query: "gateway", evidence: [{ path: "memory/gone.md", line: 1 }, { path: "MEMORY.md", line: 99 }] };
    const { code, answer } = await evaluate(lay({ "gone.jsonl": lines(gone) }));
    expect(code).toBe(5);
    expect(answer.rows).toMatchObject([{ hitAt5: 0, questions: 1 }]);
    expect(answer.lostEvidence.map(({ line, reason }: { line: number; reason: string }) => `${line}: ${reason}`))
      .toEqual([
        "1: memory/gone.md:1: it is not in the index",
        "1: MEMORY.md:99: it has 3 lines",
      ]);
  });

  test("is refused with a hint if there is nothing else", async () => {
    const empty = lay({ "empty.jsonl": "\n" });
    const bad = lay({ "only_bad.jsonl": "nonsense\n" });
    mkdirSync(join(world.home, "folder"), { recursive: true });
    const answers = [
      await evaluate(empty),
      await evaluate(bad),
      await evaluate(join(world.home, "folder")),
      await evaluate(join(world.home, "nothing.jsonl")),
      await evaluate(empty, "--lanes", "magic"),
    ];
    expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 1, 2]);
    expect(answers[1]?.answer.error.message).toContain(`${bad}:1: it is no JSON`);
    for (const { answer } of answers) expect(answer.error.hint).toEqual(expect.any(String));
  });

  test("is a lane without an embedding model, asked for alone", async () => {
    const path = lay({
      "questions.jsonl": lines(PORT),
      "settings/memory/config.jsonc": '{ "embed": { "provider": "none" } }',
    });
    const environment = { XDG_CONFIG_HOME: join(world.home, "settings") };
    const all = await world.run(["eval", path], { environment });
    const { lanes, notices, rows } = JSON.parse(all.stdout);
    expect(lanes).toEqual({ keyword: "ok", vector: "off", hybrid: "off" });
    expect(rows.map(({ lane }: { lane: string }) => lane)).toEqual(["keyword"]);
    expect(notices).toEqual([expect.stringContaining("Only the keyword lane was measured")]);
    const alone = await world.run(["eval", path, "--lanes", "vector"], { environment });
    expect(alone.code).toBe(1);
    expect(JSON.parse(alone.stdout).error.hint).toBe("use --lanes keyword");
  });
});

describe("a folder of workspaces", () => {
  const sets = () =>
    dirname(dirname(dirname(lay({
      "sets/one/a/queries.jsonl": lines({ ...PORT, evidence: [{ path: "memory/2026-08-01.md", line: 3 }] }),
      "sets/one/a/memory/2026-08-01.md": "# 2026-08-01\n\n- The gateway has port 18789\n",
      "sets/one/b/queries.jsonl": lines({ ...CHINESE, evidence: [{ path: "memory/事.md", line: 1 }] }),
      "sets/one/b/memory/事.md": "- 网关监听 18789 端口\n",
      "sets/two/queries.jsonl": lines({ ...MISSED, evidence: [{ path: "memory/x.md", line: 1 }] }),
      "sets/two/memory/x.md": "- Nothing of the kind\n",
    }))));

  test("is measured set by set with its own notes, and left as it is", async () => {
    const folder = sets();
    const { code, answer } = await evaluate(folder, "--lanes", "keyword");
    expect(code).toBe(0);
    expect(figures(answer.rows.filter(({ by }: { by: string }) => by === "set"))).toEqual([
      "one keyword 1 1",
      "two keyword 0 0",
    ]);
    expect(readdirSync(join(folder, "one")).sort()).toEqual(["a", "b"]);
    expect(readdirSync(join(folder, "two")).sort()).toEqual(["memory", "queries.jsonl"]);
    expect(existsSync(`${folder}/two.memory`)).toBe(false);
  });

  test("needs no workspace of one's own, and does not become one", async () => {
    const folder = sets();
    const options = { cwd: "sets/two", environment: { MEMORY_NOW: "", MEMORY_CALLER: "" } };
    expect((await world.run(["eval", folder], options)).code).toBe(0);
    expect((await world.run(["search", "gateway"], options)).code).toBe(1);
  });
});

describe.skipIf(withoutModel)("the lanes that need vectors", () => {
  const folder = () =>
    dirname(lay({
      "meaning/queries.jsonl": lines(
        { query: "when do the backups run?", evidence: [{ path: "memory/数据.md", line: 2 }], lang: "en" },
        { query: "gateway port", evidence: [{ path: "memory/数据.md", line: 1 }], lang: "en" },
      ),
      "meaning/memory/数据.md": "- The gateway has port 18789\n",
      "meaning/memory/2026-08-01.md": "- 午饭吃了面条\n",
    }));

  test("find across languages, side by side with the words, and keep their vectors for the next run only", async () => {
    const path = folder();
    writeFileSync(join(path, "memory/数据.md"), "- The gateway has port 18789\n- 备份每天凌晨两点半运行\n");
    const cache = join(world.home, "kept");
    const first = await evaluate(path, "--cache", cache);
    expect(first.code).toBe(0);
    expect(first.answer.lanes).toEqual({ keyword: "ok", vector: "ok", hybrid: "ok" });
    const all = first.answer.rows.filter(({ by }: { by: string }) => by === "all");
    expect(all.map(({ lane }: { lane: string }) => lane)).toEqual(["keyword", "vector", "hybrid"]);
    expect(all[1].hitAt5).toBe(1);
    const [kept] = readdirSync(cache);
    expect(kept).toMatch(/^meaning-[0-9a-f]{12}$/);
    expect(statSync(join(cache, kept ?? "")).mode & 0o077).toBe(0);
    expect(readdirSync(path).sort()).toEqual(["memory", "queries.jsonl"]);

    // What is kept are vectors: a file that is gone is not found by what was made of it.
    writeFileSync(join(path, "memory/数据.md"), "- The gateway has port 18789\n");
    const second = await evaluate(path, "--cache", cache);
    expect(second.code).toBe(5);
    expect(second.answer.rows.find(({ lane }: { lane: string }) => lane === "hybrid")).toMatchObject({ hitAt10: 0.5 });
  });

  test("ask as a search does, also where there are few notes to compare with", async () => {
    const fresh = await openFilledWorld({ hasOwnCache: true });
    try {
      await fresh.run(["index"]);
      const asked = [
        "how do I cook rice",
        "网关在哪里听",
        "what is the weather in Paris",
        "which address does the proxy use",
      ];
      fresh.write("questions.jsonl", lines(...asked.map((query) => ({ ...CHINESE, id: query, query }))));
      const { rows } = JSON.parse((await fresh.run(["eval", "questions.jsonl", "--outcomes"])).stdout);
      let empty = 0;
      for (const query of asked) {
        if (JSON.parse((await fresh.run(["search", query])).stdout).results.length === 0) empty++;
      }
      const hybrid = rows.find(({ by, lane }: { by: string; lane: string }) => by === "all" && lane === "hybrid");
      expect(hybrid.empty).toBe(empty);
      expect(empty).toBeLessThan(asked.length);
    } finally {
      fresh.remove();
    }
  });

  test("use the current workspace's vectors as they are, and say so while there are none", async () => {
    const fresh = await openFilledWorld({ hasOwnCache: true });
    try {
      fresh.write("questions.jsonl", lines(PORT));
      const before = JSON.parse((await fresh.run(["eval", "questions.jsonl"])).stdout);
      expect(before.lanes).toEqual({ keyword: "ok", vector: "off", hybrid: "off" });
      expect(before.notices).toEqual([expect.stringContaining('"memory index" makes them')]);
      await fresh.run(["index"]);
      const after = JSON.parse((await fresh.run(["eval", "questions.jsonl"])).stdout);
      expect(after.lanes).toEqual({ keyword: "ok", vector: "ok", hybrid: "ok" });
    } finally {
      fresh.remove();
    }
  });
});
