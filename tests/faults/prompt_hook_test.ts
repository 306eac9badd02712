/** A prompt hook answers in time and ends with 0, whatever became of the disk and the databases. */
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { sampledClients } from "../support/client_samples.ts";
import { runMemory, type RunResult } from "../support/run_memory.ts";
import { openSmallDisk } from "../support/small_disk.ts";

setDefaultTimeout(120_000);

const MEMORY = "- Backups run at 02:30 <!-- trigger: backup time -->\n";
const QUESTION = "What is the backup time?";
const CLIENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"] as const;

let world: CliWorld | null = null;

afterEach(() => {
  world?.remove();
  world = null;
});

async function openWorld(): Promise<CliWorld> {
  world = openCliWorld();
  world.write("MEMORY.md", MEMORY);
  await world.run(["init"]);
  return world;
}

/** What a client sends at a prompt of a session of its own. */
function promptOf(client: string, folder: string, session: string): string {
  const found = sampledClients(folder).find(({ name }) => name === client);
  const { value } = found?.samples.find(({ event }) => event === "prompt") ?? { value: {} };
  return JSON.stringify({ ...value, "session_id": session, "conversation_id": session, prompt: QUESTION });
}

async function ask(at: CliWorld, client: string, session = `s-${client}`): Promise<RunResult> {
  return await at.run(["hook", client], {
    input: promptOf(client, at.workspace, session),
    environment: { MEMORY_CALLER: "agent" },
  });
}

/** Clients that take a text at a prompt. */
const takesText = (client: string) => client !== "cursor";

function expectAnswer(client: string, { code, stdout, stderr }: RunResult): void {
  expect([client, code, stderr]).toEqual([client, 0, ""]);
  expect([client, stdout.includes("Backups run at 02:30")]).toEqual([client, takesText(client)]);
}

describe("a prompt hook of every client", () => {
  test("ends with 0 without an index and with a damaged one, and answers once it is there", async () => {
    const at = await openWorld();
    const index = join(`${at.workspace}.memory`, "index.sqlite");
    // What was seen before is not taken for the work of the turns that are open meanwhile.
    await at.run(["index", "--no-embed"]);
    for (const client of CLIENTS) {
      for (const text of [null, "no database at all, but long enough to be taken for one"]) {
        for (const suffix of ["", "-wal", "-shm"]) rmSync(index + suffix, { force: true });
        if (text !== null) writeFileSync(index, text);
        const { code, stderr } = await ask(at, client, `without-${text}-${client}`);
        expect([client, code, stderr]).toEqual([client, 0, ""]);
      }
    }
    await at.run(["index", "--no-embed"]);
    for (const client of CLIENTS) expectAnswer(client, await ask(at, client, `with-${client}`));
  });

  test("ends with 0 while another process holds the databases", async () => {
    const at = await openWorld();
    await at.run(["index", "--no-embed"]);
    for (const name of ["index.sqlite", "state.sqlite"]) {
      const holder = new Database(join(`${at.workspace}.memory`, name));
      holder.run("BEGIN IMMEDIATE");
      const all = await Promise.all(CLIENTS.map((client) => ask(at, client, `${name}-${client}`)));
      expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(CLIENTS.map(() => [0, ""]));
      holder.run("ROLLBACK");
      holder.close();
    }
  });

  test("ends with 0 forty times at once, and answers nearly always", async () => {
    const at = await openWorld();
    await at.run(["index", "--no-embed"]);
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(at, CLIENTS[n % 5] ?? "codex", `at-once-${n}`)),
    );
    expect(all.filter(({ code, stderr }) => code !== 0 || stderr !== "")).toEqual([]);
    expect(all.some(({ stdout }) => stdout.includes("Backups run at 02:30"))).toBe(true);
  });

  test("ends with 0 on a full disk", async () => {
    const disk = openSmallDisk(2_000);
    if (disk === null) return;
    world = openCliWorld();
    try {
      const folder = join(disk.path, "notes");
      mkdirSync(folder);
      const run = (words: string[], input?: string) =>
        runMemory(words, {
          environment: { ...world?.environment, MEMORY_CALLER: input === undefined ? "owner" : "agent" },
          cwd: folder,
          ...(input === undefined ? {} : { input }),
        });
      await run(["init"]);
      writeFileSync(join(folder, "MEMORY.md"), MEMORY);
      await run(["index", "--no-embed"]);
      disk.fill();
      for (const client of CLIENTS) {
        const { code, stderr } = await run(["hook", client], promptOf(client, folder, `s-${client}`));
        expect([client, code, stderr]).toEqual([client, 0, ""]);
      }
    } finally {
      disk.remove();
    }
  });

  test("is not held up by ten thousand files that were never indexed", async () => {
    const at = await openWorld();
    const folder = join(at.workspace, "memory", "old");
    mkdirSync(folder, { recursive: true });
    for (let n = 0; n < 10_000; n++) writeFileSync(join(folder, `${n}.md`), `- Line ${n} of the old notes\n`);
    const start = await at.run(["hook", "codex"], {
      input: promptOf("codex", at.workspace, "started").replace("UserPromptSubmit", "SessionStart"),
      environment: { MEMORY_CALLER: "agent" },
    });
    expect([start.code, start.stdout.includes("Backups run at 02:30")]).toEqual([0, true]);
    for (const client of CLIENTS) {
      const { code, stderr } = await ask(at, client);
      expect([client, code, stderr]).toEqual([client, 0, ""]);
    }
    // Nobody indexed them meanwhile: that is left to a command that may take its time.
    const status = JSON.parse((await at.run(["status"])).stdout) as { chunks?: number };
    expect(status.chunks ?? 0).toBeLessThan(10_000);
  });
});
