/** The rules of SPEC 4.1, 4.2 and 4.4, sentence by sentence, on the real program. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { takeLock } from "../../src/store/lock.ts";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeEach(async () => {
  world = await openFilledWorld();
});
afterEach(() => world.remove());

async function originOf(target: string): Promise<string> {
  return JSON.parse((await world.run(["get", target])).stdout).origin;
}

describe("the path of a file", () => {
  test.each([
    ["memory/imports/web/a.md", "untrusted"],
    ["memory/Imports/web/a.md", "untrusted"],
    ["memory/imports/2026-08-19.md", "untrusted"],
    ["memory/imports.md", "agent"],
    ["memory/work/imports/a.md", "agent"],
    ["memory/dreaming/light/2026-08-19.md", "system"],
    ["DREAMS.md", "system"],
    ["dreams.md", "system"],
    ["README.md", "untrusted"],
    ["notes/a.md", "untrusted"],
    ["memory/2026-08-11.md", "agent"],
    ["memory/项目/数据库.md", "agent"],
    ["MEMORY.md", "agent"],
    ["USER.md", "agent"],
    ["AGENTS.md", "agent"],
  ])("%s gives its lines the class %s", async (path, origin) => {
    world.write(path, "- Nine cranes stand on the pier\n");
    expect(await originOf(`${path}#L1`)).toBe(origin);
  });
});

describe("lines that nobody booked", () => {
  test("are searchable only with provenance.unbooked: hold, until the owner trusts them", async () => {
    await world.run(["config", "set", "provenance.unbooked", "hold", "--user"]);
    const { results } = JSON.parse((await world.run(["search", "backups"])).stdout);
    expect(results).toMatchObject([{ path: "MEMORY.md", untrusted: true }]);
    const bootstrap = async () => JSON.parse((await world.run(["bootstrap"])).stdout);
    const before = await bootstrap();
    expect(before.context).not.toContain("Backups run");
    expect(before.context).not.toContain("Prefer short answers");
    // People alone write the instructions.
    expect(before.context).toContain("Ask before you delete");
    expect(before.files.find(({ path }: { path: string }) => path === "MEMORY.md").leftOut).toMatchObject([
      { line: 1, reason: "origin is untrusted" },
      { line: 3, reason: "origin is untrusted" },
    ]);
    const explained = JSON.parse((await world.run(["dream", "--explain", "gateway listens"])).stdout);
    expect(explained.stop).toMatchObject({ name: "origin" });
    await world.run(["trust", "MEMORY.md"], { input: "y\n" });
    await world.run(["trust", "memory/2026-08-12.md"], { input: "y\n" });
    expect((await bootstrap()).context).toContain("Backups run at 02:30");
    expect(JSON.parse((await world.run(["dream", "--explain", "gateway listens"])).stdout).origin).toBe("agent");
    // What is noted is booked, so it was never held.
    await world.run(["note", "网关在二号机柜里面"]);
    expect(await originOf("memory/2026-08-19.md#L4")).toBe("owner");
  });
});

describe("the ceiling of a caller", () => {
  test("is lowered by flags and never raised", async () => {
    const note = async (words: readonly string[], caller: string) =>
      JSON.parse((await world.run(["note", ...words], { environment: { MEMORY_CALLER: caller } })).stdout).origin;
    expect(await note(["The first crane is blue"], "owner")).toBe("owner");
    expect(await note(["The second crane is red"], "agent")).toBe("agent");
    expect(await note(["The third crane is green"], "none")).toBe("agent");
    for (const [at, source] of ["web", "tool", "file", "email", "group"].entries()) {
      expect(await note([`Crane number ${at + 4} is painted`, "--derived-from", source], "owner")).toBe("untrusted");
    }
  });

  test("keeps orders of the owner from everybody else", async () => {
    for (const caller of ["agent", "none"]) {
      const environment = { MEMORY_CALLER: caller };
      const trusted = await world.run(["trust", "memory/topics.md"], { environment, input: "y\n" });
      const set = await world.run(["config", "set", "search.limit", "3"], { environment });
      expect([trusted.code, set.code]).toEqual([1, 1]);
    }
  });

  test("lets a declared kind make a session lower, and no declaration makes it count", async () => {
    const kind = async (words: readonly string[]) =>
      JSON.parse((await world.run(["note", ...words])).stdout).sessionKind;
    expect(await kind(["A heartbeat said so at night", "--session-kind", "heartbeat"])).toBe("heartbeat");
    expect(await kind(["A cron job said so at night", "--session-kind", "cron"])).toBe("cron");
    expect((await world.run(["note", "x is y", "--session-kind", "owner"])).code).toBe(2);
  });
});

test("recent diaries are those of the disk, also where the index cannot keep up", async () => {
  world.write("memory/2026-08-18.md", "- The pier is closed\n");
  const release = takeLock({ locksDir: join(world.home, "notes.memory", "locks"), name: "index", waitMs: 0 });
  const { stdout } = await world.run(["bootstrap", "--recent"]);
  release();
  expect(JSON.parse(stdout).context).toContain("The pier is closed");
});
