import { describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAncestors } from "../../src/app/ancestors.ts";
import { type CallerFactsRequest, readCallerFacts } from "../../src/app/caller_facts.ts";
import { agentOf, isScheduler } from "../../src/provenance/process_match.ts";
import { errorOf } from "../support/error_of.ts";
import { onTerminal } from "../support/run_in_terminal.ts";
import { isUnderAgent } from "../support/under_agent.ts";

function request(changes: Partial<CallerFactsRequest> = {}): CallerFactsRequest {
  return {
    environment: {},
    terminals: { stdin: false, stdout: false },
    declaredKind: null,
    isSimulated: false,
    ...changes,
  };
}

describe("readCallerFacts", () => {
  test("finds this process's parent first", () => {
    const { ancestors } = readCallerFacts(request());
    expect(ancestors?.[0]?.pid).toBe(process.ppid);
    expect(ancestors?.at(-1)?.pid).toBe(1);
  });

  test("asks for both streams to be terminals", () => {
    const both = [true, false].flatMap((stdin) => [true, false].map((stdout) => ({ stdin, stdout })));
    expect(both.map((terminals) => readCallerFacts(request({ terminals })).hasTerminal)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("reads MEMORY_CALLER in a simulated workspace only, and then nothing of the system", () => {
    const environment = { MEMORY_CALLER: "owner" };
    expect(readCallerFacts(request({ environment })).simulatedCaller).toBeNull();
    expect(readCallerFacts(request({ environment, isSimulated: true }))).toMatchObject({
      simulatedCaller: "owner",
      ancestors: [],
    });
  });

  test("refuses another MEMORY_CALLER, where it counts", () => {
    const environment = { MEMORY_CALLER: "root" };
    expect(errorOf(() => readCallerFacts(request({ environment, isSimulated: true })))).toMatchObject({
      kind: "usage",
      message: 'Invalid value "root" of MEMORY_CALLER: it should be one of owner, agent, none',
    });
    expect(readCallerFacts(request({ environment })).simulatedCaller).toBeNull();
  });
});

describe("readAncestors", () => {
  test("ends with an empty name where a process is gone", () => {
    const { pid } = Bun.spawnSync(["true"]);
    expect(readAncestors(pid, process.platform)).toEqual([{ pid, name: "", args: [] }]);
  });

  test("offers nothing on Windows", () => {
    expect(readAncestors(process.ppid, "win32")).toBeNull();
  });

  test("reads the same chain by ps where there is no /proc", () => {
    if (process.platform === "win32" || Bun.which("ps") === null) return console.warn("skipped: there is no ps");
    const byPs = readAncestors(process.ppid, "darwin");
    expect(byPs?.map(({ pid }) => pid)).toEqual(
      readAncestors(process.ppid, process.platform)?.map(({ pid }) => pid) ?? [],
    );
  });

  test.each([
    ["a script of an agent", "claude", ["bun", "SCRIPT"], "claude-code"],
    ["an executable of an agent", "codex", ["SCRIPT"], "codex"],
    ["a scheduler", "crond", ["SCRIPT"], "scheduler"],
    ["an editor", "vim", ["SCRIPT"], null],
  ])("sees %s above a real process", (_, name, command, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "memory-above-"));
    try {
      const child = join(folder, "child.ts");
      writeFileSync(
        child,
        `import { readAncestors } from ${JSON.stringify(join(import.meta.dir, "../../src/app/ancestors.ts"))};
         console.log(JSON.stringify(readAncestors(process.ppid, process.platform)));`,
      );
      const script = join(folder, name);
      if (command[0] === "bun") {
        const run = `Bun.spawnSync([process.execPath, ${JSON.stringify(child)}], { stdout: "inherit" });`;
        writeFileSync(script, run);
      } else {
        // A shell under the name; `; true` keeps it from replacing itself by the child.
        copyFileSync("/bin/sh", script);
        chmodSync(script, 0o755);
      }
      const words = command.map((word) => word === "SCRIPT" ? script : process.execPath);
      if (command[0] !== "bun") words.push("-c", `"${process.execPath}" "${child}"; true`);
      const above = JSON.parse(Bun.spawnSync(words).stdout.toString())[0];
      expect(isScheduler(above) ? "scheduler" : agentOf(above)).toBe(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Runs a program on a pseudo-terminal and returns what it says of its caller. */
async function callerOnTerminal(environment: Record<string, string>): Promise<unknown> {
  const script = `import { readCallerFacts } from ${
    JSON.stringify(join(import.meta.dir, "../../src/app/caller_facts.ts"))
  };
    import { callerOf } from ${JSON.stringify(join(import.meta.dir, "../../src/provenance/caller.ts"))};
    const terminals = { stdin: process.stdin.isTTY === true, stdout: process.stdout.isTTY === true };
    const facts = readCallerFacts({ environment: process.env, terminals, declaredKind: null, isSimulated: false });
    console.log("<" + JSON.stringify({ ...callerOf(facts), controlling: facts.hasControllingTerminal }) + ">");`;
  const { screen } = await onTerminal({
    command: [process.execPath, "-e", script],
    environment: { PATH: Bun.env["PATH"] ?? "", ...environment },
    cwd: process.cwd(),
    // Wide enough that the answer stays on one line.
    columns: 1000,
  });
  return JSON.parse(/<(\{.*\})>/.exec(screen)?.[1] ?? `"${screen}"`);
}

test("a process on a terminal of its own is the owner's", async () => {
  if (isUnderAgent) return console.warn("skipped: an agent runs these tests, so no caller below it is the owner");
  expect(await callerOnTerminal({})).toMatchObject({ ceiling: "owner", sessionKind: "interactive", controlling: true });
});

test("a process on a terminal that an agent set up is the agent's", async () => {
  expect(await callerOnTerminal({ GEMINI_CLI: "1" })).toMatchObject({
    ceiling: "agent",
    client: "gemini",
    controlling: true,
  });
});

test("a process without a terminal of any kind is of an unknown session", () => {
  if (isUnderAgent) return console.warn("skipped: an agent runs these tests");
  const script = `import { readCallerFacts } from ${
    JSON.stringify(join(import.meta.dir, "../../src/app/caller_facts.ts"))
  };
    import { callerOf } from ${JSON.stringify(join(import.meta.dir, "../../src/provenance/caller.ts"))};
    const facts = readCallerFacts({ environment: {}, terminals: { stdin: false, stdout: false }, declaredKind: null, isSimulated: false });
    console.log(JSON.stringify([facts.hasControllingTerminal, callerOf({ ...facts, ancestors: [] })]));`;
  const child = Bun.spawnSync(["setsid", "--wait", process.execPath, "-e", script]);
  expect(JSON.parse(child.stdout.toString())).toMatchObject([false, { ceiling: "agent", sessionKind: "unknown" }]);
});
