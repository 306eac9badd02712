import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as z from "zod/mini";
import { CLAUDE_CODE } from "../../../src/agents/hook/claude_code.ts";
import type { HookInput } from "../../../src/agents/hook/hook_input.ts";

/** What Claude Code takes as an answer that adds to its context, and nothing else. */
const ANSWER = z.strictObject({
  hookSpecificOutput: z.strictObject({
    hookEventName: z.enum(["SessionStart", "UserPromptSubmit"]),
    additionalContext: z.string(),
  }),
});

const COMMON = {
  sessionId: "0b7c",
  transcriptPath: "/home/ann/.claude/projects/-work-app/0b7c.jsonl",
  cwd: "/work/app",
  permissionMode: "default",
};

/** One call of each event, as the client's reference shows them. */
const SAMPLES = {
  SessionStart: { ...COMMON, hookEventName: "SessionStart", source: "startup", model: "some-model" },
  UserPromptSubmit: { ...COMMON, hookEventName: "UserPromptSubmit", prompt: "网关监听哪个端口？", promptId: "p1" },
  PostToolUse: {
    ...COMMON,
    hookEventName: "PostToolUse",
    toolName: "Bash",
    toolInput: { command: "npm test", description: "Run the tests" },
    toolResponse: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
    toolUseId: "toolu_01",
    durationMs: 12,
  },
  Stop: { ...COMMON, hookEventName: "Stop", stopHookActive: true, lastAssistantMessage: "Done." },
  PreCompact: { ...COMMON, hookEventName: "PreCompact", trigger: "auto", customInstructions: "" },
  SessionEnd: { ...COMMON, hookEventName: "SessionEnd", reason: "prompt_input_exit" },
};

/** Reads a value whose fields are named as the client names them: `session_id` where `sessionId` is written here. */
function read(value: object, asked: string | null = null): HookInput | string {
  const renamed = Object.entries(value).map((
    [key, each],
  ) => [key.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`), each]);
  return CLAUDE_CODE.read(Object.fromEntries(renamed), asked);
}

function readInput(value: object, asked: string | null = null): HookInput {
  const input = read(value, asked);
  if (typeof input === "string") throw new Error(input);
  return input;
}

describe("an event of Claude Code", () => {
  test("is read into our shape", () => {
    const events = Object.values(SAMPLES).map((sample) => readInput(sample).event);
    expect(events).toEqual(["start", "prompt", "tool", "reply", "precompact", "end"]);
    expect(readInput(SAMPLES.UserPromptSubmit)).toEqual({
      client: "claude-code",
      event: "prompt",
      clientEvent: "UserPromptSubmit",
      session: "0b7c",
      folder: "/work/app",
      transcript: COMMON.transcriptPath,
      isSubagent: false,
      isContinued: false,
      prompt: "网关监听哪个端口？",
      promptId: "p1",
      tool: null,
      reply: null,
      endsTurn: false,
    });
    expect(readInput(SAMPLES.PostToolUse).tool).toEqual({
      name: "Bash",
      input: SAMPLES.PostToolUse.toolInput,
      output: [SAMPLES.PostToolUse.toolResponse, undefined],
    });
  });

  test("may use older names of fields, and lack fields", () => {
    expect(readInput({ sessionId: "s", hookEventName: "UserPromptSubmit", userPrompt: "hi" }).prompt).toBe("hi");
    expect(readInput({ sessionId: "s", hookEventName: "UserPromptSubmit" })).toMatchObject({
      prompt: "",
      promptId: null,
    });
    const tool = readInput({ sessionId: "s", hookEventName: "PostToolUse", toolName: "X", toolResult: "text" }).tool;
    expect(tool).toEqual({ name: "X", input: {}, output: ["text", undefined] });
    const failed = { sessionId: "s", hookEventName: "PostToolUseFailure", toolName: "Bash", error: "exit 1" };
    expect(readInput(failed).tool?.output).toEqual([undefined, "exit 1"]);
    expect(readInput({ sessionId: "s", hookEventName: "PostToolUse", toolInput: [1] }).tool?.input).toEqual({});
  });

  test("may be named on the command line, by our name or the client's", () => {
    expect(readInput({ sessionId: "s" }, "prompt").clientEvent).toBe("UserPromptSubmit");
    expect(readInput({ sessionId: "s" }, "Stop").event).toBe("reply");
    expect(readInput(SAMPLES.Stop, "reply").event).toBe("reply");
    expect(read(SAMPLES.Stop, "prompt")).toBe("another event than the command says");
    expect(read({ sessionId: "s" })).toBe("unknown event");
    expect(read({ sessionId: "s" }, "bogus")).toBe("unknown event");
  });

  test("goes on with its turn after a compaction", () => {
    const start = (source: string) => readInput({ ...SAMPLES.SessionStart, source }).isContinued;
    expect(["startup", "resume", "clear", "compact", "fork"].map(start)).toEqual([false, false, false, true, false]);
  });

  test("that is not ours to answer is nothing to do", () => {
    for (const name of ["SubagentStop", "PreToolUse", "Notification", "PostCompact"]) {
      expect([name, read({ sessionId: "s", hookEventName: name })]).toEqual([name, "nothing to do"]);
    }
    for (const name of ["toString", "__proto__", "constructor", "Later"]) {
      expect([name, read({ sessionId: "s", hookEventName: name })]).toEqual([name, "unknown event"]);
    }
    for (const id of [undefined, "", 7, null, "x".repeat(201), { a: 1 }]) {
      expect(read({ sessionId: id, hookEventName: "Stop" })).toBe("no session");
    }
  });

  test("is answered only as the client's schema allows", () => {
    for (const [name, sample] of Object.entries(SAMPLES)) {
      const answer = CLAUDE_CODE.answer(readInput(sample), "<memory-data>…</memory-data>");
      if (name === "SessionStart" || name === "UserPromptSubmit") {
        expect(z.safeParse(ANSWER, answer).success).toBe(true);
        expect(answer).toMatchObject({ hookSpecificOutput: { hookEventName: name } });
      } else expect([name, answer]).toEqual([name, null]);
    }
  });

  test("can hold anything without an error", () => {
    const name = fc.constantFrom(...Object.keys(SAMPLES), "bogus", 7, null);
    fc.assert(
      fc.property(fc.object(), name, fc.jsonValue(), (extra, event, odd) => {
        const input = read({
          ...extra,
          hookEventName: event,
          sessionId: "s",
          toolInput: odd,
          toolResponse: odd,
          prompt: odd,
        });
        expect(["string", "object"]).toContain(typeof input);
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });
});
