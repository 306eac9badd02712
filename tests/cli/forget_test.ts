import { afterEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";
import { withoutPowers } from "../support/run_script.ts";

let world: CliWorld | null = null;

afterEach(() => {
  world?.remove();
  world = null;
});

const ENGLISH = "The quokkaport listens on port 18789 behind zanzibar";
const CHINESE = "\u79d8\u5bc6\u5b9e\u9a8c\u5ba4\u7684\u95e8\u7981\u5bc6\u7801\u7531\u5f20\u4e09\u4e30\u4fdd\u7ba1";
const KEPT = "The kettle stands in the kitchen of the office";
const KEPT_CHINESE = "\u5927\u5bb6\u6bcf\u5468\u4e94\u4e0b\u5348\u5728\u4f1a\u8bae\u5ba4\u5f00\u4f8b\u4f1a";

/** Words that only the forgotten texts have, whole and as the keyword index keeps them. */
const TRACES = [
  "quokkaport",
  "quokka",
  "zanzibar",
  "18789",
  "\u95e8\u7981",
  "\u5f20\u4e09",
  "\u4e09\u4e30",
  "\u5b9e\u9a8c\u5ba4",
  "\u79d8\u5bc6",
];

function at(day: number, more: Record<string, string> = {}): WorldChanges {
  return { environment: { MEMORY_NOW: `2026-08-${day}T10:00:00+08:00`, MEMORY_SESSION_KIND: "interactive", ...more } };
}

async function run(words: readonly string[], changes: WorldChanges = at(19)) {
  if (world === null) throw new Error("No world is open");
  const { code, stdout, stderr } = await world.run(words, changes);
  return { code, stderr, answer: JSON.parse(stdout || "{}") };
}

/** A month in short: noted, recalled, promoted, told, injected. */
async function lived(): Promise<CliWorld & { readonly dataDir: string }> {
  world = openCliWorld({ hasOwnCache: true });
  await run(["init"]);
  for (const text of [ENGLISH, KEPT, CHINESE, KEPT_CHINESE]) await run(["note", text]);
  // Promoted in different nights, so that the file before the second one is kept with the first entry in it.
  const questions = (day: number) => [
    ...(day > 22 ? [] : [
      `\u95e8\u7981\u5bc6\u7801 \u8c01\u4fdd\u7ba1 ${day}`,
      `\u79d8\u5bc6\u5b9e\u9a8c\u5ba4 \u95e8\u7981 ${day}`,
    ]),
    ...(day < 21 ? [] : [`quokkaport port ${day}`, `which zanzibar ${day} quokkaport`]),
  ];
  for (const day of [20, 21, 22, 23]) {
    for (const question of questions(day)) await run(["search", question, "--session", `s${day}`], at(day));
    await run(["dream"], at(day));
  }
  await run(["bootstrap", "--session", "s24"], at(24));
  // What a transcript would leave, and what a killed writer, a damaged database and a phase report would.
  world.write("memory/dreaming/light/2026-08-22.md", `# Light\n\n- ${ENGLISH}\n- ${KEPT}\n`);
  writeFileSync(join(world.workspace, "memory", ".memory-00.tmp"), `- ${ENGLISH}\n`);
  return { ...world, dataDir: `${world.workspace}.memory` };
}

/** Files below a folder that hold one of some texts in UTF-8 or UTF-16, whatever the case; copies of models hold words. */
function tracesIn(folder: string, texts: readonly string[] = TRACES): string[] {
  const found: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || name.includes("embedding-model-")) continue;
    const bytes = readFileSync(path);
    const lower = Buffer.from(bytes.toString("latin1").toLowerCase(), "latin1");
    for (const text of texts) {
      const needles = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
      if (needles.some((needle) => bytes.includes(needle) || lower.includes(needle))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

describe("forget", () => {
  test("leaves no trace of what was noted, recalled, promoted, told and injected", async () => {
    const { workspace, home } = await lived();
    const read = (path: string) => readFileSync(join(workspace, path), "utf8");
    expect(read("MEMORY.md")).toContain(ENGLISH);
    expect(read("MEMORY.md")).toContain(CHINESE);
    expect(read("DREAMS.md")).toContain("quokkaport");
    expect(tracesIn(home).length).toBeGreaterThan(10);
    const preview = await run(["forget", "quokkaport listens"], at(24));
    expect(preview.answer).toMatchObject({ applied: false, complete: false, reason: "preview" });
    expect(preview.answer.removed.map((it: { path: string; why: string }) => `${it.path} ${it.why}`)).toEqual(
      expect.arrayContaining(["MEMORY.md chosen", "memory/2026-08-19.md copy", "DREAMS.md report"]),
    );
    expect(read("MEMORY.md")).toContain(ENGLISH);

    const first = await run(["forget", "quokkaport listens", "--apply"], at(24));
    expect({ code: first.code, notices: first.answer.notices }).toEqual({ code: 0, notices: [] });
    expect(first.answer).toMatchObject({ applied: true, complete: true, reason: null });
    const counts = first.answer.derived;
    expect(counts).toMatchObject({ candidates: 1, promotions: 1 });
    expect(Math.min(counts.recalls, counts.chunks, counts.reports)).toBeGreaterThan(0);
    const second = await run(["forget", CHINESE, "--apply"], at(24));
    expect(second.answer).toMatchObject({ applied: true, complete: true, derived: { preImages: 1 } });
    expect(tracesIn(home)).toEqual([]);

    expect(read("memory/2026-08-19.md")).toBe(`# 2026-08-19\n\n- ${KEPT}\n- ${KEPT_CHINESE}\n`);
    expect(read("memory/dreaming/light/2026-08-22.md")).toBe(`# Light\n\n- ${KEPT}\n`);
    expect((await run(["search", "quokkaport zanzibar", "--keyword-only"], at(24))).answer.results).toEqual([]);
    for (const words of [["status"], ["bootstrap"], ["get", "MEMORY.md"], ["dream", "--explain", "quokkaport"]]) {
      const { stdout } = await (world as CliWorld).run(words, at(25));
      expect({ words, has: /zanzibar|18789|\u95e8\u7981/.test(stdout) }).toEqual({ words, has: false });
    }
    expect((await run(["search", "kettle kitchen"], at(24))).answer.results).toHaveLength(1);
  }, 120_000);

  test("keeps it from coming back by a note, by a copy and by the dream, until the owner says it again", async () => {
    const { workspace } = await lived();
    await run(["forget", "quokkaport listens", "--apply"], at(24));
    const agent = at(24, { MEMORY_CALLER: "agent" });
    expect((await run(["note", `${ENGLISH}.`], agent)).answer).toMatchObject({ written: false, reason: "forgotten" });
    appendFileSync(join(workspace, "memory", "2026-08-24.md"), `# 2026-08-24\n\n- ${ENGLISH}\n`);
    appendFileSync(join(workspace, "MEMORY.md"), `- ${ENGLISH}\n`);
    const found = await run(["search", "quokkaport zanzibar", "--session", "s25"], at(25));
    expect(found.answer.results.length).toBeGreaterThan(0);
    await run(["dream"], at(25));
    const database = new Database(join(`${workspace}.memory`, "state.sqlite"), { readonly: true });
    expect(database.query("SELECT text FROM candidates WHERE text LIKE '%quokka%'").all()).toEqual([]);
    database.close();
    const context = (await run(["bootstrap"], at(25))).answer.context;
    expect(context).not.toContain("quokkaport");
    const status = (await run(["status"], at(25))).answer;
    expect(JSON.stringify(status.listed.forgotten)).toContain("quokkaport");
    const said = await run(["note", ENGLISH], at(25));
    expect(said.answer).toMatchObject({ written: true, lifted: true });
    expect((await run(["bootstrap"], at(25))).answer.context).toContain("quokkaport");
  }, 120_000);

  test("is complete only once nobody reads the old pages any more; the next command completes it", async () => {
    const { home, dataDir } = await lived();
    const reader = new Database(join(dataDir, "index.sqlite"));
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM chunks").get();
    const held = await run(["forget", ENGLISH, "--apply"], at(24));
    expect(held.code).toBe(5);
    expect(held.answer).toMatchObject({ applied: true, complete: false });
    expect(held.answer.notices.join()).toContain("another process is reading it");
    expect((await run(["status"], at(24))).answer.pendingForgets).toBe(1);
    reader.run("COMMIT");
    reader.close();
    const done = await run(["forget"], at(24));
    expect(done.answer).toMatchObject({ applied: true, complete: true });
    expect(tracesIn(home, ["quokkaport", "zanzibar"])).toEqual([]);
    expect((await run(["forget"], at(24))).answer).toMatchObject({ applied: false, complete: true, reason: "nothing" });
  }, 120_000);

  test("deletes databases that were set aside and an index that was never finished", async () => {
    const { home, dataDir } = await lived();
    const [state, index] = ["state.sqlite", "index.sqlite"].map((name) => join(dataDir, name));
    copyFileSync(state ?? "", `${state}.damaged-20260801000000`);
    copyFileSync(index ?? "", `${index}.next`);
    const { answer } = await run(["forget", ENGLISH, "--apply"], at(24));
    expect(answer.deleted).toContain(`${state}.damaged-20260801000000`);
    for (const gone of [`${state}.damaged-20260801000000`, `${index}.next`]) expect(existsSync(gone)).toBe(false);
    expect(readdirSync(join(home, "notes", "memory")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(tracesIn(home, ["quokkaport"])).toEqual([]);
  }, 120_000);

  test("cuts lines out of the copies that a conflict left, which are not indexed", async () => {
    const other = (world = openCliWorld({ hasOwnCache: true }));
    await run(["init"]);
    for (const text of [ENGLISH, KEPT]) await run(["note", text]);
    const copies = ["MEMORY (conflicted copy 4f2a).md", "memory/2026-08-19.sync-conflict-20260819-120000-ABCDEFG.md"];
    for (const path of copies) copyFileSync(join(other.workspace, "memory/2026-08-19.md"), join(other.workspace, path));
    const { code, answer } = await run(["forget", ENGLISH, "--apply"]);
    expect({ code, left: answer.left, complete: answer.complete }).toEqual({ code: 0, left: [], complete: true });
    for (const path of copies) {
      expect(readFileSync(join(other.workspace, path), "utf8")).toBe(`# 2026-08-19\n\n- ${KEPT}\n`);
    }
    expect([other.workspace, `${other.workspace}.memory`].flatMap((folder) => tracesIn(folder))).toEqual([]);
  });

  test("cuts lines out of files that are no plain UTF-8, and keeps every other byte", async () => {
    const other = openCliWorld();
    world = other;
    await other.run(["init"]);
    const [before, after] = ["# Notes\r\n\r\n- \u9879 one\r\n", "- two \u2028 three\r\n"];
    const wide = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    const files: Record<string, (text: string) => Buffer> = {
      "memory/le.md": wide,
      "memory/be.md": (text) => wide(text).swap16(),
      "memory/broken.md": (text) => Buffer.concat([Buffer.from("- \xff\xc3\n", "latin1"), Buffer.from(text)]),
    };
    for (const [path, bytesOf] of Object.entries(files)) {
      mkdirSync(join(other.workspace, "memory"), { recursive: true });
      writeFileSync(join(other.workspace, path), bytesOf(`${before}- ${ENGLISH}\r\n${after}`));
    }
    const { code, answer } = await run(["forget", "memory/le.md:4", "--apply"]);
    expect({ code, left: answer.left, complete: answer.complete }).toEqual({ code: 0, left: [], complete: true });
    for (const [path, bytesOf] of Object.entries(files)) {
      expect([path, readFileSync(join(other.workspace, path), "hex")]).toEqual([
        path,
        bytesOf(before + after).toString("hex"),
      ]);
    }
    expect([other.workspace, `${other.workspace}.memory`].flatMap((folder) => tracesIn(folder))).toEqual([]);
  });

  test("lets an agent forget what its session wrote, and asks the owner for anything else", async () => {
    world = openCliWorld({ hasOwnCache: true });
    await run(["init"]);
    await run(["note", KEPT]);
    const mine = at(19, { MEMORY_CALLER: "agent" });
    await run(["note", ENGLISH, "--session", "abc"], mine);
    const other = await run(["forget", KEPT, "--apply"], mine);
    expect({ code: other.code, answer: other.answer }).toMatchObject({
      code: 0,
      answer: { applied: false, reason: "owner" },
    });
    expect(readFileSync(join(world.workspace, "memory/2026-08-19.md"), "utf8")).toContain(KEPT);
    const status = (await run(["status"])).answer;
    expect(status.forgetRequests).toMatchObject([{ lines: [{ text: `- ${KEPT}` }] }]);
    expect((await run(["bootstrap"])).answer.context).not.toContain(ENGLISH);
    await run(["forget", KEPT, "--apply"]);
    expect((await run(["status"])).answer.forgetRequests).toEqual([]);
  }, 240_000);

  test(
    "names what stands in the way and changes nothing: files that cannot be written, selectors that mean several",
    async () => {
      const { workspace } = await lived();
      await run(["note", "The quokkaport has a green lamp"], at(24));
      const several = await run(["forget", "quokkaport", "--apply"], at(24));
      expect({ code: several.code, listed: several.stderr.split("\n").length > 3 }).toEqual({ code: 2, listed: true });
      expect((await run(["forget", "no such line", "--apply"], at(24))).code).toBe(1);
      for (const path of ["DREAMS.md", "AGENTS.md"]) {
        writeFileSync(join(workspace, "AGENTS.md"), "Ask first.\n");
        expect((await run(["forget", path, "--apply"], at(24))).code).toBe(1);
      }
      const prefix = withoutPowers();
      if (prefix === null || prefix.length > 0) return;
      chmodSync(join(workspace, "MEMORY.md"), 0o400);
      const refused = await run(["forget", ENGLISH, "--apply"], at(24));
      expect(refused.code).toBe(1);
      expect(readFileSync(join(workspace, "memory/2026-08-19.md"), "utf8")).toContain(ENGLISH);
    },
    120_000,
  );

  test("takes keys, places, whole files, days and queries with the token of their preview", async () => {
    world = openCliWorld({ hasOwnCache: true });
    const { workspace } = world;
    await run(["init"]);
    world.write(
      "memory/topics.md",
      "# Topics\n\nAna has a red bicycle and a blue boat.\n\n| who | pin |\n| --- | --- |\n| Ana | 4711 |\n",
    );
    world.write(
      "memory/2026-08-01.md",
      "# 2026-08-01\n\n- One old fact about the boiler\n- Another old fact about the boiler\n",
    );
    world.write("memory/2026-08-02.md", "# 2026-08-02\n\n- The plumber came for the boiler\n");
    await run(["note", "The bicycle shop closes at six", "--key", "shop.closing"]);
    await run(["note", "The pump hums at night"]);
    const pump = (await run(["search", "pump"])).answer.results[0];
    expect(pump.path).toBe("memory/2026-08-19.md");
    expect((await run(["forget", "k:shop.closing", "--apply"])).answer.removed).toHaveLength(1);
    expect((await run(["forget", "memory/topics.md:7", "--apply"])).answer.removed).toMatchObject([{ line: 7 }]);
    expect(readFileSync(join(workspace, "memory/topics.md"), "utf8")).not.toContain("4711");
    const preview = (await run(["forget", "--query", "boiler fact"])).answer;
    expect(preview.removed).toHaveLength(2);
    expect((await run(["forget", "--query", "boiler fact", "--apply"])).code).toBe(2);
    expect((await run(["forget", "--query", "boiler fact", "--apply", "--token", "000000000000"])).code).toBe(2);
    const applied = await run(["forget", "--query", "boiler fact", "--apply", "--token", preview.token]);
    expect(applied.answer).toMatchObject({ applied: true, complete: true });
    expect((await run(["forget", "--query", "boiler fact"])).answer).toMatchObject({ removed: [], reason: "nothing" });
    expect(readFileSync(join(workspace, "memory/2026-08-01.md"), "utf8")).toBe("# 2026-08-01\n\n");
    expect((await run(["forget", "--since", "2026-08-02", "--until", "2026-08-02", "--apply"])).answer.removed)
      .toMatchObject([{ path: "memory/2026-08-02.md" }]);
    expect((await run(["forget", "memory/topics.md", "--apply"])).answer).toMatchObject({ applied: true });
    expect(existsSync(join(workspace, "memory/topics.md"))).toBe(false);
  }, 120_000);
});
