import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

let world: CliWorld;

afterEach(() => world.remove());

const TEXT = "The quokkaport listens on port 18789 behind zanzibar";

async function run(words: readonly string[], day = 19) {
  const environment = { MEMORY_NOW: `2026-08-${day}T10:00:00+08:00`, MEMORY_SESSION_KIND: "interactive" };
  const { code, stdout } = await world.run(words, { environment });
  return { code, answer: JSON.parse(stdout || "{}") };
}

async function promote(question: string, days: readonly number[]): Promise<void> {
  for (const day of days) {
    for (const more of ["first", "second"]) {
      await run(["search", "--keyword-only", `${question} ${more}${day}`, "--session", `s${day}`], day);
    }
    await run(["dream"], day);
  }
}

describe("blame", () => {
  test("tells an entry's story from the note to what took its place, by place, key and words", async () => {
    world = openCliWorld();
    await run(["init"]);
    await run(["note", TEXT, "--key", "quokka.port", "--session", "abc"]);
    await promote("quokkaport zanzibar", [20, 21, 22]);
    await run(["bootstrap"], 22);
    const line = readFileSync(join(world.workspace, "MEMORY.md"), "utf8").split("\n").findIndex((it) =>
      it.includes(TEXT)
    );
    const story = (await run(["blame", `MEMORY.md:${line + 1}`], 22)).answer;
    expect(story).toMatchObject({
      found: true,
      text: TEXT,
      lines: [{ citation: "memory/2026-08-19.md#L3-L3", origin: "owner", writer: "note", session: "abc" }],
      entries: [{ origin: "owner", writer: "dream" }],
      promotions: [{ operation: "added", replaced: null, undoneAt: null }],
      forgottenAt: null,
    });
    expect(story.recalls.days.slice(0, 2)).toEqual(["2026-08-20", "2026-08-21"]);
    expect(story.sweeps.map(({ verdict }: { verdict: string }) => verdict)).toContain("added");
    expect(story.promotions[0].earnedBy.recalls).toBeGreaterThan(2);
    expect(story.injections).toEqual([{ day: "2026-08-22", place: "bootstrap", times: 1 }]);
    const byKey = (await run(["blame", story.promotions[0].entryKey], 22)).answer;
    expect(byKey.promotions).toEqual(story.promotions);

    await run(["note", "The quokkaport listens on port 18790 behind zanzibar", "--key", "quokka.port"], 23);
    await run(["dream"], 23);
    const old = (await run(["blame", story.key], 24)).answer;
    expect(old.departures).toMatchObject([{
      reason: "superseded",
      successor: { text: expect.stringContaining("18790") },
    }]);
    const next = (await run(["blame", "The quokkaport listens on port 18790 behind zanzibar"], 24)).answer;
    expect(next.promotions).toMatchObject([{ operation: "superseded", replaced: { text: TEXT } }]);
  }, 120_000);

  test("tells of entries that people wrote, and that something is unknown is no error", async () => {
    world = openCliWorld();
    world.write("USER.md", "- Prefer short answers\n");
    await run(["init"]);
    expect((await run(["blame", "USER.md:1"])).answer).toMatchObject({
      found: true,
      text: "Prefer short answers",
      entries: [{ citation: "USER.md#L1-L1", state: "unbooked", writer: null }],
    });
    for (const selector of ["short", "USER.md", join(world.workspace, "USER.md:1")]) {
      expect((await run(["blame", selector])).answer).toMatchObject({ found: true, text: "Prefer short answers" });
    }
    const unknown = await run(["blame", "nobody said this"]);
    expect(unknown).toMatchObject({ code: 0, answer: { found: false, key: null, forgottenAt: null } });
  }, 240_000);

  test("says of what was forgotten only when that was", async () => {
    world = openCliWorld();
    await run(["init"]);
    await run(["note", TEXT]);
    await run(["forget", TEXT, "--apply"], 20);
    const { answer } = await run(["blame", TEXT], 21);
    expect(answer).toMatchObject({ found: false, text: null, lines: [], forgottenAt: "2026-08-20T10:00:00+08:00" });
    writeFileSync(join(world.workspace, "memory", "again.md"), `- ${TEXT}\n`);
    const back = (await run(["blame", TEXT], 21)).answer;
    expect(back).toMatchObject({ found: true, lines: [{ origin: "untrusted", why: "it was forgotten" }] });
    expect(back.forgottenAt).toBe("2026-08-20T10:00:00+08:00");
  }, 240_000);
});
