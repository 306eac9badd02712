import { afterEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

let world: CliWorld | null = null;

afterEach(() => {
  world?.remove();
  world = null;
});

const TIMEOUT_MS = 240_000;
const CHINESE = "\u517b\u8702\u4eba\u4f4f\u5728\u516d\u53f7\u7801\u5934";

async function run(words: readonly string[], more: Record<string, string> = {}) {
  world ??= openCliWorld({ hasOwnCache: true });
  const changes: WorldChanges = {
    environment: { MEMORY_NOW: "2026-08-19T10:00:00+08:00", MEMORY_SESSION_KIND: "interactive", ...more },
  };
  const { code, stdout } = await world.run(words, changes);
  return { code, answer: JSON.parse(stdout || "{}") };
}

/** Names of the files of the data folder that hold a word. */
function holding(dataDir: string, word: string): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter((name) => /\.sqlite/.test(name));
  return names.filter((name) => readFileSync(join(dataDir, name)).includes(Buffer.from(word)));
}

test("intents go by text, by key, by the words of their keywords, and after they were cancelled", async () => {
  await run(["init"]);
  const { dataDir } = (await run(["status"])).answer;
  const added = await run(["intent", "add", "Call Xanthippe about the wallaby", "--at", "tomorrow 9:00"]);
  const key: string = added.answer.intent.id;
  await run(["intent", "add", "Ask for the badge", "--keywords", "Quimbyport"]);
  const byText = await run(["forget", "Call Xanthippe about the wallaby"]);
  expect(byText.answer.stored).toMatchObject([{ kind: "intent", key, why: "chosen" }]);
  await run(["intent", "cancel", key]);
  expect((await run(["forget", key, "--apply"])).answer).toMatchObject({ complete: true, derived: { intents: 1 } });
  const shown = await run(["forget", "--query", "quimbyport"]);
  expect(shown.answer.stored).toMatchObject([{ kind: "intent", text: "Ask for the badge" }]);
  const done = await run(["forget", "--query", "quimbyport", "--apply", "--token", shown.answer.token]);
  expect(done.answer).toMatchObject({ applied: true, complete: true });
  expect((await run(["intent", "list", "--all"])).answer.intents).toEqual([]);
  for (const word of ["wallaby", "Quimbyport"]) expect(holding(dataDir, word)).toEqual([]);
}, TIMEOUT_MS);

test("a claim and an entry whose lines were deleted by hand go, and an agent has to ask for them", async () => {
  await run(["init"]);
  const status = (await run(["status"])).answer;
  const noted = (await run(["note", CHINESE])).answer;
  await run(["search", "\u517b\u8702\u4eba \u7801\u5934"]);
  await run(["remember", "--fact", "The lighthouse keeper is Ulrike"]);
  await run(["remember", "--fact", "The harbour tax is nine euros"]);
  const without = (path: string, word: string) => {
    const file = join(status.workspace, path);
    writeFileSync(file, readFileSync(file, "utf8").split("\n").filter((line) => !line.includes(word)).join("\n"));
  };
  without(noted.path, CHINESE);
  without("MEMORY.md", "Ulrike");
  await run(["index"]);
  expect(holding(status.dataDir, CHINESE)).not.toEqual([]);
  const asked = await run(["forget", CHINESE, "--apply"], { MEMORY_CALLER: "agent" });
  expect(asked.answer).toMatchObject({ applied: false, reason: "owner" });
  const gone = await run(["forget", CHINESE, "--apply"]);
  expect(gone.answer).toMatchObject({ removed: [], stored: [{ kind: "candidate" }], complete: true });
  const entry = await run(["forget", "The lighthouse keeper is Ulrike", "--apply"]);
  expect(entry.answer).toMatchObject({ stored: [{ kind: "entry" }], complete: true });
  for (const word of [CHINESE, "Ulrike"]) expect(holding(status.dataDir, word)).toEqual([]);
}, TIMEOUT_MS);

test("what a page of the dream tells in words of its own goes with a query, and its counts say so", async () => {
  await run(["init"]);
  const { workspace } = (await run(["status"])).answer;
  const page = (counts: string, kept: string, words: string) =>
    `## 2026-08-01\n\n<!-- sweep: 9 -->\n\n${counts}\n\n### Kept\n\n${kept}\n### Reflection\n\n${words}`;
  const counts = "Kept 1 of 1 candidate: 1 added.";
  writeFileSync(
    join(workspace, "DREAMS.md"),
    page(counts, "- The otter Bruno swims.\n", "This week Bruno the otter was wet.\n"),
  );
  await run(["note", "The otter Bruno swims."]);
  const { token } = (await run(["forget", "--query", "otter Bruno"])).answer;
  const { answer } = await run(["forget", "--query", "otter Bruno", "--apply", "--token", token]);
  expect(answer).toMatchObject({ complete: true, removed: [{ why: "chosen" }, { why: "report" }, { why: "report" }] });
  const left = page(`${counts} Something of this page was forgotten since.`, "", "");
  expect(readFileSync(join(workspace, "DREAMS.md"), "utf8")).toBe(left);
}, TIMEOUT_MS);

test("a supersession key names all that was remembered under it, and no other project's", async () => {
  await run(["init"]);
  const { dataDir } = (await run(["status"])).answer;
  await run(["note", "The gateway listens on port 18789", "--key", "gateway.port"]);
  await run(["note", "The other gateway has no port", "--key", "gateway.port", "--project", "other"]);
  await run(["remember", "--fact", "The gateway listens on port 18790", "--key", "gateway.port"]);
  const later = { MEMORY_NOW: "2026-08-20T10:00:00+08:00" };
  await run(["remember", "--fact", "The gateway listens on port 18791", "--key", "gateway.port"], later);
  const { answer } = await run(["forget", "k:gateway.port", "--apply"], later);
  expect(answer.removed.map(({ text }: { text: string }) => /\d{5}|other/.exec(text)?.[0])).toEqual(["18791", "18789"]);
  expect(answer.stored).toMatchObject([{ kind: "entry", text: "The gateway listens on port 18790", why: "chosen" }]);
  expect(answer.complete).toBe(true);
  for (const port of ["18789", "18790", "18791"]) expect(holding(dataDir, port)).toEqual([]);
  // What is left of that key is the other project's.
  const left = await run(["forget", "k:gateway.port"], later);
  expect(left.answer.removed).toMatchObject([{ text: expect.stringContaining("The other gateway") }]);
}, TIMEOUT_MS);

test("what a model wrote of a forgotten line in its own words goes with the line, and other pages stay", async () => {
  await run(["init"]);
  const { workspace } = (await run(["status"])).answer;
  const noted = (await run(["note", "The otter Bruno swims in the river"])).answer;
  const key = (await run(["dream", "--explain", `${noted.path}:${noted.line}`])).answer.key;
  await run(["search", "otter Bruno river"]);
  const page = (day: string, mark: string, words: string) =>
    `## ${day}\n\n<!-- sweep: 9 -->\n\nKept none of 1 candidate.\n\n### Reflection\n\n<!-- made from: ${mark} -->\n${words}`;
  const other = page("2026-08-02", "c:0123456789ab", "- A quiet week.\n");
  const words = "- Much of it went by with an animal that likes water.\n- 水里的动物占了大半。\n";
  writeFileSync(join(workspace, "DREAMS.md"), `${page("2026-08-01", `c:ffffffffffff ${key}`, words)}\n${other}`);
  const { answer } = await run(["forget", "otter Bruno swims", "--apply"]);
  expect(answer).toMatchObject({ complete: true, removed: [{ why: "chosen" }, ...Array(3).fill({ why: "report" })] });
  const dreams = readFileSync(join(workspace, "DREAMS.md"), "utf8");
  expect(dreams).not.toMatch(/animal|动物|made from: c:f/);
  expect(dreams).toEndWith(other);
}, TIMEOUT_MS);
