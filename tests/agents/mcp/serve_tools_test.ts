import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { record, VALUE } from "../../../src/agents/mcp/output_schema.ts";
import { serveTools } from "../../../src/agents/mcp/serve_tools.ts";
import { defineTool, type McpTool } from "../../../src/agents/mcp/tool.ts";
import { MemoryError } from "../../../src/base/errors.ts";
import { suggest } from "../../../src/cmd/_suggest.ts";
import { HANDSHAKE, type McpLines, mcpLines, MODERN_META } from "../../support/mcp_lines.ts";

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A server whose tool says what it was given, waits, or fails, as it is told. */
function serve(log: string[] = []) {
  const lines = mcpLines();
  const began: string[] = [];
  const after: string[] = [];
  const seen: (readonly string[])[] = [];
  const gate = Promise.withResolvers<void>();
  const echo: McpTool = defineTool({
    name: "echo",
    title: "Echo",
    description: "Say it again",
    fields: {
      text: { type: "string", isRequired: true, description: "What" },
      mode: { type: "string", choices: ["wait", "fail", "break"], description: "How" },
    },
    output: record({ text: VALUE.text }),
    annotations: HINTS,
    async run({ text, mode }, { signal, report, roots }) {
      began.push(text);
      seen.push(roots);
      report("half");
      report("whole");
      if (mode === "fail") throw new MemoryError('Cannot say "x"', { hint: "memory get <memory-data>y:3 --mode" });
      if (mode === "break") throw new TypeError("x is undefined");
      if (mode === "wait") await gate.promise;
      signal.throwIfAborted();
      return { structured: { text }, text, afterwards: () => void after.push(text) };
    },
  });
  const done = serveTools({
    tools: [echo],
    instructions: "Be kind",
    version: "1.2.3",
    streams: lines,
    suggest,
    failed: () => Promise.resolve(),
    log: (line) => void log.push(line),
  });
  return { lines, done, began, after, seen, open: gate.resolve };
}

const call = (id: number, text: string, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "echo", arguments: { text, ...more } },
});

function greet(lines: McpLines): void {
  for (const message of HANDSHAKE) lines.send(message);
}

describe("a server in the handshake era", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("speaks %s", async (protocolVersion) => {
    const { lines, done } = serve();
    lines.send({ ...HANDSHAKE[0], params: { ...HANDSHAKE[0].params, protocolVersion } });
    expect((await lines.answer("hello")).result).toMatchObject({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "memory", title: "Memory", version: "1.2.3" },
      instructions: "Be kind",
    });
    lines.end();
    await done;
  });

  test("answers an unknown revision with its newest of that era", async () => {
    const { lines } = serve();
    lines.send({ ...HANDSHAKE[0], params: { ...HANDSHAKE[0].params, protocolVersion: "1999-01-01" } });
    expect((await lines.answer("hello")).result).toMatchObject({ protocolVersion: "2025-11-25" });
    lines.end();
  });

  test("tells a handshake of the wrong shape that its parameters are wrong", async () => {
    const { lines } = serve();
    lines.send({ ...HANDSHAKE[0], id: 1, params: { ...HANDSHAKE[0].params, protocolVersion: 5 } });
    lines.send({ jsonrpc: "2.0", id: 2, method: "initialize" });
    const [first, second] = [await lines.answer(1), await lines.answer(2)];
    expect([first.error?.code, second.error?.code]).toEqual([-32_602, -32_602]);
    expect(first.error?.message).toStartWith('Invalid parameters: "params.protocolVersion": ');
    expect(second.error?.message).not.toContain("{");
    lines.end();
  });

  test("lists closed schemas and all annotations, and answers a ping with nothing", async () => {
    const { lines } = serve();
    greet(lines);
    lines.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    lines.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect((await lines.answer(1)).result).toEqual({
      tools: [{
        name: "echo",
        title: "Echo",
        description: "Say it again",
        inputSchema: {
          type: "object",
          properties: {
            text: { type: "string", description: "What" },
            mode: { type: "string", enum: ["wait", "fail", "break"], description: "How" },
          },
          required: ["text"],
          additionalProperties: false,
        },
        outputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        annotations: { title: "Echo", ...HINTS },
      }],
    });
    expect((await lines.answer(2)).result).toEqual({});
    lines.end();
  });

  test("answers twice, as text and as a structure, and does afterwards what nobody waits for", async () => {
    const { lines, done, after } = serve();
    greet(lines);
    lines.send(call(1, "网关"));
    expect((await lines.answer(1)).result).toEqual({
      content: [{ type: "text", text: "网关" }],
      structuredContent: { text: "网关" },
      isError: false,
    });
    lines.end();
    await done;
    expect(after).toEqual(["网关"]);
  });

  test("tells the model how to correct a call, in the words of tools, and ends no frame with it", async () => {
    const log: string[] = [];
    const { lines } = serve(log);
    greet(lines);
    lines.send(call(1, "x", { mode: "fail" }));
    lines.send(call(2, "x", { mood: "fail" }));
    lines.send(call(3, "x", { mode: "break" }));
    const textOf = async (id: number) => (await lines.answer(id)).result;
    expect(await textOf(1)).toEqual({
      content: [{ type: "text", text: 'Cannot say "x". What to do: memory_get &lt;memory-data>y:3 mode.' }],
      isError: true,
    });
    expect(JSON.stringify(await textOf(2))).toContain('did you mean \\"mode\\"?');
    expect(await textOf(3)).toMatchObject({ isError: true });
    expect(log).toEqual(["x is undefined"]);
    lines.end();
  });

  test("reports progress only to who gave a token", async () => {
    const { lines } = serve();
    greet(lines);
    lines.send(call(1, "silent"));
    await lines.answer(1);
    expect(lines.messages().filter(({ method }) => method !== undefined)).toEqual([]);
    const request = call(2, "loud");
    lines.send({ ...request, params: { ...request.params, _meta: { progressToken: "t" } } });
    await lines.answer(2);
    expect(lines.messages().filter(({ method }) => method === "notifications/progress").map(({ params }) => params))
      .toEqual([
        { progressToken: "t", progress: 1, message: "half" },
        { progressToken: "t", progress: 2, message: "whole" },
      ]);
    lines.end();
  });

  test("sends nothing for a call that was taken back, begins none that waits, and goes on", async () => {
    const { lines, done, began, after, open } = serve();
    greet(lines);
    lines.send(call(1, "first", { mode: "wait" }));
    while (began.length === 0) await Bun.sleep(1);
    lines.send(call(2, "second"));
    lines.send(call(3, "third"));
    for (const requestId of [1, 2]) {
      lines.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    }
    lines.send({ jsonrpc: "2.0", id: "p", method: "ping" });
    await lines.answer("p");
    open();
    expect((await lines.answer(3)).result).toMatchObject({ structuredContent: { text: "third" } });
    lines.end();
    await done;
    expect(began).toEqual(["first", "third"]);
    expect(after).toEqual(["third"]);
    expect(lines.messages().map(({ id }) => id)).toEqual(["hello", "p", 3]);
  });

  test("answers what was asked before the end of its input", async () => {
    const { lines, done } = serve();
    greet(lines);
    for (let id = 1; id <= 30; id++) lines.send(call(id, `n${id}`));
    lines.end();
    await done;
    expect(lines.messages().map(({ id }) => id)).toEqual(["hello", ...Array.from({ length: 30 }, (_, at) => at + 1)]);
  });

  test("asks a client that has roots for them, again when they changed, and hands on what is a folder", async () => {
    const { lines, done, seen } = serve();
    lines.send({ ...HANDSHAKE[0], params: { ...HANDSHAKE[0].params, capabilities: { roots: { listChanged: true } } } });
    await lines.answer("hello");
    const asked: unknown[] = [];
    const give = async (roots: readonly { uri: string }[]) => {
      const { id } = await lines.next(({ method, id }) => method === "roots/list" && !asked.includes(id));
      asked.push(id);
      lines.send({ jsonrpc: "2.0", id, result: { roots } });
    };
    lines.send(HANDSHAKE[1]);
    await give([{ uri: "file:///work/app" }, { uri: "file:///home/%E7%BD%91" }, { uri: "file://other-host/x" }]);
    lines.send(call(1, "x"));
    await lines.answer(1);
    lines.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    await give([{ uri: "file:///work/other" }]);
    lines.send(call(2, "x"));
    await lines.answer(2);
    lines.end();
    await done;
    expect(seen).toEqual([["/work/app", "/home/网"], ["/work/other"]]);
  });

  test("never answers a notification", async () => {
    const { lines, done } = serve();
    greet(lines);
    lines.send({ jsonrpc: "2.0", method: "notifications/unheard" });
    lines.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 77 } });
    lines.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
    lines.end();
    await done;
    expect(lines.messages().map(({ id }) => id)).toEqual(["hello"]);
  });

  test.each([
    ["not json", null, -32_700],
    ['{"jsonrpc":"2.0","id":1', null, -32_700],
    ["[".repeat(100_000), null, -32_700],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32_600],
    ["42", null, -32_600],
    ['{"id":7,"method":"ping"}', 7, -32_600],
    ['{"jsonrpc":"2.0","id":"s","method":5}', "s", -32_600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
    ['{"jsonrpc":"2.0","id":8,"method":"resources/unheard"}', 8, -32_601],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nope"}}', 9, -32_602],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"arguments":{}}}', 9, -32_602],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"x"}}', 9, -32_602],
  ])("answers a broken message with its error and lives: %.60s", async (line, id, code) => {
    const { lines, done } = serve();
    greet(lines);
    lines.raw(`${line}\r\n`);
    const { error } = await lines.next((message) => message.error !== undefined);
    expect([(lines.messages().find((each) => each.error !== undefined))?.id ?? null, error?.code]).toEqual([id, code]);
    lines.send(call(99, "alive"));
    expect((await lines.answer(99)).result).toMatchObject({ isError: false });
    lines.end();
    await done;
  });

  test("passes over a message of more than ten megabytes", async () => {
    const { lines, done } = serve();
    greet(lines);
    lines.raw(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"y".repeat(11 * 1_024 * 1_024)}"}}\n`);
    lines.send(call(2, "alive"));
    expect((await lines.answer(2)).result).toMatchObject({ isError: false });
    lines.end();
    await done;
    expect(lines.messages().filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code: -32_600 } }]);
  }, 240_000);

  test("survives whatever comes in, and prints nothing but messages", async () => {
    const { lines, done } = serve();
    greet(lines);
    const part = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc.record({
        jsonrpc: fc.constantFrom("2.0", "1.0"),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double()),
        method: fc.constantFrom("ping", "tools/call", "tools/list", "initialize", "server/discover", "x", 1),
        params: fc.oneof(fc.object(), fc.constant({ name: "echo", arguments: { text: "x" } })),
      }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
    );
    for (const text of fc.sample(part, { numRuns: 400, seed: 20260819 })) lines.raw(`${text}\n`);
    lines.send(call(123_456_789, "alive"));
    expect((await lines.answer(123_456_789)).result).toMatchObject({ isError: false });
    lines.end();
    await done;
    expect(lines.messages().every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  }, 240_000);
});

describe("a server in the stateless era", () => {
  const modern = (id: number, method: string, params: object = {}) => ({
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: MODERN_META },
  });

  test("discovers itself, and says how long that holds", async () => {
    const { lines, done } = serve();
    lines.send(modern(1, "server/discover"));
    expect((await lines.answer(1)).result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      instructions: "Be kind",
      ttlMs: 3_600_000,
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "memory", title: "Memory", version: "1.2.3" } },
    });
    lines.end();
    await done;
  });

  test("lists and calls without a handshake", async () => {
    const { lines } = serve();
    lines.send(modern(1, "tools/list"));
    lines.send(modern(2, "tools/call", { name: "echo", arguments: { text: "x" } }));
    expect((await lines.answer(1)).result).toMatchObject({
      resultType: "complete",
      ttlMs: 3_600_000,
      cacheScope: "public",
      tools: [{ name: "echo" }],
    });
    expect((await lines.answer(2)).result).toMatchObject({
      resultType: "complete",
      structuredContent: { text: "x" },
      isError: false,
    });
    lines.end();
  });

  test("goes back to the handshake with a client that found it and knows only that", async () => {
    const { lines } = serve();
    lines.send(modern(1, "server/discover"));
    await lines.answer(1);
    greet(lines);
    expect((await lines.answer("hello")).result).toMatchObject({ protocolVersion: "2025-06-18" });
    lines.send(call(2, "x"));
    const { result = {} } = await lines.answer(2);
    expect(result).toMatchObject({ isError: false });
    expect(Object.keys(result)).not.toContain("resultType");
    lines.end();
  });

  test("refuses other revisions at any time, and has no ping", async () => {
    const { lines } = serve();
    const other = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const refused = { code: -32_022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } };
    lines.send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: other } });
    expect((await lines.answer(1)).error).toMatchObject(refused);
    lines.send(modern(2, "tools/list"));
    await lines.answer(2);
    lines.send({ jsonrpc: "2.0", id: 3, method: "tools/list", params: { _meta: other } });
    expect((await lines.answer(3)).error).toMatchObject(refused);
    lines.send(modern(4, "ping"));
    expect((await lines.answer(4)).error).toMatchObject({ code: -32_601 });
    lines.end();
  });
});
