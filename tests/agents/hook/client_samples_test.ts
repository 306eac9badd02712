/** Golden samples of the five clients: what is read of them, and what is answered. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { classifyTool } from "../../../src/provenance/tools/classify_tool.ts";
import { readSample, SAMPLE_SESSION, sampledClients, whyRefused } from "../../support/client_samples.ts";
import { TOOL_FACTS } from "../../support/tool_facts.ts";

const CLIENTS = sampledClients("/work/app", "/home/ann/t.jsonl");

describe.each(CLIENTS)("an event of $name", (each) => {
  const { name, client, samples, takesText } = each;

  test("is read into our shape", () => {
    for (const { event, value } of samples) {
      const input = readSample(client, value);
      expect(input).toMatchObject({
        client: name,
        event,
        clientEvent: value["hook_event_name"],
        session: SAMPLE_SESSION,
        folder: "/work/app",
        isSubagent: false,
        isContinued: false,
      });
      if (event === "prompt") expect(input.prompt).toBe("Which port does the gateway use?");
      else if (event !== "reply") expect(input.prompt).toBeNull();
      expect(input.tool === null).toBe(event !== "tool");
      if (event === "tool") expect(JSON.stringify(input.tool?.output)).toContain("a page");
      expect(input.endsTurn).toBe(event === "reply" && value["hook_event_name"] !== "afterAgentResponse");
    }
    const replies = samples.flatMap(({ value }) => readSample(client, value).reply ?? []);
    expect(replies).toEqual(["It is 18789."]);
  });

  test("is answered only as the client's schema allows", () => {
    for (const { value } of samples) {
      const input = readSample(client, value);
      const answer = client.answer(input, "<memory-data>…</memory-data>");
      expect([input.clientEvent, answer !== null]).toEqual([input.clientEvent, takesText.includes(input.clientEvent)]);
      expect(whyRefused(each, input.clientEvent, answer === null ? "" : JSON.stringify(answer))).toBeNull();
      // An answer of another event would not pass.
      if (answer !== null) expect(whyRefused(each, "Stop", JSON.stringify(answer))).not.toBeNull();
    }
  });

  test("brings in something from outside where its tool does", () => {
    for (const { event, value } of samples) {
      if (event !== "tool") continue;
      const { tool } = readSample(client, value);
      const call = { client: name, tool: tool?.name ?? "", input: tool?.input ?? {} };
      const settings = { localServers: [], turn: [], text: [], none: [] };
      expect([call.tool, classifyTool(call, TOOL_FACTS, settings).taint]).toEqual([call.tool, "turn"]);
    }
  });

  test("that is not known, or of no session, is nothing to do", () => {
    const session = { "session_id": "s", "conversation_id": "s" };
    for (const event of ["toString", "__proto__", "constructor", "Later", "", 7, null, {}]) {
      expect(client.read({ ...session, "hook_event_name": event }, null)).toBe("unknown event");
    }
    const event = samples[1]?.value["hook_event_name"];
    for (const id of [undefined, "", 7, null, "x".repeat(201), { a: 1 }]) {
      const value = { "session_id": id, "conversation_id": id, "hook_event_name": event };
      expect(client.read(value, null)).toBe("no session");
    }
    const { event: ours } = samples[0] ?? { event: null };
    expect(readSample(client, session, ours).event).toBe("start");
    expect(client.read({ ...session, "hook_event_name": event }, "start")).toBe(
      "another event than the command says",
    );
  });

  test("may lack every field but the session, have further ones, and hold anything in them", () => {
    const fields = [...new Set(samples.flatMap(({ value }) => Object.keys(value)))];
    const known = fc.constantFrom(...samples.map(({ value }) => value["hook_event_name"]));
    const odd = fc.dictionary(fc.constantFrom(...fields, "later", "agent_id", "parent_id"), fc.jsonValue());
    fc.assert(
      fc.property(odd, known, (value, event) => {
        const whole = { ...value, "hook_event_name": event, "session_id": "s", "conversation_id": "s" };
        const input = readSample(client, whole);
        for (const text of [input.folder, input.transcript, input.prompt, input.promptId, input.reply]) {
          expect(text === null || typeof text === "string").toBe(true);
        }
        expect(typeof (input.tool?.name ?? "")).toBe("string");
        const answer = client.answer(input, "x");
        expect(whyRefused(each, input.clientEvent, answer === null ? "" : JSON.stringify(answer))).toBeNull();
      }),
      { seed: 20260819, numRuns: 200 },
    );
  });
});

describe("what is a client's own", () => {
  const read = (name: string, value: object, asked: string | null = null) => {
    const found = CLIENTS.find((each) => each.name === name);
    if (found === undefined) throw new Error(name);
    return found.client.read({ "session_id": "s", ...value }, asked);
  };

  test("events that are no matter of ours are left alone", () => {
    const others = {
      codex: ["PostCompact", "PreToolUse", "PermissionRequest", "SubagentStart", "SubagentStop"],
      gemini: ["BeforeTool", "BeforeModel", "AfterModel", "BeforeToolSelection", "Notification"],
      cursor: ["beforeShellExecution", "beforeReadFile", "preToolUse", "afterFileEdit", "subagentStop"],
      opencode: ["session.compacted"],
    };
    for (const [name, events] of Object.entries(others)) {
      for (const event of events) {
        expect([event, read(name, { "hook_event_name": event })]).toEqual([event, "nothing to do"]);
      }
    }
  });

  test("Codex goes on with its turn after a compaction, and ends it when it is interrupted", () => {
    expect(read("codex", { "hook_event_name": "SessionStart", source: "compact" })).toMatchObject({
      isContinued: true,
    });
    expect(read("codex", { "hook_event_name": "SessionStart", source: "resume" })).toMatchObject({
      isContinued: false,
    });
    expect(read("codex", { "hook_event_name": "Interrupt" })).toMatchObject({ event: "reply", endsTurn: true });
  });

  test("Gemini puts what the start was answered with before a prompt, and a frame around what a tool gave", () => {
    const context = '&lt;memory-data source="USER.md"&gt;\n- Prefer short answers\n&lt;/memory-data&gt;';
    const prompt = `<hook_context>${context}</hook_context>\n\nKeep <hook_context>a</hook_context> as it is`;
    for (const event of ["BeforeAgent", "AfterAgent"]) {
      expect(read("gemini", { "hook_event_name": event, prompt })).toMatchObject({
        prompt: "Keep <hook_context>a</hook_context> as it is",
      });
    }
    const framed = "<untrusted_context>\na page\n</untrusted_context>";
    for (const llmContent of [framed, [{ text: framed }]]) {
      const tool = read("gemini", { "hook_event_name": "AfterTool", "tool_response": { llmContent } });
      expect(JSON.stringify(tool)).toContain('"a page"');
      expect(JSON.stringify(tool)).not.toContain("untrusted_context");
    }
  });

  test("Gemini tells the prompt once more with the reply, and an error of a tool beside its output", () => {
    expect(read("gemini", { "hook_event_name": "AfterAgent", prompt: "你好" })).toMatchObject({
      prompt: "你好",
      reply: null,
    });
    const response = { llmContent: "a", returnDisplay: "b", error: "c", later: "d" };
    const tool = read("gemini", { "hook_event_name": "AfterTool", "tool_response": response });
    expect(tool).toMatchObject({ tool: { output: ["a", "b", "c", { later: "d" }] } });
  });

  test("a turn of Cursor goes on behind a message of the agent, and has its folder from the roots", () => {
    const value = { "conversation_id": "c", "session_id": "s", "workspace_roots": ["/a", "/b"] };
    expect(read("cursor", { ...value, "hook_event_name": "afterAgentResponse", text: "x" })).toMatchObject({
      session: "c",
      folder: "/a",
      endsTurn: false,
      transcript: null,
    });
    expect(read("cursor", { ...value, cwd: "/b/c", "hook_event_name": "stop" })).toMatchObject({ folder: "/b/c" });
    expect(read("cursor", { ...value, "workspace_roots": [7], "hook_event_name": "stop" })).toMatchObject({
      folder: null,
    });
  });

  test("a child session of OpenCode is a sub-agent's", () => {
    expect(read("opencode", { "parent_id": "p" }, "session.idle")).toMatchObject({
      isSubagent: true,
      transcript: null,
    });
  });
});
