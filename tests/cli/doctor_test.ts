/** The doctor in the built program: its text, its exit codes, and the places where other commands give up. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { skips } from "../support/skips.ts";
import { openSmallDisk } from "../support/small_disk.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeEach(async () => {
  world = await openFilledWorld();
});
afterEach(() => world.remove());

interface Told {
  readonly verdict: string;
  readonly findings: readonly { readonly id: string; readonly place: string; readonly command: string }[];
  readonly repairs: readonly { readonly id: string; readonly done: boolean }[];
}

async function doctor(...words: string[]): Promise<{ code: number; told: Told }> {
  const { code, stdout } = await world.run(["doctor", ...words]);
  return { code, told: JSON.parse(stdout) };
}

const ids = ({ findings }: Told) => findings.map(({ id }) => id);
const stateFile = () => join(`${world.workspace}.memory`, "state.sqlite");

describe("the doctor", () => {
  test("has an exit code for healthy, for warnings and for what is broken", async () => {
    expect(await doctor()).toMatchObject({ code: 5, told: { verdict: "warning" } });
    world.write("memory/topics.md", "- 网关监听 18789 端口\n");
    expect(await doctor()).toMatchObject({ code: 0, told: { verdict: "healthy" } });
    rmSync(stateFile());
    expect(await doctor()).toMatchObject({ code: 1, told: { verdict: "broken" } });
    expect(existsSync(stateFile())).toBe(false);
  });

  test("prints one line for what is well, and place and command for what is not", async () => {
    const { stdout } = await world.run(["doctor", "--text"]);
    expect(stdout).toMatch(/^ok +settings +the defaults$/m);
    expect(stdout).toMatch(/^ok +state +schema \d+ of \d+, checked$/m);
    expect(stdout).toMatch(/^warning +grammar /m);
    expect(stdout).toContain(
      "  warning memory/topics.md:4: An annotation that cannot be read says nothing: importance: eleven\n",
    );
    expect(stdout).toContain(`    $ "\${EDITOR:-vi}" +4 ${world.workspace}/memory/topics.md\n`);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^0 broken, 1 warning, \d notes/);
  });

  test("leaves a damaged state where it is, which every other command sets aside", async () => {
    writeFileSync(stateFile(), "no database\n".repeat(900));
    for (const flags of [[], ["--fix"]]) {
      const { code, told } = await doctor(...flags);
      expect(code).toBe(1);
      expect(ids(told)).toContain("state-damaged");
      expect(told.repairs.filter(({ done }) => done)).toEqual([]);
    }
    expect(readFileSync(stateFile(), "utf8")).toStartWith("no database\n");
    expect(readdirSync(`${world.workspace}.memory`).filter((name) => name.includes("damaged"))).toEqual([]);
  });

  test("logs no recall and makes no candidate by its question", async () => {
    await world.run(["search", "gateway", "--keyword-only", "--session-kind", "cron"]);
    const before = (await world.run(["status"])).stdout;
    for (let times = 0; times < 2; times++) await doctor();
    const { candidates, lines } = JSON.parse((await world.run(["status"])).stdout);
    expect({ candidates, lines }).toEqual({
      candidates: JSON.parse(before).candidates,
      lines: JSON.parse(before).lines,
    });
  });

  test("may be run by an agent, also to mend", async () => {
    writeFileSync(join(`${world.workspace}.memory`, "index.sqlite"), "no database\n".repeat(900));
    const { stdout } = await world.run(["doctor", "--fix"], { environment: { MEMORY_CALLER: "agent" } });
    expect(JSON.parse(stdout).repairs).toMatchObject([{ id: "index-damaged", done: true }]);
    expect((await world.run(["search", "gateway", "--keyword-only"])).stdout).toContain("18789");
  });

  test("says that there is no workspace, and how to make one", async () => {
    const { code, stdout } = await world.run(["doctor"], { cwd: "." });
    const told: Told & { workspace: null } = JSON.parse(stdout);
    expect([code, told.workspace, ids(told)]).toEqual([1, null, ["workspace-missing"]]);
    expect(told.findings[0]?.command).toBe("memory init");
  });

  test("is part of the status where that is asked for, and of no other", async () => {
    expect(JSON.parse((await world.run(["status"])).stdout)).not.toHaveProperty("deep");
    const { deep } = JSON.parse((await world.run(["status", "--deep"])).stdout);
    expect(deep.findings.map(({ id }: { id: string }) => id)).toContain("annotation-malformed");
    expect((await world.run(["status", "--deep", "--text"])).stdout).toContain("memory/topics.md:4: An annotation");
  });
});

const ROOT_ONLY = process.getuid?.() !== 0 || Bun.which("setpriv") === null;

describe("another user", () => {
  test.skipIf(skips(ROOT_ONLY, "doctor as another user: needs root and setpriv"))(
    "is told that the workspace is not theirs, and changes nothing",
    async () => {
      chmodSync(world.home, 0o755);
      const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
      const child = Bun.spawn([...as, ...memoryCommand(), "doctor", "--workspace", world.workspace], {
        env: { HOME: "/nonexistent", PATH: Bun.env["PATH"] ?? "", MEMORY_CACHE_DIR: join(world.home, "none") },
        cwd: "/",
        stdout: "pipe",
        stderr: "pipe",
      });
      const told: Told = JSON.parse(await new Response(child.stdout).text());
      expect([await child.exited, ids(told).includes("workspace-missing")]).toEqual([1, true]);
      expect(statSync(stateFile()).uid).toBe(0);
    },
  );
});

describe("a read-only medium", () => {
  test("is a warning, and all of it is looked at", async () => {
    const disk = openSmallDisk(4_000);
    if (disk === null) return;
    try {
      const root = join(disk.path, "notes");
      cpSync(world.workspace, root, { recursive: true });
      const run = (words: string[]) => world.run([...words, "--workspace", root]);
      for (const words of [["init"], ["index", "--no-embed"]]) expect((await run(words)).code).toBe(0);
      disk.protect();
      const { code, stdout } = await run(["doctor"]);
      const told: Told & { checks: { area: string; state: string }[] } = JSON.parse(stdout);
      expect(code).toBe(5);
      expect(ids(told)).toContain("place-readonly");
      expect(told.checks.filter(({ state }) => state === "unknown" || state === "broken")).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});
