/** `memory intent` in many processes at once, killed, and beside `memory forget`. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";

/** Fifty processes on two cores. */
setDefaultTimeout(120_000);

let world: CliWorld | null = null;

afterEach(() => {
  world?.remove();
  world = null;
});

async function opened(): Promise<CliWorld> {
  world = openCliWorld();
  await answer(world, ["init"]);
  return world;
}

async function answer(own: CliWorld, words: readonly string[], now?: string) {
  const changes = now === undefined ? {} : { environment: { MEMORY_NOW: now } };
  const { code, stdout, stderr } = await own.run(words, changes);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown> & { readonly fired?: readonly unknown[] };
}

describe("fifty processes at once", () => {
  test("fire an intent with a budget of three exactly three times", async () => {
    const own = await opened();
    await answer(own, [
      "intent",
      "add",
      "Ask for the ticket",
      "--keywords",
      "refund",
      "--cooldown",
      "0",
      "--max-fires",
      "3",
    ]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answer(own, ["intent", "match", "a refund please", "--session", `s${at}`])),
    );
    expect(answers.flatMap(({ fired }) => fired ?? [])).toHaveLength(3);
    const { intent, firings } = await answer(own, ["intent", "show", "ticket"]);
    expect(intent).toMatchObject({ state: "done", fires: 3, firesLeft: 0 });
    expect(firings).toHaveLength(3);
  });

  test("deliver a wish for a time once", async () => {
    const own = await opened();
    await answer(own, ["intent", "add", "Send the report", "--at", "in 20 minutes"]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => answer(own, ["intent", "match", "hi"], "2026-08-19T09:30:00+08:00")),
    );
    expect(answers.flatMap(({ fired }) => fired ?? [])).toHaveLength(1);
  });
});

describe("a process that is killed while it fires", () => {
  test("leaves a wish either to be told or counted, and nobody is told of it twice", async () => {
    const own = await opened();
    const later = "2026-08-19T10:00:00+08:00";
    const told: number[] = [];
    for (let round = 0; round < 6; round++) {
      await answer(own, ["intent", "add", `Send report ${round}`, "--at", "in 20 minutes"]);
      const child = Bun.spawn([...memoryCommand(), "intent", "match", "hi"], {
        cwd: own.workspace,
        env: { ...own.environment, MEMORY_NOW: later },
        stdout: "pipe",
        stderr: "ignore",
      });
      await Bun.sleep(20 + round * 15);
      child.kill("SIGKILL");
      const printed = await new Response(child.stdout).text();
      await child.exited;
      const rest = await answer(own, ["intent", "match", "hi"], later);
      told.push((printed.includes('"fired":[{') ? 1 : 0) + (rest.fired?.length ?? 0));
      const { firings } = await answer(own, ["intent", "show", `report ${round}`]);
      expect(firings).toHaveLength(1);
    }
    expect(told.filter((times) => times > 1)).toEqual([]);
  });
});

describe("beside the rest", () => {
  test("a forgotten text is no wish, and a wish that holds it goes with it", async () => {
    const own = await opened();
    await answer(own, ["note", "The vault code is 77129"]);
    await answer(own, ["intent", "add", "Tell Bob: the vault code is 77129", "--keywords", "vault"]);
    expect(await answer(own, ["forget", "The vault code is 77129", "--apply"])).toMatchObject({
      applied: true,
      complete: true,
      derived: { intents: 1 },
    });
    expect(await answer(own, ["intent", "list", "--all"])).toMatchObject({ intents: [] });
    expect(await answer(own, ["intent", "add", "Say the vault code is 77129", "--at", "tomorrow 9"])).toMatchObject({
      written: false,
      reason: "forgotten",
      intent: null,
    });
  });

  test("a wish without a time is a line of the diary, until somebody takes it out", async () => {
    const own = await opened();
    const { note } = await answer(own, ["intent", "add", "有空学钢琴"]) as { note: { path: string } };
    expect(note.path).toBe("memory/2026-08-19.md");
    const later = "2026-09-18T09:00:00+08:00";
    expect(await answer(own, ["intent", "due"], "2026-09-17T09:00:00+08:00")).toMatchObject({ due: [], reviews: [] });
    expect(await answer(own, ["intent", "due"], later)).toMatchObject({
      reviews: [{ text: "有空学钢琴（2026-09-18 再看）", path: "memory/2026-08-19.md" }],
    });
    own.write("memory/2026-08-19.md", "# 2026-08-19\n");
    expect(await answer(own, ["intent", "due"], later)).toMatchObject({ reviews: [] });
  });

  test("secrets are not stored in a wish", async () => {
    const own = await opened();
    const key = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}`;
    const { intent, redacted } = await answer(own, [
      "intent",
      "add",
      `Use ${key} for the release`,
      "--at",
      "tomorrow 9",
    ]) as {
      intent: { text: string };
      redacted: object;
    };
    expect(intent.text).not.toContain(key);
    expect(Object.keys(redacted)).toHaveLength(1);
    const { code, stderr } = await own.run(["intent", "add", "x y", "--keywords", key]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("should hold no secret") });
  });

  test("what makes no sense is refused", async () => {
    const own = await opened();
    const calls: readonly (readonly [readonly string[], string])[] = [
      [["add", "x", "--at", "tomorrow", "--keywords", "y"], "at once"],
      [["add", "x", "--at", "tomorrow", "--cooldown", "1h"], "--cooldown"],
      [["add", "x", "--at", "tomorrow", "--max-fires", "2"], "--max-fires"],
      [["add", "x", "--keywords", "refund", "--scope", "session"], "which session"],
      [["add", "x", "--keywords", "refund", "--scope", "moon"], "--scope"],
      [["add", "x", "--keywords", "refund", "--cooldown", "soon"], "--cooldown"],
      [["add", "x", "--keywords", "refund", "--expires", "yesterday"], "--expires"],
      [["list", "--at", "tomorrow"], "--at"],
      [["list", "word"], "Unexpected argument"],
      [["show"], "Missing argument"],
      [["frobnicate"], "Invalid ACTION"],
    ];
    for (const [words, message] of calls) {
      const { code, stderr } = await own.run(["intent", ...words]);
      expect({ words, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    }
  });
});

test("a wish that could never be delivered whole is not booked", async () => {
  const own = await opened();
  await answer(own, ["config", "set", "intents.blockChars", "300"]);
  const long = await own.run(["intent", "add", "Ask ".repeat(40), "--at", "in 20 minutes"]);
  expect([long.code, JSON.parse(long.stdout).error.message]).toEqual([2, expect.stringContaining("at most 100")]);
  await answer(own, ["intent", "add", "Ask ".repeat(20), "--at", "in 20 minutes"]);
  const told = await answer(own, ["intent", "match", "hi"], "2026-08-30T09:30:00+08:00");
  expect(told.fired).toHaveLength(1);
});
