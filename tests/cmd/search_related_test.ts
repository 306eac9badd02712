/** `memory search --related` in the real program. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeAll(async () => {
  world = await openFilledWorld();
  world.write("memory/2026-08-18.md", '# 2026-08-18\n\n- The "new gateway" got port 18790\n- 备份在 02:30 运行\n');
});
afterAll(() => world.remove());

async function search(...words: readonly string[]) {
  const { code, stdout } = await world.run(["search", ...words]);
  const answer = JSON.parse(stdout);
  return { code, answer, paths: (answer.results ?? []).map(({ path }: { path: string }) => path) };
}

describe("what is related", () => {
  test("to a line is found by its words, without the line, and in both languages", async () => {
    const { code, answer, paths } = await search("--related", "memory/2026-08-12.md:3", "--keyword-only");
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      query: "The gateway listens on port 18789",
      related: { path: "memory/2026-08-12.md", startLine: 3, endLine: 3 },
    });
    expect(paths).toContain("memory/2026-08-18.md");
    expect(paths).toContain("memory/topics.md");
    expect(paths).not.toContain("memory/2026-08-12.md");
  });

  test("to a line with quotation marks demands no phrase of it", async () => {
    const { answer, paths } = await search("--related", "new gateway", "--keyword-only");
    expect(answer.query).not.toContain('"');
    expect(paths).toContain("memory/2026-08-12.md");
  });

  test("may be asked by a key or a whole file", async () => {
    const { answer } = await search("--related", "memory/topics.md");
    expect(answer.related).toEqual({ path: "memory/topics.md", startLine: 1, endLine: 4 });
    expect((await search("--related", "Backups run")).answer.related).toMatchObject({
      path: "MEMORY.md",
      startLine: 3,
    });
  });

  test("to a line without a word is refused with the line, not with a question that nobody asked", async () => {
    const { code, answer } = await search("--related", "memory/2026-08-18.md:2");
    expect(code).toBe(2);
    expect(answer.error.message).toBe(
      'Cannot look for what is related to "memory/2026-08-18.md#L2-L2": there is no word in it',
    );
  });

  test("is no recall", async () => {
    const before = (await world.run(["status"])).stdout;
    for (const day of ["19", "20", "21", "22"]) {
      const environment = { MEMORY_NOW: `2026-08-${day}T09:00:00+08:00` };
      await world.run(["search", "--related", "memory/2026-08-12.md:3", "--keyword-only"], { environment });
    }
    expect((await world.run(["status"])).stdout).toBe(before);
  });

  test("is refused without a line, with a question, and where the line cannot be told", async () => {
    const refused = [
      await search(),
      await search("gateway", "--related", "MEMORY.md:3"),
      await search("--related", "gateway"),
      await search("--related", "MEMORY.md:99"),
    ];
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 1]);
    expect(refused[2]?.answer.error.message).toContain("Cannot tell which line");
  });
});
