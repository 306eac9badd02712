/** A model behind an endpoint that answers well, badly, late or never. Every server is a real one on loopback. */
import { afterEach, describe, expect, test } from "bun:test";
import { completion, type ModelCallSeen, type ModelServer, startModelServer } from "../support/model_server.ts";
import { askFailure, askModel, type ModelPlace, type ModelSettings, openModel } from "../support/model_world.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  for (let server = servers.pop(); server !== undefined; server = servers.pop()) await server.stop();
});

function serve(answer: (call: ModelCallSeen, at: number) => Response | Promise<Response>): ModelServer {
  const server = startModelServer(answer);
  servers.push(server);
  return server;
}

function open(baseUrl: string, { endpoint, ...settings }: ModelSettings = {}, place: ModelPlace = {}) {
  return openModel(
    { provider: "openai-compatible", ...settings, endpoint: { baseUrl, attempts: 1, ...endpoint } },
    place,
  );
}

describe("a model that answers", () => {
  test("is asked in OpenAI's form, with the JSON mode, and nothing else goes along", async () => {
    const server = serve(() => completion('{"a": [1]}'));
    const model = await open(`${server.baseUrl}/`, {}, { environment: { OPENAI_API_KEY: "k" } });
    expect(await askModel(model, { prompt: "之前 \ud800" })).toEqual({ a: [1] });
    expect(server.calls).toHaveLength(1);
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }] = server.calls;
    expect(path).toBe("/v1/chat/completions");
    expect(headers["authorization"]).toBeUndefined();
    expect(Object.keys(body).sort()).toEqual(["messages", "model", "response_format", "stream", "temperature"]);
    expect(body).toMatchObject({
      model: "m",
      stream: false,
      messages: [{ role: "system" }, { content: "之前 \ufffd" }],
    });
  });

  test("is sent the key of the named variable", async () => {
    const server = serve(() => completion("{}"));
    await askModel(await open(server.baseUrl, { endpoint: { keyVariable: "K" } }, { environment: { K: "s3cret" } }));
    expect(server.calls[0]?.headers["authorization"]).toBe("Bearer s3cret");
  });

  test.each<[string, unknown, unknown]>([
    ["in a code fence", '```json\n{"a": 1}\n```', { a: 1 }],
    ["in a fence with words around it", "Here it is:\n\n~~~\n[1, 2]\n~~~\nDone.", [1, 2]],
    ["after thinking aloud", '<think>\n{"no": 0}\n</think>\n\n{"a": "是"}', { a: "是" }],
    ["with a byte order mark", "\ufeff[]", []],
    ["in parts", [{ type: "text", text: '{"a"' }, { type: "text", text: ": 2}" }], { a: 2 }],
    ["with a number for the whole", "7", 7],
  ])("may answer %s", async (_, content, value) => {
    expect(await askModel(await open(serve(() => completion(content)).baseUrl))).toEqual(value);
  });

  test.each([400, 422])("that refuses the JSON mode with status %i is asked without", async (status) => {
    const server = serve(({ body }) => "response_format" in body ? new Response("no", { status }) : completion("[]"));
    expect(await askModel(await open(server.baseUrl))).toEqual([]);
    expect(Object.keys(server.calls[1]?.body ?? {}).sort()).toEqual(["messages", "model", "stream"]);
    await askModel(await open(server.baseUrl, { endpoint: { jsonMode: false } }));
    expect(server.calls).toHaveLength(3);
  });

  test("after a failure of a moment is asked again, as often as the settings say", async () => {
    const server = serve((_, at) => at === 0 ? new Response("busy", { status: 503 }) : completion("[]"));
    expect(await askModel(await open(server.baseUrl, { endpoint: { attempts: 2 } }))).toEqual([]);
    expect(server.calls).toHaveLength(2);
  });
});

/** A stream that goes on until nobody reads it. */
function endless(chunk: string, pauseMs: number): Response {
  const bytes = new TextEncoder().encode(chunk);
  return new Response(
    new ReadableStream({
      async pull(controller) {
        if (pauseMs > 0) await Bun.sleep(pauseMs);
        controller.enqueue(bytes);
      },
    }),
    { headers: { "content-type": "application/json" } },
  );
}

describe("a model that does not answer as it should", () => {
  test.each<[string, () => Response | Promise<Response>, string]>([
    ["an error", () => new Response("boom", { status: 500 }), "answered with status 500: boom"],
    ["a page", () => new Response("<!doctype html><p>login"), "answered with a web page instead of JSON"],
    ["half of its JSON", () => new Response('{"choices": [{"mess'), "answered with something that is no JSON"],
    ["no choices", () => Response.json({ choices: [] }), "answered without choices[0].message.content"],
    ["no text", () => completion(null), "answered without choices[0].message.content"],
    ["an empty text", () => completion("  \n"), "answered with nothing"],
    ["prose", () => completion("I would keep them all."), "answered with something that is no JSON"],
    ["two answers", () => completion("```\n{}\n```\n```\n[]\n```"), "answered with something that is no JSON"],
    ["an answer cut off", () => completion("[]", { finish_reason: "length" }), "broke off its answer at its own limit"],
    ["too long an answer", () => completion(`["${"长".repeat(1_000)}"]`), "answered with 1004 chars, more than 1000"],
    ["deep nesting", () => completion("[".repeat(400) + "]".repeat(400)), "answered with JSON of more than 32 levels"],
    ["a redirection", () => Response.redirect("http://127.0.0.1:1/", 307), "answered with a redirection (status 307)"],
    ["a flood", () => endless("x".repeat(1_000_000), 0), "answered with more than 1062576 bytes"],
  ])("%s is a failure that says so", async (_, answer, message) => {
    const server = serve(answer);
    expect(await askFailure(await open(server.baseUrl))).toContain(message);
    // Trying again, or following, would help nobody.
    expect(server.calls).toHaveLength(1);
  });

  test("is given up at the deadline, whether it hangs or drips", async () => {
    const hanging = await open(serve(() => new Promise<Response>(() => undefined)).baseUrl);
    const dripping = await open(serve(() => endless(" ", 10)).baseUrl);
    for (const model of [hanging, dripping]) {
      expect(await askFailure(model, { deadlineMs: 150 })).toContain("did not answer within 150 ms");
    }
  }, 240_000);

  test("is named, and no key is", async () => {
    const server = serve(({ headers }) => new Response(`no ${headers["authorization"]}`, { status: 401 }));
    const model = await open(server.baseUrl, { endpoint: { keyVariable: "K" } }, { environment: { K: "s3cret-word" } });
    const message = await askFailure(model);
    expect(message).toStartWith(`The model "m at 127.0.0.1:`);
    expect(message).toEndWith("answered with status 401: no Bearer ***");
  });

  test("is not there at all", async () => {
    expect(await askFailure(await open("http://127.0.0.1:1/v1"))).toContain("cannot be reached");
  });
});
