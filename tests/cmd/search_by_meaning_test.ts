/** `memory search` with an embedder whose vectors are known: an endpoint on this machine that answers, breaks and hangs. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HitExplanation } from "../../src/lanes/search/explain_hit.ts";
import type { SearchResult } from "../../src/lanes/search/search.ts";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { handVector } from "../support/hand_embedder.ts";

/** Each test starts the program several times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

/** What the endpoint does with the next calls. */
type Mood = "answers" | "hangs" | "breaks";

let world: CliWorld;
let mood: Mood = "answers";
let asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 60,
  async fetch(request) {
    const { input } = await request.json() as { input: string[] };
    asked.push(...input);
    if (mood === "breaks") return new Response("<html>no</html>", { status: 400 });
    if (mood === "hangs") await Bun.sleep(30_000);
    const data = input.map((text, index) => ({ index, embedding: [...handVector(text)] }));
    return Response.json({ data, model: "hand" });
  },
});

function configure(search: object = {}, endpoint: object = {}): void {
  const embed = {
    provider: "openai-compatible",
    queryPrefix: "",
    passagePrefix: "",
    endpoint: { baseUrl: `http://127.0.0.1:${server.port}/v1`, model: "hand", attempts: 1, ...endpoint },
  };
  const folder = join(world.environment["XDG_CONFIG_HOME"] ?? join(world.home, ".config"), "memory");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.jsonc"), JSON.stringify({ embed, search }));
}

interface Answer extends SearchResult {
  readonly explanations: readonly HitExplanation[];
  readonly error: { readonly message: string; readonly hint: string };
}

async function search(...words: readonly string[]): Promise<Answer & { readonly code: number }> {
  const { stdout, code } = await world.run(["search", ...words, "--json"]);
  return { ...JSON.parse(stdout) as Answer, code };
}

beforeAll(async () => {
  world = openCliWorld();
  configure();
  for (let at = 0; at < 30; at++) {
    world.write(`memory/other-${at}.md`, `- Note ${at} speaks of lunch and the weather.\n`);
  }
  world.write("memory/gateway.md", "- The gateway listens on 18789.\n");
  await world.run(["init"]);
  await world.run(["index"]);
});
afterAll(async () => {
  world.remove();
  await server.stop(true);
});

describe("with an embedder that answers", () => {
  test("a question in Chinese finds the English note, and the answer shows how", async () => {
    const { results, lanes, notices, explanations } = await search("网关端口", "--explain");
    expect({ lanes, notices }).toEqual({ lanes: { keyword: "ok", vector: "ok" }, notices: [] });
    expect(results.map(({ path }) => path)).toEqual(["memory/gateway.md"]);
    expect(explanations[0]).toMatchObject({ keyword: null, vector: { rank: 1 }, keywordWeight: 0 });
    const { stdout } = await world.run(["search", "网关端口", "--explain", "--text"]);
    expect(stdout).toContain("vector   rank 1, cosine ");
  });

  test("what was written a moment ago is found by meaning", async () => {
    await world.run(["note", "Alice prefers oolong"]);
    const { results, lanes } = await search("乌龙茶");
    expect(lanes.vector).toBe("ok");
    expect(results[0]).toMatchObject({ snippet: expect.stringContaining("oolong") });
  });

  test("words alone ask no embedder", async () => {
    asked = [];
    expect(await search("网关端口", "--keyword-only")).toMatchObject({
      results: [],
      lanes: { vector: "off" },
      notices: [],
    });
    expect(asked).toEqual([]);
  });

  test("a recall by meaning is logged for the line that is nearest", async () => {
    await world.run(["search", "网关端口", "--session-kind", "interactive", "--session", "s1"]);
    const { stdout } = await world.run(["dream", "--explain", "memory/gateway.md:1"]);
    expect(JSON.parse(stdout)).toMatchObject({ text: "The gateway listens on 18789." });
  });
});

describe("with an embedder that was asked for and fails", () => {
  test("a search fails and says what to do, and --keyword-only goes on", async () => {
    mood = "breaks";
    const failed = await search("gateway");
    expect(failed.code).toBe(1);
    expect(failed.error.message).toContain("127.0.0.1");
    expect(failed.error.hint).not.toBe("");
    expect(await search("gateway", "--keyword-only")).toMatchObject({
      code: 0,
      results: [{ path: "memory/gateway.md" }],
    });
    mood = "answers";
  });

  test("one that hangs is waited for as long as the setting says", async () => {
    mood = "hangs";
    configure({ embedTimeoutMs: 300 });
    const { code, error } = await search("gateway");
    expect(code).toBe(1);
    expect(error.message).toContain("300 ms");
    mood = "answers";
    configure();
  });
});

test("an endpoint whose vectors are not those of the index is no reason for silence: the search fails with the way out", async () => {
  configure({}, { model: "other" });
  const { code, error } = await search("gateway");
  expect(code).toBe(1);
  expect(error.message).toContain("the index holds vectors of");
  expect(error.hint).toContain("memory index");
  expect(error.hint).toContain("--keyword-only");
  expect(await search("gateway", "--keyword-only")).toMatchObject({
    code: 0,
    results: [{ path: "memory/gateway.md" }],
  });
  configure();
});

test.each(["/v1/embeddings", "/v1/embeddings/", "/v1/"])(
  "an address that ends in %s is the same endpoint",
  async (path) => {
    configure({}, { baseUrl: `http://127.0.0.1:${server.port}${path}` });
    expect(await search("网关端口")).toMatchObject({ code: 0, lanes: { vector: "ok" }, notices: [] });
    configure();
  },
);

describe("the status", () => {
  const embedder = async () => JSON.parse((await world.run(["status", "--json"])).stdout).lanes.embedder;

  test("of an endpoint is what came of the last call", async () => {
    await search("gateway");
    expect(await embedder()).toMatchObject({ state: "ready", reason: null });
    mood = "breaks";
    await search("gateway");
    expect(await embedder()).toMatchObject({ state: "failed", reason: expect.stringContaining("status 400") });
    mood = "answers";
    await search("gateway");
    expect(await embedder()).toMatchObject({ state: "ready" });
  });

  test("of one that was never asked says so", async () => {
    configure({}, { model: "new", dimensions: 8 });
    asked = [];
    expect(await embedder()).toMatchObject({ state: "configured", reason: "It was not asked yet" });
    expect(asked).toEqual([]);
    configure();
  });
});

test("an index run that the endpoint fails names the way to do without", async () => {
  world.write("memory/late.md", "- Written late, while the endpoint is away\n");
  mood = "breaks";
  const { stdout, code } = await world.run(["index", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.hint).toContain("--no-embed");
  mood = "answers";
});
