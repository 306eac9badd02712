/** The tables of vectors are gone or emptied: nobody is left without an answer, and nobody is told what is not so (SPEC 13). */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../support/embedding_server.ts";

/** Each test starts the program several times. */
setDefaultTimeout(240_000);

let world: CliWorld;
let server: EmbeddingServer;
beforeAll(async () => {
  world = openCliWorld();
  server = startEmbeddingServer();
  const folder = join(world.environment["XDG_CONFIG_HOME"] ?? join(world.home, ".config"), "memory");
  mkdirSync(folder, { recursive: true });
  const endpoint = { baseUrl: server.baseUrl, model: "m", attempts: 1 };
  writeFileSync(join(folder, "config.jsonc"), JSON.stringify({ embed: { provider: "openai-compatible", endpoint } }));
  await world.run(["init"]);
  world.write("memory/2026-08-01.md", "- The gateway listens on port 18789\n- 网关监听端口 18789\n");
});
afterAll(async () => {
  world.remove();
  await server.stop();
});

async function run(...words: string[]) {
  const { code, stdout } = await world.run([...words, "--json"]);
  return { code, answer: JSON.parse(stdout) };
}

async function damaged(sql: string): Promise<void> {
  await run("index");
  const { dataDir } = (await run("status")).answer;
  const database = new Database(join(dataDir, "index.sqlite"));
  database.run(sql);
  database.close();
}

describe.each([
  "DROP TABLE embeddings",
  "DELETE FROM embeddings",
  "DROP TABLE file_vectors",
  "DROP TABLE vector_spaces",
])("after %s", (sql) => {
  test.each(["gateway port", "网关端口"])("a search for %s builds the index again and answers", async (query) => {
    await damaged(sql);
    const { code, answer } = await run("search", query);
    expect({ code, hits: answer.results.length }).toEqual({ code: 0, hits: 1 });
    expect((await run("status")).answer.lanes.vector).toBeOneOf(["ok", "partial"]);
  });

  test("the status counts no vector that is not there", async () => {
    await damaged(sql);
    const { code, answer } = await run("status");
    expect(code).toBe(0);
    expect(answer.lanes.vectors).toMatchObject({ done: 0 });
    expect(answer.notices).toContain("The index was damaged and has been emptied; the next search builds it again");
  });
});
