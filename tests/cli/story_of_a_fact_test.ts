/**
 * The life of two facts, one in English and one in Chinese, in the real program: noted, asked for, promoted, brought up by a
 * message, superseded, forgotten. The old text is never put before an agent again, and in the end nothing is left.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld({ hasOwnCache: true });
});
afterAll(() => world.remove());

/** Some sixty starts of the program. */
const STORY_MS = 240_000;

const OLD = ["The quokka gateway listens on port 18789", "短尾矮袋鼠机房的门禁由王小明保管"];
const NEW = ["The quokka gateway listens on port 18790", "短尾矮袋鼠机房的门禁由李小红保管"];
const KEYS = ["quokka.port", "quokka.door"];
const WORDINGS = [
  [
    "quokka gateway port",
    "which port does the quokka gateway listen on",
    "port of the quokka gateway",
    "quokka listens",
  ],
  ["短尾矮袋鼠机房 门禁", "短尾矮袋鼠机房的门禁由谁保管", "机房门禁 保管", "短尾矮袋鼠 门禁"],
];
const MESSAGES = ["On which port does the quokka gateway listen now?", "短尾矮袋鼠机房的门禁现在归谁管？"];
const OLD_TRACE = /18789|王小明/u;
const NEW_TRACE = /18790|李小红/u;

function at(day: number, more: Readonly<Record<string, string>> = {}): WorldChanges {
  const now = { MEMORY_NOW: `2026-08-${day}T10:00:00+08:00`, MEMORY_SESSION_KIND: "interactive" };
  return { environment: { ...now, ...more } };
}

async function run(words: readonly string[], day: number) {
  const { code, stdout, stderr } = await world.run(words, at(day));
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr });
  return JSON.parse(stdout || "{}");
}

/** Calls a hook of a session that began before. */
async function hook(event: string, day: number, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const value = { "session_id": "long", cwd: world.workspace, "hook_event_name": event, ...fields };
  const { code, stdout } = await world.run(["hook", "claude-code"], {
    ...at(day, { MEMORY_CALLER: "agent" }),
    input: JSON.stringify(value),
  });
  expect(code).toBe(0);
  return stdout;
}

/** All that is put before an agent by itself on a day, in a session of its own. */
async function given(day: number): Promise<string> {
  // On a busy machine the 20 ms that the lanes give to new files may not be enough.
  await run(["index", "--no-embed"], day);
  const start = await run(["bootstrap", "--session", `start-${day}`], day);
  const recalled = [];
  for (const message of MESSAGES) recalled.push(await run(["recall", message, "--session", `recall-${day}`], day));
  return JSON.stringify([start.context, recalled.map(({ context, triggered }) => [context, triggered])]);
}

/** Files below a folder whose bytes hold a text of the facts, in UTF-8. */
function filesWith(folder: string, trace: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => trace.test(readFileSync(path, "utf8")));
}

function memory(): string {
  return readFileSync(join(world.workspace, "MEMORY.md"), "utf8");
}

test("noted, searched for on four days, promoted, brought up, superseded, forgotten", async () => {
  await run(["init"], 10);
  await run(["note", "The kettle stands in the kitchen of the office"], 10);
  for (const [nth, text] of OLD.entries()) await run(["note", text, "--key", KEYS[nth] ?? ""], 10);
  // A diary is not given by itself.
  expect(await given(10)).not.toMatch(OLD_TRACE);

  for (const day of [11, 12, 13, 14]) {
    for (const wordings of WORDINGS) {
      const { results } = await run(["search", wordings[day - 11] ?? "", "--session", `s${day}`], day);
      expect(results[0]?.snippet).toMatch(OLD_TRACE);
    }
  }
  const night = await run(["dream"], 14);
  expect(night.promoted.map(({ text }: { text: string }) => text).sort()).toEqual([...OLD].sort());
  for (const text of OLD) expect(memory()).toContain(`- ${text} <!-- source: memory/2026-08-10.md#L`);

  const first = await given(14);
  for (const text of OLD) expect(first).toContain(text);
  for (const message of MESSAGES) {
    const { triggered } = await run(["recall", message, "--session", "asks"], 14);
    expect(triggered.map(({ text }: { text: string }) => OLD_TRACE.test(text))).toEqual([true]);
  }
  const started = await hook("SessionStart", 14, { source: "startup" });
  for (const text of OLD) expect(started).toContain(text);
  expect(await hook("UserPromptSubmit", 14, { prompt: "Let us begin with something else." })).toBe("");
  await hook("Stop", 14);

  for (const [nth, text] of NEW.entries()) await run(["note", text, "--key", KEYS[nth] ?? ""], 15);
  const second = await run(["dream"], 15);
  expect(second.promoted.map(({ operation }: { operation: string }) => operation)).toEqual([
    "superseded",
    "superseded",
  ]);
  expect(memory()).not.toMatch(OLD_TRACE);
  const later = await given(16);
  expect(later).not.toMatch(OLD_TRACE);
  for (const text of NEW) expect(later).toContain(text);
  // The session that began before is told, once, and nothing of the old.
  const told = await hook("UserPromptSubmit", 16, { prompt: "Go on with the rest of it, please." });
  for (const text of NEW) expect(told).toContain(text);
  expect(told).toContain("2 entries of MEMORY.md that this session was given no longer hold: they were changed");
  expect(told).not.toMatch(OLD_TRACE);
  expect(await hook("UserPromptSubmit", 16, { prompt: "And what else is there to do?" })).toBe("");
  await hook("Stop", 16);

  // A key means all that was remembered under it: what holds, and what it replaced.
  for (const key of KEYS) {
    const { applied, complete } = await run(["forget", `k:${key}`, "--apply"], 17);
    expect([applied, complete]).toEqual([true, true]);
  }
  for (const text of [...OLD, ...NEW]) {
    const left = await run(["search", text.slice(0, 24), "--keyword-only"], 17);
    expect(JSON.stringify(left.results)).not.toMatch(OLD_TRACE);
    expect(JSON.stringify(left.results)).not.toMatch(NEW_TRACE);
  }
  await run(["dream", "--force"], 17);
  const last = await given(18);
  expect([OLD_TRACE.test(last), NEW_TRACE.test(last)]).toEqual([false, false]);
  const end = await hook("UserPromptSubmit", 18, { prompt: "Is there anything new about it?" });
  expect([OLD_TRACE.test(end), NEW_TRACE.test(end)]).toEqual([false, false]);
  for (const folder of [world.workspace, `${world.workspace}.memory`]) {
    expect(filesWith(folder, OLD_TRACE)).toEqual([]);
    expect(filesWith(folder, NEW_TRACE)).toEqual([]);
  }
}, STORY_MS);
