import { describe, expect, test } from "bun:test";
import { hookCallerOf } from "../../../src/agents/hook/client_process.ts";
import type { ProcessFact } from "../../../src/provenance/process_match.ts";

const CLAUDE: ProcessFact = { pid: 10, name: "claude", args: ["claude"] };
const LOGIN: ProcessFact = { pid: 2, name: "zsh", args: ["-zsh"] };

function shell(line: string, name = "/bin/sh"): ProcessFact {
  return { pid: 20, name: "sh", args: [name, "-c", line] };
}

function isDirect(...between: ProcessFact[]): boolean {
  return hookCallerOf("claude-code", [...between, CLAUDE, LOGIN]).isDirect;
}

describe("a hook is the client's own call", () => {
  test("right below the client, or below a shell that does nothing else", () => {
    expect(isDirect()).toBe(true);
    for (
      const line of [
        "memory hook claude-code",
        "/usr/local/bin/memory hook claude-code prompt",
        '"/opt/my tools/memory" hook claude-code',
        "MEMORY_WORKSPACE=/home/ann/notes memory hook claude-code",
        '"$HOME"/bin/memory hook claude-code 2>/dev/null',
        "memory hook claude-code || true",
      ]
    ) expect([line, isDirect(shell(line))]).toEqual([line, true]);
    expect(isDirect({ pid: 20, name: "bash", args: ["/usr/bin/bash", "-lc", "memory hook claude-code"] })).toBe(true);
    expect(isDirect(shell("memory hook claude-code"), shell("memory hook claude-code"))).toBe(true);
  });

  test("and not below anything that an agent can start", () => {
    for (
      const line of [
        "echo '{}' | memory hook claude-code",
        "memory hook claude-code < forged.json",
        "memory hook claude-code; memory note x",
        "memory hook claude-code && memory note x",
        "source snapshot.sh && eval 'memory hook claude-code'",
        "memory hook claude-code\nmemory note x",
        "$(memory hook claude-code)",
        "(memory hook claude-code)",
        "npm test",
        "",
      ]
    ) expect([line, isDirect(shell(line))]).toEqual([line, false]);
    expect(isDirect({ pid: 20, name: "node", args: ["node", "x.js"] })).toBe(false);
    expect(isDirect({ pid: 20, name: "bash", args: ["bash", "hook.sh"] })).toBe(false);
    expect(isDirect(shell("memory hook claude-code"), shell("eval x"))).toBe(false);
    const three = [shell("memory hook x"), shell("memory hook x"), shell("memory hook x")];
    expect(isDirect(...three)).toBe(false);
  });

  test("and not below another client, or none, or where nobody can look", () => {
    expect(hookCallerOf("codex", [CLAUDE]).isDirect).toBe(false);
    expect(hookCallerOf("claude-code", [LOGIN])).toEqual({ client: null, isDirect: false, isBatch: false });
    expect(hookCallerOf("claude-code", null).client).toBeNull();
    expect(hookCallerOf("claude-code", []).client).toBeNull();
  });
});

describe("a client runs in a batch", () => {
  test("if it was told to print or to execute", () => {
    const batch = (args: string[], client = "claude-code", name = "claude") =>
      hookCallerOf(client, [{ pid: 10, name, args: [name, ...args] }]).isBatch;
    expect(batch([])).toBe(false);
    expect(batch(["fix the bug"])).toBe(false);
    expect(batch(["--resume", "x"])).toBe(false);
    expect(batch(["-p", "fix the bug"])).toBe(true);
    expect(batch(["--print"])).toBe(true);
    expect(batch(["--output-format=json"])).toBe(true);
    expect(batch(["exec", "x"], "codex", "codex")).toBe(true);
    expect(batch(["-p", "x"], "codex", "codex")).toBe(false);
    expect(batch(["--prompt=x"], "gemini", "gemini")).toBe(true);
    expect(hookCallerOf("claude-code", [{
      pid: 10,
      name: "node",
      args: ["node", "/x/node_modules/@anthropic-ai/claude-code/cli.js", "-p", "x"],
    }])).toMatchObject({ isBatch: true, isDirect: true });
  });
});

describe.each([
  ["claude-code", "claude", ["-p"]],
  ["codex", "codex", ["exec"]],
  ["gemini", "gemini", ["--prompt=x"]],
  ["cursor", "cursor-agent", ["--print"]],
  ["opencode", "opencode", ["run"]],
])("a hook of %s", (client, name, batch) => {
  const process = (args: readonly string[] = []): ProcessFact => ({ pid: 10, name, args: [name, ...args] });

  test("is its own right below it and below its shell, and nobody else's", () => {
    const direct = (...between: ProcessFact[]) => hookCallerOf(client, [...between, process(), LOGIN]);
    expect(direct()).toMatchObject({ isDirect: true, isBatch: false });
    for (const args of [["bash", "-c"], ["/bin/zsh", "-lc"], ["sh", "-c"], ["/usr/bin/fish", "-c"]]) {
      const between = { pid: 20, name: "sh", args: [...args, `memory hook ${client} prompt`] };
      expect([args, direct(between).isDirect]).toEqual([args, true]);
      const piped = { pid: 20, name: "sh", args: [...args, `cat x | memory hook ${client}`] };
      expect([args, direct(piped).isDirect]).toEqual([args, false]);
    }
    const other = client === "codex" ? "gemini" : "codex";
    expect(hookCallerOf(other, [process(), LOGIN]).client).toBeNull();
  });

  test("is one of a batch where it was started to answer once", () => {
    expect(hookCallerOf(client, [process(batch)]).isBatch).toBe(true);
    expect(hookCallerOf(client, [process(["fix the bug"])]).isBatch).toBe(false);
  });
});
