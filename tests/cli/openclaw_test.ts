/** A workspace that OpenClaw filled is used as it is: read, searched, dreamt over, and left byte for byte. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const FIXTURE = join(import.meta.dir, "..", "fixtures", "openclaw");

let world: CliWorld;
let before: Map<string, string>;

function bytes(): Map<string, string> {
  const names = readdirSync(world.workspace, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(world.workspace, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(world.workspace, name), "hex")]));
}

async function answer(...words: string[]) {
  const { code, stdout, stderr } = await world.run(words);
  return { code, stderr, json: JSON.parse(stdout) };
}

async function found(question: string): Promise<string[]> {
  const { json } = await answer("search", question, "--keyword-only");
  return json.results.map(({ citation }: { citation: string }) => citation);
}

beforeAll(async () => {
  world = openCliWorld();
  cpSync(FIXTURE, world.workspace, { recursive: true });
  before = bytes();
  expect((await world.run(["init"])).code).toBe(0);
});
afterAll(() => world.remove());

describe("a workspace of OpenClaw", () => {
  test("is indexed without its machine files, its reports and its persona", async () => {
    const { code, json } = await answer("index", "--no-embed");
    expect({ code, failures: json.failures }).toEqual({ code: 0, failures: [] });
    expect(json.files.seen).toBe(7);
  });

  test.each([
    ["house server fan", "memory/2026-08-11.md"],
    ["路由器管理地址", "MEMORY.md"],
    ["greenhouse pump", "memory/2026-08-12-1430.md"],
    ["lemon tree", "memory/plants.md"],
    ["scanner share inbox", "MEMORY.md"],
    ["metric units", "USER.md"],
  ])("answers %s from %s", async (question, path) => {
    expect((await found(question))[0]).toStartWith(`${path}#`);
  });

  test.each(["boiler code lid", "heron counted routers", "calm and short", "Ann likes tea"])(
    "does not answer %s, which is no memory",
    async (question) => {
      const citations = await found(question);
      expect(citations.filter((each) => /DREAMS|SOUL|users\/|\.dreams|dreaming/.test(each))).toEqual([]);
    },
  );

  test("has what came from elsewhere as untrusted, and the rest as an agent's", async () => {
    expect((await answer("get", "memory/imports/codex/notes.md")).json.origin).toBe("untrusted");
    expect((await answer("get", "memory/plants.md:3")).json.origin).toBe("agent");
    expect((await answer("get", "MEMORY.md:3")).json.origin).toBe("agent");
  });

  test("is given at the start of a session without markers, scores and imports", async () => {
    const { code, json } = await answer("bootstrap");
    expect(code).toBe(0);
    expect(json.context).toContain("heron");
    expect(json.context).toContain("paperless scanner");
    expect(json.context).toContain("metric units");
    expect(json.context).not.toContain("openclaw-memory");
    expect(json.context).not.toContain("<!--");
    expect(json.context).not.toContain("zebra");
  });

  test("is dreamt over without a staged candidate of OpenClaw's own becoming a claim", async () => {
    const { code, json } = await answer("dream", "--dry-run");
    expect([code, json.status]).toEqual([0, "dry-run"]);
    const preview = (await world.run(["dream", "preview"])).stdout;
    expect(preview).not.toContain("Candidate: ");
    expect(preview).not.toContain("confidence: 0.62");
  });

  test("has a status without a failure, and nothing that the doctor calls broken", async () => {
    const { code, json } = await answer("status");
    expect({ code, failures: json.index.failures, malformed: json.malformed }).toEqual({
      code: 0,
      failures: [],
      malformed: [],
    });
    const doctor = (await answer("doctor")).json;
    expect(doctor.findings.filter(({ severity }: { severity: string }) => severity !== "note")).toEqual([]);
  });

  test("keeps every byte through all of that", () => {
    expect(bytes()).toEqual(before);
  });

  test("keeps its own sections when a fact is remembered", async () => {
    expect((await world.run(["remember", "--fact", "The spare key lies at the neighbour's"])).code).toBe(0);
    const text = readFileSync(join(world.workspace, "MEMORY.md"), "utf8");
    for (const line of readFileSync(join(FIXTURE, "MEMORY.md"), "utf8").split("\n")) expect(text).toContain(line);
    expect(text).toContain("The spare key");
  });
});

describe("what OpenClaw had recalled", () => {
  test("is a list of words when an older build kept it in a file, and promotes nothing", async () => {
    const other = join(world.home, "other");
    cpSync(FIXTURE, other, { recursive: true });
    const entry = {
      path: "memory/2026-08-11.md",
      startLine: 3,
      snippet: "Replaced the fan",
      recallCount: 9,
      recallDays: ["2026-08-12"],
    };
    writeFileSync(join(other, "memory/.dreams/short-term-recall.json"), JSON.stringify({ entries: { a: entry } }));
    const explained = async () => (await answer("dream", "--explain", "memory/2026-08-11.md:3")).json.signals;
    const earlier = await explained();
    const { code, json } = await answer("import", other, "--from", "openclaw");
    expect(code).toBe(0);
    expect(json.files.map(({ path }: { path: string }) => path)).toContain("memory/imports/openclaw/recall-log.md");
    const log = readFileSync(join(world.workspace, "memory/imports/openclaw/recall-log.md"), "utf8");
    expect(log).toContain("9 recalls on 1 days");
    expect(await explained()).toEqual(earlier);
  });

  test.each(["openclaw-agent.sqlite", "agents/main/agent/openclaw-agent.sqlite"])(
    "is refused by name in the database %s of newer builds",
    async (name) => {
      const folder = join(world.home, `with-${name.length}`);
      cpSync(FIXTURE, folder, { recursive: true });
      cpSync(FIXTURE, join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), "SQLite format 3\0");
      const { json } = await answer("import", folder, "--from", "openclaw", "--dry-run");
      const refused = json.skipped.filter(({ path }: { path: string }) => path.endsWith("openclaw-agent.sqlite"));
      expect(refused.length).toBe(1);
      expect(refused[0].reason).toContain("its questions are not kept");
    },
  );
});
