/** What `memory search` is limited to, as people write it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeAll(async () => {
  world = openCliWorld();
  await world.run(["init"]);
  for (
    const day of ["2025-12-31", "2026-07-31", "2026-08-09", "2026-08-10", "2026-08-16", "2026-08-17", "2026-08-18"]
  ) {
    world.write(`memory/${day}.md`, `# ${day}\n\n- Deployed 部署 of that day\n`);
  }
  const transcript = join(world.home, "notes.memory/sessions/claude-code/2026-08-18-ab12.md");
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, "- user: the deploy of the transcript\n");
});
afterAll(() => world.remove());

async function search(...flags: readonly string[]) {
  const { code, stdout, stderr } = await world.run(["search", "deploy", "-n", "50", ...flags]);
  const answer = JSON.parse(stdout);
  const days = (answer.results ?? []).map(({ path }: { path: string }) => path.slice(7, -3)).sort();
  return { code, answer, days, stderr };
}

describe("days in words", () => {
  test.each([
    [["--since", "last week", "--until", "last week"], ["2026-08-10", "2026-08-16"]],
    [["--since", "上周", "--until", "上周"], ["2026-08-10", "2026-08-16"]],
    [["--since", "yesterday"], ["2026-08-18"]],
    [["--since", "三天前"], ["2026-08-16", "2026-08-17", "2026-08-18"]],
    [["--since", "July", "--until", "七月"], ["2026-07-31"]],
    [["--until", "last year"], ["2025-12-31"]],
    [["--since", "2026-08-18T23:00:00Z"], []],
    [["--since", "2026-08-17T23:00:00Z"], ["2026-08-18"]],
    [["--since", "2026-08", "--until", "8月9日"], ["2026-08-09"]],
  ])("%p", async (flags, days) => expect((await search(...flags)).days).toEqual(days));

  test("are said as they were read, figures are not", async () => {
    const { answer } = await search("--since", "last week", "--until", "昨天");
    expect(answer.filters).toMatchObject({ since: "2026-08-10", until: "2026-08-18" });
    expect(answer.notices).toEqual([
      '--since "last week" was read as 2026-08-10.',
      '--until "昨天" was read as 2026-08-18.',
    ]);
    const plain = await search("--since", "2026-08-10");
    expect(plain.answer).toMatchObject({ notices: [], filters: { since: "2026-08-10", until: null } });
    const { stderr } = await world.run(["search", "deploy", "--since", "昨天", "--text"]);
    expect(stderr).toBe('Note: --since "昨天" was read as 2026-08-18.\n');
  });

  test("are seen from the clock's day", async () => {
    const { stdout } = await world.run(["search", "deploy", "--since", "上个月", "--until", "last month"], {
      environment: { MEMORY_NOW: "2026-01-02T00:10:00+08:00" },
    });
    expect(JSON.parse(stdout)).toMatchObject({ filters: { since: "2025-12-01", until: "2025-12-31" } });
  });

  test("that nobody can read are refused with examples in both languages", async () => {
    const { code, answer } = await search("--since", "sometime");
    expect(code).toBe(2);
    expect(answer.error).toMatchObject({
      kind: "usage",
      message: 'Cannot read the day "sometime" of --since: it should be a day or a period, in figures or words',
      hint: expect.stringMatching(/"last week".*上周/),
    });
  });

  test("that mean two things are refused with both", async () => {
    const { code, answer } = await search("--until", "月底");
    expect(code).toBe(2);
    expect(answer.error.message).toBe('Cannot tell which day "月底" of --until means: 2026-08-31 or 2026-07-31');
    expect((await search("--since", "last week", "--until", "last month")).answer.error.message).toContain(
      'from "2026-08-10" to "2026-07-31"',
    );
  });
});

describe("the source", () => {
  test("is the notes, unless transcripts are asked for", async () => {
    const paths = async (...flags: string[]) =>
      (await search(...flags)).answer.results.map(({ path }: { path: string }) => path);
    expect(await paths()).toHaveLength(7);
    expect(await paths("--source", "sessions")).toEqual(["@sessions/claude-code/2026-08-18-ab12.md"]);
    expect(await paths("--source", "all")).toHaveLength(8);
    expect(await paths("--source", "all", "--since", "2026-08-18")).toHaveLength(2);
    const { code, answer } = await search("--source", "session");
    expect([code, answer.error.hint]).toEqual([2, 'did you mean "sessions"?']);
  });
});
