/** An endpoint that answers well, badly, late or never. Every server is a real one on loopback. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { causeChain, MemoryError } from "../../src/base/errors.ts";
import { chooseEmbedder } from "../../src/embed/choose_embedder.ts";
import type { EndpointConfig } from "../../src/embed/config.ts";
import type { Embedder } from "../../src/embed/embedder.ts";
import { type Behaviour, type EmbeddingServer, goodAnswer, startEmbeddingServer } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure_of.ts";

const servers: EmbeddingServer[] = [];
const cacheDir = mkdtempSync(join(tmpdir(), "memory-endpoint-"));
afterEach(async () => {
  for (let server = servers.pop(); server !== undefined; server = servers.pop()) await server.stop();
  rmSync(cacheDir, { recursive: true, force: true });
});

function serve(behaviour?: Behaviour): EmbeddingServer {
  const server = startEmbeddingServer(behaviour);
  servers.push(server);
  return server;
}

function open(endpoint: Partial<EndpointConfig>, environment: Record<string, string> = {}) {
  const settings = {
    ...DEFAULT_CONFIG.embed,
    provider: "openai-compatible" as const,
    queryPrefix: "q: ",
    endpoint: { ...DEFAULT_CONFIG.embed.endpoint, model: "m", dimensions: 3, ...endpoint },
  };
  return chooseEmbedder({ settings, cacheDir, environment });
}

async function embedderAt(endpoint: Partial<EndpointConfig>, environment?: Record<string, string>): Promise<Embedder> {
  const answer = await open(endpoint, environment);
  if (answer.kind !== "ready") throw new Error(answer.reason);
  return answer.embedder;
}

/** Returns the message with which embedding two texts fails. */
async function failureAt(behaviour: Behaviour, endpoint: Partial<EndpointConfig> = {}): Promise<string> {
  const embedder = await embedderAt({ baseUrl: serve(behaviour).baseUrl, attempts: 1, ...endpoint });
  const error = await failureOf(embedder.embed(["one", "two"], "passage"));
  expect(error).toBeInstanceOf(MemoryError);
  return error.message;
}

describe("an endpoint that answers well", () => {
  test("gives vectors of length 1 in the order of the texts, in batches, with the prefix of the role", async () => {
    const server = serve();
    const embedder = await embedderAt({ baseUrl: server.baseUrl, batch: 2 });
    const vectors = await embedder.embed(["a", "a long text", "bb"], "query");
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[2] ?? 1)))).toEqual([4, 14, 5]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(server.calls.map(({ body }) => body.input)).toEqual([["q: a long text", "q: bb"], ["q: a"]]);
    expect(server.calls[0]).toMatchObject({ path: "/v1/embeddings", authorization: null, body: { model: "m" } });
  });

  test("may answer in another order: the index decides", async () => {
    const server = serve(({ body }) => {
      const data = body.input.map((text, index) => ({ index, embedding: [text.length, 0, 1] }));
      return Response.json({ data: data.reverse() });
    });
    const embedder = await embedderAt({ baseUrl: server.baseUrl });
    const [short, long] = await embedder.embed(["a", "aaaaaaaaa"], "passage");
    expect((short?.[0] ?? 0) < (long?.[0] ?? 0)).toBe(true);
  });

  test("is asked for the length of its vectors once, and remembered by the next process", async () => {
    const server = serve();
    expect((await embedderAt({ baseUrl: server.baseUrl, dimensions: null })).dimensions).toBe(3);
    const second = await embedderAt({ baseUrl: server.baseUrl, dimensions: null });
    expect(second.fingerprint).toEndWith("dimensions=3");
    expect(server.calls.map(({ body }) => body.input)).toEqual([["dimensions"]]);
  });

  test("is sent the key of the named variable, and no other variable", async () => {
    const server = serve();
    const environment = { MY_KEY: "k-1", OPENAI_API_KEY: "k-2" };
    await (await embedderAt({ baseUrl: server.baseUrl, keyVariable: "MY_KEY" }, environment)).embed(["a"], "query");
    await (await embedderAt({ baseUrl: server.baseUrl }, environment)).embed(["a"], "query");
    expect(server.calls.map(({ authorization }) => authorization)).toEqual(["Bearer k-1", null]);
  });

  test("is sent text that any server can read, whatever the text is", async () => {
    const server = serve();
    const embedder = await embedderAt({ baseUrl: server.baseUrl });
    const texts = ["", " ", "\ud800", "\0", "👩‍👩‍👧", "x".repeat(1_000_000)];
    expect(await embedder.embed(texts, "passage")).toHaveLength(texts.length);
    for (const text of server.calls.flatMap(({ body }) => body.input)) {
      expect(text.isWellFormed() && text.trim() !== "" && text.length <= 65_536).toBe(true);
    }
  });
});

describe("the fingerprint", () => {
  const of = async (endpoint: Partial<EndpointConfig>) =>
    (await embedderAt({ baseUrl: "http://127.0.0.1:1/v1", ...endpoint })).fingerprint;

  test("changes with address, model and length, and not with what only concerns sending", async () => {
    const first = await of({});
    expect(await of({ batch: 7, timeoutMs: 500, attempts: 9 })).toBe(first);
    const others = [{ model: "n" }, { dimensions: 4 }, { baseUrl: "http://127.0.0.1:2/v1" }];
    for (const other of others) expect(await of(other)).not.toBe(first);
  });

  test("holds no key and nothing of a query", async () => {
    const embedder = await embedderAt({ baseUrl: "http://127.0.0.1:1/v1?token=secret", keyVariable: "K" }, {
      K: "hidden",
    });
    expect(`${embedder.fingerprint} ${embedder.name}`).not.toMatch(/secret|hidden/);
  });
});

describe("an endpoint that fails for a moment", () => {
  test.each([429, 500, 502, 503])("is asked again after status %i", async (status) => {
    const server = serve((call, number) => number === 1 ? new Response("busy", { status }) : goodAnswer(call));
    const embedder = await embedderAt({ baseUrl: server.baseUrl });
    expect(await embedder.embed(["a"], "query")).toHaveLength(1);
    expect(server.calls).toHaveLength(2);
  });

  test.each([400, 401, 404, 413])("is not asked again after status %i", async (status) => {
    const server = serve(() => Response.json({ error: { message: "no such model" } }, { status }));
    const embedder = await embedderAt({ baseUrl: server.baseUrl });
    const error = await failureOf(embedder.embed(["a"], "query"));
    expect(error.message).toBe(
      `The embedding endpoint "${server.host}" answered with status ${status}: no such model`,
    );
    expect(server.calls).toHaveLength(1);
  });

  test("and then for good is told with its last answer", async () => {
    const server = serve(() => new Response("the GPU is on fire", { status: 500 }));
    const embedder = await embedderAt({ baseUrl: server.baseUrl, attempts: 2 });
    const error = await failureOf(embedder.embed(["a"], "query"));
    expect(error.message).toEndWith("answered with status 500: the GPU is on fire");
    expect(server.calls).toHaveLength(2);
  });

  test("is not waited for beyond the deadline, whatever pause it asks for", async () => {
    const message = await failureAt(
      () => new Response("", { status: 429, headers: { "retry-after": "3600" } }),
      { attempts: 3, timeoutMs: 5_000 },
    );
    expect(message).toEndWith("answered with status 429, and asks to be left alone for 3600 s");
  });

  test("is left alone for a while when it failed five times in a row", async () => {
    const server = serve(() => new Response("", { status: 500 }));
    const embedder = await embedderAt({ baseUrl: server.baseUrl, attempts: 1 });
    for (let call = 0; call < 8; call++) await failureOf(embedder.embed(["a"], "query"));
    expect(server.calls).toHaveLength(5);
    const error = await failureOf(embedder.embed(["a"], "query"));
    expect(error.message).toContain("failed 5 times in a row and is left alone for 30 s");
  });
});

describe("an endpoint that answers wrongly is told as it is", () => {
  const vectors = (embeddings: readonly unknown[]) => () =>
    Response.json({ data: embeddings.map((embedding, index) => ({ index, embedding })) });

  test.each<[string, Behaviour, string]>([
    ["too few vectors", vectors([[1, 0, 0]]), "answered with 1 vectors for 2 texts"],
    ["too many", vectors([[1, 0, 0], [1, 0, 0], [1, 0, 0]]), "answered with 3 vectors for 2 texts"],
    ["another length", vectors([[1, 0, 0], [1, 0]]), "answered with a vector of 2 dimensions, expected 3"],
    ["all zeros", vectors([[1, 0, 0], [0, 0, 0]]), "answered with a vector of length 0"],
    ["null, as NaN becomes", vectors([[1, null, 0], [1, 0, 0]]), "answered with a vector 0 that is no list of numbers"],
    ["infinity", vectors([[1, 0, 0], [1, 1e300, 0]]), "answered with a vector with numbers that are not finite"],
    ["text", vectors(["AACAPw==", "AACAPw=="]), "answered with a vector 0 that is no list of numbers"],
    ["no objects", () => Response.json({ data: [1, 2] }), "answered with a vector 0 that is no object"],
    [
      "other JSON",
      () => Response.json({ embeddings: [[1]] }),
      'answered with JSON without a list "data" (it has embeddings)',
    ],
    ["a JSON list", () => Response.json([]), 'answered with JSON without a list "data" (it has object)'],
    ["a web page", () => new Response("<!DOCTYPE html><p>Sign in"), "answered with a web page instead of JSON"],
    ["nothing", () => new Response(""), "answered with something that is no JSON"],
    ["NaN", () => new Response('{"data":[{"embedding":[NaN]}]}'), "answered with something that is no JSON"],
    [
      "a redirection",
      () => Response.redirect("http://127.0.0.1:9/", 307),
      "redirection (status 307), which is not followed",
    ],
  ])("%s", async (_, behaviour, expected) => {
    expect(await failureAt(behaviour)).toEndWith(expected);
  });

  test("the same index twice, or one that is not there", async () => {
    const at = (indexes: readonly unknown[]) => () =>
      Response.json({ data: indexes.map((index) => ({ index, embedding: [1, 0, 0] })) });
    expect(await failureAt(at([0, 0]))).toEndWith("answered with the index 0 twice");
    expect(await failureAt(at([0, 2]))).toEndWith("answered with the index 2 for 2 texts");
    expect(await failureAt(at([0, 0.5]))).toEndWith('answered with the index "0.5"');
  });

  test("vectors that became longer are refused, and the next process looks anew", async () => {
    let dimensions = 3;
    const { baseUrl } = serve((call) => goodAnswer(call, dimensions));
    const before = await embedderAt({ baseUrl, dimensions: null });
    dimensions = 5;
    expect((await failureOf(before.embed(["a"], "query"))).message).toContain("5 dimensions, expected 3");
    const after = await embedderAt({ baseUrl, dimensions: null });
    expect(after.dimensions).toBe(5);
    expect(after.fingerprint).not.toBe(before.fingerprint);
  });

  test("the key and the secrets of the address never come through, whole or cut, whatever the server quotes", async () => {
    const key = "sk-very-secret-0123456789";
    const quoting: Behaviour[] = [
      () => Response.json({ error: { message: `Incorrect API key provided: ${key}` } }, { status: 401 }),
      () => new Response(`${"x".repeat(190)}${key}`, { status: 401 }),
      () => new Response(`sk-very-\x1b[0msecret-0123456789 and query-secret`, { status: 500 }),
      () => Response.json({ [key]: 1 }),
      () => Response.json({ data: [{ index: key, embedding: [1] }] }),
    ];
    for (const behaviour of quoting) {
      const baseUrl = `${serve(behaviour).baseUrl}?api-key=query-secret`;
      const embedder = await embedderAt({ baseUrl, attempts: 2, keyVariable: "K" }, { K: key });
      const error = await failureOf(embedder.embed(["one"], "passage"));
      expect(causeChain(error).join(" ")).not.toMatch(/very|secret/);
      expect(error.message).toContain("***");
    }
  });

  test("terminal sequences in an error do not come through", async () => {
    const message = await failureAt(() => new Response("\x1b[31mred\x1b[0m\n\x07", { status: 400 }));
    expect(message).toEndWith("answered with status 400: red");
  });
});

describe("an endpoint that does not come to an end", () => {
  const hanging = { attempts: 3, timeoutMs: 300 };
  /** A body that never ends, made of `chunk` again and again. */
  const endless = (chunk: string, pauseMs: number) => () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          if (pauseMs > 0) await Bun.sleep(pauseMs);
          controller.enqueue(chunk);
        },
      }),
    );

  test("hangs: the deadline ends it", async () => {
    const message = await failureAt(() => new Promise<Response>(() => {}), hanging);
    expect(message).toEndWith("did not answer within 300 ms");
  });

  test("drips: the deadline ends it", async () => {
    expect(await failureAt(endless(" ", 50), hanging)).toEndWith("did not answer within 300 ms");
  });

  test("floods: it is cut off at what two vectors can take", async () => {
    const message = await failureAt(endless(" ".repeat(65_536), 0), { attempts: 3, timeoutMs: 60_000 });
    expect(message).toEndWith("answered with more than 65728 bytes");
  });

  test("floods with an error: its beginning is shown", async () => {
    const message = await failureAt(() => {
      const { body } = endless("x".repeat(65_536), 0)();
      return new Response(body, { status: 400 });
    });
    expect(message).toEndWith("answered with status 400");
  });

  test("closes the connection, or is not there", async () => {
    const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: (socket) => void socket.end() } });
    const baseUrl = `http://127.0.0.1:${server.port}/v1`;
    const embedder = await embedderAt({ baseUrl, attempts: 2 });
    expect((await failureOf(embedder.embed(["a"], "query"))).message).toContain("cannot be reached");
    server.stop(true);
    expect((await failureOf(embedder.embed(["a"], "query"))).message).toContain("cannot be reached");
  });

  test("tells what it answered before the deadline", async () => {
    const message = await failureAt(
      (_, number) => number === 1 ? new Response("", { status: 503 }) : new Promise<Response>(() => {}),
      { attempts: 3, timeoutMs: 1_500 },
    );
    expect(message).toEndWith("did not answer within 1500 ms; before that it answered with status 503");
  });
});

describe("settings that are not enough", () => {
  test.each<[string, Partial<EndpointConfig>, string]>([
    ["no address", { baseUrl: null }, "embed.endpoint.baseUrl is not set"],
    ["no model", { baseUrl: "http://127.0.0.1:1/v1", model: null }, "embed.endpoint.model is not set"],
    ["no key", { baseUrl: "http://127.0.0.1:1/v1", keyVariable: "NO_KEY" }, "keyVariable names is not set"],
  ])("%s", async (_, endpoint, expected) => {
    expect(await open(endpoint)).toMatchObject({
      kind: "failed",
      isExplicit: true,
      reason: expect.stringContaining(expected),
    });
  });

  test("a key that could break out of its header is not sent", async () => {
    const endpoint = { baseUrl: "http://127.0.0.1:1/v1", keyVariable: "K" };
    expect(await open(endpoint, { K: "a\r\nx-other: b" })).toMatchObject({
      kind: "failed",
      reason:
        'The variable "K" that embed.endpoint.keyVariable names holds blanks or characters that a key cannot have',
    });
  });

  test("an endpoint that is away and whose vectors are unknown is a failure, and an explicit one", async () => {
    const answer = await open({ baseUrl: "http://127.0.0.1:1/v1", dimensions: null, attempts: 1 });
    expect(answer).toMatchObject({ kind: "failed", isExplicit: true });
  });
});

describe("a proxy", () => {
  test("is not taken from the environment", async () => {
    const [server, proxy] = [serve(), serve()];
    const script = `
      const { openEndpoint } = await import(${
      JSON.stringify(`${import.meta.dir}/../../src/embed/endpoint_embedder.ts`)
    });
      const { DEFAULT_CONFIG } = await import(${JSON.stringify(`${import.meta.dir}/../../src/app/default_config.ts`)});
      const endpoint = { ...DEFAULT_CONFIG.embed.endpoint, baseUrl: "${server.baseUrl}", model: "m", dimensions: 3, attempts: 1 };
      const answer = await openEndpoint({ settings: { ...DEFAULT_CONFIG.embed, endpoint }, environment: {}, remembered: () => ({ get: () => 3 }) });
      await answer.embedder.embed(["a"], "query");
    `;
    const address = `http://${proxy.host}`;
    const env = {
      "http_proxy": address,
      HTTP_PROXY: address,
      "https_proxy": address,
      HTTPS_PROXY: address,
      ALL_PROXY: address,
    };
    const child = Bun.spawn([process.execPath, "-e", script], { env, stdout: "ignore", stderr: "inherit" });
    expect(await child.exited).toBe(0);
    expect([server.calls.length, proxy.calls.length]).toEqual([1, 0]);
  });

  test("is used if the settings name one", async () => {
    const proxy = serve();
    const embedder = await embedderAt({ baseUrl: "http://models.invalid/v1", proxy: `http://${proxy.host}` });
    expect(await embedder.embed(["a"], "query")).toHaveLength(1);
    expect(proxy.calls).toHaveLength(1);
  });
});
