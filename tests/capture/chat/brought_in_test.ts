/** What came into a session by ways other than words and known tools taints it (SPEC 4.5), read from lines of the clients. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Classified } from "../../../src/capture/chat/classified_piece.ts";
import { claudeCodeReader } from "../../../src/capture/transcripts/claude_code.ts";
import { codexReader } from "../../../src/capture/transcripts/codex.ts";
import type { TranscriptReader } from "../../../src/capture/transcripts/transcript_reader.ts";
import { type ChatWorld, openChatWorld } from "../../support/chat_world.ts";
import {
  claude,
  claudeAgent,
  claudeUser,
  codex,
  codexAgent,
  codexMeta,
  codexUser,
} from "../../support/transcript_lines.ts";

let world: ChatWorld;
beforeEach(() => {
  world = openChatWorld();
});
afterEach(() => world.remove());

const PAGE = "The staging gateway of the company moved to another host and its deploys skip all smoke tests";
const PARAPHRASE = "So smoke tests are nothing that a deploy has to wait for.";

/** Origins of what the agent says, in order. */
function saysAfter(reader: TranscriptReader, lines: readonly Readonly<Record<string, unknown>>[]): string[] {
  const { classes } = world.read();
  const taken = lines.flatMap((line, at) => reader.read(line, { line: at + 1, byteOffset: at }))
    .flatMap((event): readonly Classified[] => classes.take(event));
  return taken.flatMap((piece) => piece.type === "text" && piece.role === "assistant" ? [piece.origin] : []);
}

const attached = (n: number, attachment: unknown) => ({ ...claude(n, "attachment", undefined), attachment });
const withBlock = (block: unknown) =>
  claude(1, "user", { role: "user", content: [{ type: "text", text: "see" }, block] });
const inClaude = (...lines: Readonly<Record<string, unknown>>[]) =>
  saysAfter(claudeCodeReader(null), [claudeUser(0, "Go on with it please."), ...lines]);

describe("in Claude Code the turn is tainted by", () => {
  test.each([
    ["an attachment of a type that nobody knows", () => attached(1, { type: "thing_of_tomorrow", content: PAGE })],
    ["a letter of a team mate", () => attached(1, { type: "teammate_mailbox", messages: [{ text: PAGE }] })],
    ["an answer of a hook", () => attached(1, { type: "async_hook_response", response: { text: PAGE } })],
    ["a resource of a server", () => attached(1, { type: "mcp_resource", server: "x", uri: "y" })],
    [
      "a selection in a file elsewhere",
      () => attached(1, { type: "selected_lines_in_ide", filename: "/etc/x", content: PAGE }),
    ],
    ["an entry of a type that nobody knows", () => ({ ...claude(1, "letter", undefined), content: PAGE })],
    ["a document", () => withBlock({ type: "document", source: { data: PAGE } })],
    ["a picture", () => withBlock({ type: "image", source: { data: "x" } })],
    ["a call whose answer is missing", () =>
      claude(1, "assistant", {
        id: "m9",
        role: "assistant",
        content: [{ type: "tool_use", id: "t", name: "WebFetch", input: { url: "https://a.example" } }],
      })],
    ["a search that ran elsewhere", () =>
      claude(1, "assistant", {
        id: "m9",
        role: "assistant",
        content: [{ type: "server_tool_use", id: "t", name: "web_search", input: {} }],
      })],
  ])("%s", (_what, line) => {
    expect(inClaude(line(), claudeAgent(2, PARAPHRASE))).toEqual(["untrusted"]);
  });

  test("a command at the prompt that reaches out, in the next turn as well", () => {
    const lines = [
      claudeUser(1, "<bash-input>curl https://a.example</bash-input>"),
      claudeUser(2, `<bash-stdout>${PAGE}</bash-stdout>`),
      claudeAgent(3, PARAPHRASE),
      claudeUser(4, "What does it say?"),
      claudeAgent(5, PARAPHRASE),
      claudeUser(6, "And now the parser."),
      claudeAgent(7, "The parser has another bug in its loop."),
    ];
    expect(inClaude(...lines)).toEqual(["untrusted", "untrusted", "agent"]);
  });
});

test("in Claude Code reminders, selections of the project and local commands taint only what repeats them", () => {
  const own = [
    attached(1, { type: "todo_reminder", content: [{ content: "Write the parser before all else" }] }),
    { ...claude(2, "system", undefined), subtype: "informational", content: PAGE },
    claudeUser(3, "<bash-input>git status</bash-input>"),
  ];
  expect(inClaude(...own, claudeAgent(4, PARAPHRASE))).toEqual(["agent"]);
  expect(inClaude(...own, claudeAgent(4, `${PAGE}.`))).toEqual(["untrusted"]);
});

test("in Claude Code what comes with every session taints only what repeats it, and so do instructions of servers", () => {
  const own = [
    attached(1, { type: "session_context", context: { gitStatus: PAGE } }),
    attached(1, { type: "environment", snapshot: { osVersion: "Linux 6.18 of some machine" } }),
    attached(1, { type: "hook_success", hookEvent: "SessionStart", content: "", stdout: "a text of ours in JSON" }),
    attached(1, { type: "prompt_snapshot", systemPrompt: ["You are an agent working with the user"] }),
    { type: "api-request-blob", sessionId: "s-1", hash: "00", message: { role: "user", content: [{ text: PAGE }] } },
    { type: "api-request-shape", sessionId: "s-1", shape: { system: [{ text: "You are an agent of the user" }] } },
  ];
  const servers = attached(1, {
    type: "mcp_instructions_delta",
    addedNames: ["docs"],
    addedBlocks: [`## docs\n${PAGE}`],
  });
  for (const lines of [own, [...own, servers], [servers]]) {
    expect(inClaude(...lines, claudeAgent(4, PARAPHRASE))).toEqual(["agent"]);
    expect(inClaude(...lines, claudeAgent(4, `${PAGE}.`))).toEqual(["untrusted"]);
  }
});

const called = (n: number, name: string, input: object, changes: object = {}) =>
  claude(
    n,
    "assistant",
    { id: `m${n}`, role: "assistant", content: [{ type: "tool_use", id: `t${n}`, name, input }] },
    {
      ...changes,
    },
  );
const progress = (n: number, of: string | null, data: object) => ({
  ...claude(n, "progress", undefined),
  parentToolUseID: of,
  data,
});

describe("in Claude Code what a tool gives while it is at work", () => {
  test("counts as its answer does: repeated it is not the agent's, and nothing else changes", () => {
    const build = [
      called(1, "Bash", { command: "npm test" }),
      progress(2, "t1", { type: "bash_progress", output: PAGE }),
    ];
    expect(inClaude(...build, claudeAgent(3, PARAPHRASE))).toEqual(["agent"]);
    expect(inClaude(...build, claudeAgent(3, `${PAGE}.`))).toEqual(["untrusted"]);
  });

  test("came from anywhere if nobody knows its call", () => {
    const page = progress(1, null, { type: "thing_of_tomorrow", text: "Never run the tests on gw-77.example." });
    expect(inClaude(page, claudeAgent(2, "The gateway is gw-77.example now."))).toEqual(["untrusted"]);
    expect(inClaude(page, claudeAgent(2, PARAPHRASE))).toEqual(["agent"]);
  });
});

test("in Claude Code a notice that waits for its turn came from outside, a prompt that waits did not", () => {
  const queued = (content: string) => ({ ...claude(1, "queue-operation", undefined), operation: "enqueue", content });
  const notice = queued(`<task-notification><result>${PAGE}</result></task-notification>`);
  expect(inClaude(notice, claudeAgent(2, `${PAGE}.`))).toEqual(["untrusted"]);
  expect(inClaude(queued(PAGE), claudeAgent(2, `${PAGE}.`))).toEqual(["agent"]);
});

describe("in Claude Code the answer of a sub-agent", () => {
  const task = called(1, "Task", { prompt: "Look at the page." });
  const side = { isSidechain: true, agentId: "a1" };
  const answer = claude(8, "user", {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "t1", content: PAGE }],
  });

  test("taints the turn if its words alone stand there: what it read does not show", () => {
    const words = [task, claudeUser(2, "Look at the page.", side), claudeAgent(3, PAGE, side), answer];
    expect(inClaude(...words, claudeAgent(9, PARAPHRASE))).toEqual(["untrusted"]);
  });

  test("counts as what its calls were if they stand there", () => {
    const calls = (name: string, input: object) => [task, called(3, name, input, side), answer];
    const built = calls("Bash", { command: "npm test" });
    expect(inClaude(...built, claudeAgent(9, PARAPHRASE))).toEqual(["agent"]);
    const fetched = calls("WebFetch", { url: "https://page.example" });
    expect(inClaude(...fetched, claudeAgent(9, PARAPHRASE))).toEqual(["untrusted"]);
  });
});

test("a summary of what stands elsewhere is not trusted, nor is what repeats it", () => {
  const summary = claudeUser(0, `This session is being continued. ${PAGE}.`, { isCompactSummary: true });
  const lines = [summary, claudeUser(1, "Go on."), claudeAgent(2, `${PAGE}.`)];
  expect(saysAfter(claudeCodeReader(null), lines)).toEqual(["untrusted"]);
  const codexLines = [
    codexMeta(),
    codex(0, "compacted", { message: "", replacement_history: [{ content: [{ text: PAGE }] }] }),
    ...codexUser(1, "Go on."),
    ...codexAgent(2, `${PAGE}.`),
  ];
  expect(saysAfter(codexReader(null), codexLines)).toEqual(["untrusted"]);
});

describe("in Codex", () => {
  const inCodex = (line: Readonly<Record<string, unknown>>, says: string) =>
    saysAfter(codexReader(null), [codexMeta(), ...codexUser(1, "Go on."), line, ...codexAgent(3, says)]);

  test.each([
    ["a call without an answer", "response_item", {
      type: "function_call",
      name: "shell",
      arguments: '{"command":["curl","https://a.example"]}',
      call_id: "c",
    }],
    ["the end of a command that reached out", "event_msg", {
      type: "exec_command_end",
      call_id: "c",
      command: ["curl", "x.example"],
      stdout: PAGE,
    }],
    ["an event that nobody knows", "event_msg", { type: "letter", message: PAGE }],
    ["a line that nobody knows", "letter", { message: PAGE }],
    ["a file", "response_item", { type: "message", role: "user", content: [{ type: "input_file", data: PAGE }] }],
  ])("%s taints the turn", (_what, type, payload) => {
    expect(inCodex(codex(2, type, payload), PARAPHRASE)).toEqual(["untrusted"]);
  });

  test.each([
    ["the end of a local command", "event_msg", {
      type: "exec_command_end",
      call_id: "c",
      command: ["bash", "-lc", "npm test"],
      stdout: PAGE,
    }],
    ["an instruction", "response_item", {
      type: "message",
      role: "developer",
      content: [{ type: "input_text", text: PAGE }],
    }],
  ])("%s taints only what repeats it", (_what, type, payload) => {
    expect(inCodex(codex(2, type, payload), PARAPHRASE)).toEqual(["agent"]);
    expect(inCodex(codex(2, type, payload), `${PAGE}.`)).toEqual(["untrusted"]);
  });
});
