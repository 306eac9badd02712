import { describe, expect, test } from "bun:test";
import { type CallerFacts, callerOf, ceilingForText, type TextSource } from "../../src/provenance/caller.ts";
import { SESSION_KINDS } from "../../src/provenance/origin.ts";
import type { ProcessFact } from "../../src/provenance/process_match.ts";

const SHELL: ProcessFact = { pid: 20, name: "zsh", args: ["-zsh"] };
const TERMINAL: ProcessFact = { pid: 10, name: "tmux: server", args: ["tmux"] };
const INIT: ProcessFact = { pid: 1, name: "systemd", args: ["/sbin/init"] };
const CRON: ProcessFact = { pid: 5, name: "cron", args: ["/usr/sbin/CRON", "-f"] };
const CLAUDE: ProcessFact = { pid: 8, name: "node", args: ["node", "/usr/bin/claude"] };
const HIDDEN: ProcessFact = { pid: 3, name: "", args: [] };

/** A person at a terminal, unless told otherwise. */
function facts(changes: Partial<CallerFacts> = {}): CallerFacts {
  return {
    hasTerminal: true,
    hasControllingTerminal: true,
    ancestors: [SHELL, TERMINAL, INIT],
    environment: { PATH: "/bin", HOME: "/home/me" },
    declaredKind: null,
    isSimulated: false,
    simulatedCaller: null,
    ...changes,
  };
}

const PIPED = { hasTerminal: false };
const DETACHED = { hasTerminal: false, hasControllingTerminal: false };

describe("the ceiling", () => {
  test("is owner for a person at a terminal", () => {
    expect(callerOf(facts())).toEqual({
      sessionKind: "interactive",
      ceiling: "owner",
      client: null,
      session: null,
      why: "a terminal, and no agent among the processes above",
    });
  });

  test.each<[string, Partial<CallerFacts>, string]>([
    ["without both streams at a terminal", PIPED, "stdin or stdout is not a terminal"],
    ["below an agent", { ancestors: [SHELL, CLAUDE, INIT] }, "claude-code, known by process 8 above this one"],
    [
      "far below an agent",
      { ancestors: [SHELL, SHELL, SHELL, CLAUDE] },
      "claude-code, known by process 8 above this one",
    ],
    [
      "with an agent's marker",
      { environment: { CLAUDECODE: "1" } },
      "claude-code, known by environment variable CLAUDECODE",
    ],
    [
      "below a process that was started with an agent's marker",
      { inherited: [{ pid: 20, environment: { PATH: "/bin" } }, { pid: 7, environment: { CLAUDECODE: "1" } }] },
      "claude-code, known by environment variable CLAUDECODE of process 7 above this one",
    ],
    ["through the door of agents' clients, whoever started it", { isMcpServer: true }, "mcp, known by its connection"],
    [
      "through that door in a simulated workspace that was told of the owner",
      { isMcpServer: true, isSimulated: true, simulatedCaller: "owner" },
      "simulated workspace: MEMORY_CALLER=agent",
    ],
    ["below a scheduler that gave it a terminal", { ancestors: [SHELL, CRON, INIT] }, "started by the clock"],
    [
      "in a service that a timer started",
      { environment: { TRIGGER_TIMER_REALTIME_USEC: "1" } },
      "started by the clock",
    ],
    [
      "with a marker where ancestors cannot be read",
      { environment: { GEMINI_CLI: "1" }, ancestors: null },
      "gemini, known by environment variable GEMINI_CLI",
    ],
    [
      "below an agent above which nothing can be read",
      { ancestors: [CLAUDE, HIDDEN] },
      "claude-code, known by process 8 above this one",
    ],
  ])("is agent %s", (_, changes, why) => {
    expect(callerOf(facts(changes))).toMatchObject({ ceiling: "agent", why });
  });

  test.each<[string, CallerFacts["ancestors"]]>([["none", null], ["only some", [SHELL, HIDDEN]]])(
    "is decided by marker and terminal where ancestors can be read: %s, and that is said",
    (_, ancestors) => {
      expect(callerOf(facts({ ancestors }))).toMatchObject({
        ceiling: "owner",
        why: "a terminal and no marker of an agent; the processes above cannot be read",
      });
    },
  );

  test.each([
    { CODEX_HOME: "/home/me/.codex" },
    { GEMINI_API_KEY: "x" },
    { CURSOR_TRACE_ID: "x" },
    { TERM_PROGRAM: "vscode" },
    { CLAUDECODE: "" },
    { AGENT: "1" },
    { AGENT: "ssh" },
  ])("is not lowered by %j, which marks no agent", (environment) => {
    expect(callerOf(facts({ environment })).ceiling).toBe("owner");
  });

  test("cannot be raised or lowered by MEMORY_CALLER in a real workspace", () => {
    expect(callerOf(facts({ ...PIPED, simulatedCaller: "owner" })).ceiling).toBe("agent");
    expect(callerOf(facts({ simulatedCaller: "agent" })).ceiling).toBe("owner");
  });
});

describe("ceilingForText", () => {
  const sources: TextSource[] = ["argument", "prompt", "stdin", "file"];

  test("is the owner's only for what was typed", () => {
    expect(sources.map((source) => ceilingForText(callerOf(facts()), source))).toEqual([
      "owner",
      "owner",
      "agent",
      "agent",
    ]);
  });

  test("is never more than the caller's", () => {
    const caller = callerOf(facts(PIPED));
    expect(sources.map((source) => ceilingForText(caller, source))).toEqual(["agent", "agent", "agent", "agent"]);
  });
});

describe("the session kind", () => {
  test.each<[string, Partial<CallerFacts>, string]>([
    ["at a terminal", {}, "interactive"],
    ["in a pipe of a terminal's shell", PIPED, "interactive"],
    ["of an agent without a terminal", { ...DETACHED, environment: { CODEX_THREAD_ID: "t1" } }, "interactive"],
    ["below an agent without a terminal", { ...DETACHED, ancestors: [CLAUDE] }, "interactive"],
    ["of nobody", DETACHED, "unknown"],
    ["of nobody whose ancestors cannot be read", { ...DETACHED, ancestors: null }, "unknown"],
    ["below cron", { ...DETACHED, ancestors: [SHELL, CRON, INIT] }, "cron"],
    ["of an agent below cron", { ...DETACHED, ancestors: [CLAUDE, CRON] }, "cron"],
    [
      "of a service that a systemd timer started",
      { ...DETACHED, environment: { TRIGGER_TIMER_REALTIME_USEC: "1" } },
      "cron",
    ],
  ])("%s is right", (_, changes, kind) => {
    expect(callerOf(facts(changes)).sessionKind).toBe(kind as "cron");
  });

  test("may be declared where it is unknown, and only made lower where it is interactive", () => {
    for (const declaredKind of SESSION_KINDS) {
      expect(callerOf(facts({ ...DETACHED, declaredKind })).sessionKind).toBe(declaredKind);
      expect(callerOf(facts({ declaredKind })).sessionKind).toBe(declaredKind);
    }
  });

  test("may not be declared away below cron", () => {
    for (const declaredKind of SESSION_KINDS) {
      expect(callerOf(facts({ ancestors: [CRON], declaredKind })).sessionKind).toBe("cron");
    }
  });
});

describe("the client and its session", () => {
  test.each([
    [{ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "c1" }, "claude-code", "c1"],
    [{ CODEX_THREAD_ID: "t1" }, "codex", "t1"],
    [{ AMP_CURRENT_THREAD_ID: "a1", CLAUDECODE: "1" }, "amp", "a1"],
    [{ AGENT: "goose" }, "goose", null],
    [{ OPENCODE: "1" }, "opencode", null],
    [{}, null, null],
  ])("of %j are known", (environment, client, session) => {
    expect(callerOf(facts({ environment }))).toMatchObject({ client, session });
  });
});

describe("a simulated workspace", () => {
  test.each(
    [
      ["owner", "owner", "interactive"],
      ["agent", "agent", "interactive"],
      ["none", "agent", "unknown"],
    ] as const,
  )("takes MEMORY_CALLER=%s for the proof, whatever the machine is like", (simulatedCaller, ceiling, sessionKind) => {
    const world = { ...DETACHED, ancestors: [CLAUDE, CRON], environment: { CLAUDECODE: "1" } };
    const why = `simulated workspace: MEMORY_CALLER=${simulatedCaller}`;
    const client = simulatedCaller === "agent" ? "simulated" : null;
    const caller = { ceiling, sessionKind, client, session: null, why };
    expect(callerOf(facts({ ...world, isSimulated: true, simulatedCaller }))).toEqual(caller);
    expect(callerOf(facts({ isSimulated: true, simulatedCaller }))).toEqual(caller);
  });

  test("honours a declared kind over its ancestors", () => {
    const below = facts({ isSimulated: true, ancestors: [CRON], declaredKind: "heartbeat" });
    expect(callerOf(below).sessionKind).toBe("heartbeat");
    expect(callerOf({ ...below, simulatedCaller: "owner" }).sessionKind).toBe("heartbeat");
  });

  test("without MEMORY_CALLER looks at the real proof", () => {
    expect(callerOf(facts({ isSimulated: true })).ceiling).toBe("owner");
    expect(callerOf(facts({ isSimulated: true, ...PIPED })).ceiling).toBe("agent");
  });
});
