import { describe, expect, test } from "bun:test";
import { classifyTool, type ToolSettings } from "../../../src/provenance/tools/classify_tool.ts";
import { graver, text, turn } from "../../../src/provenance/tools/verdict.ts";
import { TOOL_FACTS } from "../../support/tool_facts.ts";

const UNSET: ToolSettings = { localServers: [], turn: [], text: [], none: [] };

function classOf(tool: string, input: Record<string, unknown> = {}, settings: Partial<ToolSettings> = {}) {
  return classifyTool({ client: "claude-code", tool, input }, TOOL_FACTS, { ...UNSET, ...settings });
}

function taintOf(tool: string, input: Record<string, unknown> = {}, settings: Partial<ToolSettings> = {}): string {
  return classOf(tool, input, settings).taint;
}

describe("a tool of Claude Code", () => {
  test("taints the turn if it reads from outside, or if nobody knows it", () => {
    for (
      const tool of [
        "WebFetch",
        "WebSearch",
        "BashOutput",
        "mcp__github__get_issue",
        "mcp__gmail__read",
        "Gmail",
        "",
        "toString",
        "__proto__",
      ]
    ) {
      expect([tool, taintOf(tool)]).toEqual([tool, "turn"]);
    }
    expect(classifyTool({ client: "other", tool: "Read", input: {} }, TOOL_FACTS, UNSET).taint).toBe("turn");
  });

  test("taints nothing if it only takes what the agent writes", () => {
    for (const tool of ["Write", "Edit", "MultiEdit", "TodoWrite", "Task", "AskUserQuestion"]) {
      expect([tool, taintOf(tool)]).toEqual([tool, "none"]);
    }
  });

  test("taints by its file: what repeats it in the project, the turn outside", () => {
    expect(taintOf("Read", { file_path: "/work/app/src/main.ts" })).toBe("text");
    expect(taintOf("Read", { file_path: "src/main.ts" })).toBe("text");
    expect(taintOf("Read", { file_path: "/etc/hosts" })).toBe("turn");
    expect(taintOf("Read", { file_path: "~/Downloads/x.html" })).toBe("turn");
    expect(taintOf("Read", { file_path: { odd: 1 } })).toBe("turn");
    expect(taintOf("Grep", { pattern: "/etc", path: "src" })).toBe("text");
    expect(taintOf("Grep", { pattern: "x" })).toBe("text");
    expect(taintOf("Grep", { pattern: "x", path: "/var/log" })).toBe("turn");
    expect(taintOf("Glob", { pattern: "**/*.ts" })).toBe("text");
    expect(taintOf("Glob", { pattern: "/etc/**" })).toBe("turn");
    expect(taintOf("Glob", { pattern: "../**/*.ts" })).toBe("turn");
  });

  test("names the file of the workspace whose lines decide", () => {
    expect(classOf("Read", { file_path: "/home/ann/notes/memory/x.md" })).toMatchObject({
      taint: "text",
      workspaceFile: "/home/ann/notes/memory/x.md",
    });
    expect(classOf("Read", { file_path: "src/main.ts" }).workspaceFile).toBeNull();
  });

  test("is judged by its line if it is the shell", () => {
    expect(taintOf("Bash", { command: "npm test" })).toBe("text");
    expect(taintOf("Bash", { command: "curl x >> memory/x.md" })).toBe("turn");
    expect(taintOf("Bash", {})).toBe("turn");
    expect(taintOf("Bash", { command: 7 })).toBe("turn");
  });

  test("may be ours by name, which is no more than a hint", () => {
    expect(classOf("mcp__memory__memory_search")).toMatchObject({ taint: "turn", mayBeOwn: true });
    expect(classOf("mcp__memory2__memory_search").mayBeOwn).toBe(false);
    expect(classOf("Bash", { command: "memory search x" })).toMatchObject({ taint: "text", mayBeOwn: true });
  });
});

describe("the user's settings", () => {
  test("name servers that are local, and nothing beside them", () => {
    const settings = { localServers: ["docs"] };
    expect(taintOf("mcp__docs__search", {}, settings)).toBe("text");
    expect(taintOf("mcp__docs2__search", {}, settings)).toBe("turn");
    expect(taintOf("docs", {}, settings)).toBe("turn");
  });

  test("raise and lower tools, servers and programs; the strictest counts", () => {
    expect(taintOf("Task", {}, { turn: ["Task"] })).toBe("turn");
    expect(taintOf("mcp__git__log", {}, { text: ["mcp__git"] })).toBe("text");
    expect(taintOf("mcp__git__log", {}, { none: ["mcp__git__log"] })).toBe("none");
    expect(taintOf("Bash", { command: "mycli list" }, { turn: ["shell:mycli"] })).toBe("turn");
    expect(taintOf("Bash", { command: "gh pr view" }, { text: ["shell:gh"] })).toBe("text");
    expect(taintOf("WebFetch", {}, { turn: ["WebFetch"], none: ["WebFetch"] })).toBe("turn");
  });

  test("that lower a program let nothing else through with it", () => {
    for (
      const command of ["gh pr view && curl x", "gh pr view | bash", "gh $(curl x)", "gh x\ncurl y", "(gh x)", "x=1 gh"]
    ) {
      expect([command, taintOf("Bash", { command }, { text: ["shell:gh"] })]).toEqual([command, "turn"]);
    }
  });
});

describe("of two verdicts", () => {
  test("the graver counts, the first of equals", () => {
    expect(graver(text("a"), turn("b"))).toEqual(turn("b"));
    expect(graver(turn("a"), text("b"))).toEqual(turn("a"));
    expect(graver(text("a"), text("b"))).toEqual(text("a"));
    expect(graver({ taint: "none", reason: "" }, text("b"))).toEqual(text("b"));
  });

  test("a name that a client was told is shown only so far, and plainly", () => {
    const { reason } = classOf(`mcp__x__\u001b[31m${"y".repeat(500)}`);
    expect(reason).not.toContain("\u001b");
    expect(reason.length).toBeLessThan(120);
  });
});

describe("tools of other clients", () => {
  const taint = (client: string, tool: string, input: Readonly<Record<string, unknown>>) =>
    classifyTool({ client, tool, input }, TOOL_FACTS, UNSET).taint;

  test.each([
    ["codex", "shell", { command: ["bash", "-lc", "npm test"] }, "text"],
    ["codex", "shell", { command: ["bash", "-lc", "curl https://a.example"] }, "turn"],
    ["codex", "shell", { command: ["git", "commit", "-m", "it's done; curl"] }, "text"],
    ["codex", "shell", { command: ["curl", "https://a.example"] }, "turn"],
    ["codex", "shell", { command: ["ls"], workdir: "/etc" }, "turn"],
    ["codex", "shell", { command: [] }, "turn"],
    ["codex", "Bash", { command: "curl -s https://a.example" }, "turn"],
    ["codex", "shell", { command: [1] }, "turn"],
    ["codex", "shell", { command: ["apply_patch", "*** Begin Patch\n*** End Patch"] }, "none"],
    ["codex", "shell", { command: ["bash", "-lc", "apply_patch <<'EOF'\n*** Begin Patch\nEOF\n"] }, "none"],
    ["codex", "shell", { command: ["bash", "-lc", "apply_patch <<'EOF'\nx\nEOF\ncurl a.example"] }, "turn"],
    ["codex", "exec_command", { cmd: "git status" }, "text"],
    ["codex", "local_shell", { type: "exec", command: ["git", "log"] }, "text"],
    ["codex", "write_stdin", { session_id: 1 }, "turn"],
    ["codex", "apply_patch", { input: "x" }, "none"],
    ["codex", "update_plan", {}, "none"],
    ["codex", "view_image", {}, "turn"],
    ["codex", "web_search", {}, "turn"],
    ["codex", "Bash", { command: "git status" }, "text"],
    ["codex", "get_goal", {}, "none"],
    ["gemini", "update_topic", { title: "Deploys" }, "none"],
    ["gemini", "read_background_output", { pid: 7 }, "turn"],
    ["openclaw", "exec", { command: "git status" }, "text"],
    ["openclaw", "read", { path: "/etc/passwd" }, "turn"],
    ["openclaw", "write", { path: "x" }, "none"],
    ["openclaw", "memory_search", { query: "x" }, "turn"],
    ["gemini", "run_shell_command", { command: "npm test" }, "text"],
    ["gemini", "run_shell_command", { command: "npm test", directory: "/etc" }, "turn"],
    ["gemini", "read_many_files", {}, "turn"],
    ["gemini", "read_many_files", { include: ["src/**/*.ts"] }, "text"],
    ["gemini", "read_many_files", { include: ["*/../../../etc/*"] }, "turn"],
    ["gemini", "replace", {}, "none"],
    ["gemini", "google_web_search", {}, "turn"],
    ["gemini", "tool_of_tomorrow", {}, "turn"],
  ])("%s: %s %j taints %s", (client, tool, input, expected) => {
    expect(taint(client, tool, input)).toBe(expected as "turn");
  });
});

describe("a tool of Cursor or OpenCode", () => {
  const of = (client: string, tool: string, input: Record<string, unknown> = {}) =>
    classifyTool({ client, tool, input }, TOOL_FACTS, UNSET);

  test("is what it does", () => {
    const rows: [string, string, Record<string, unknown>, string][] = [
      ["cursor", "Shell", { command: "npm test" }, "text"],
      ["cursor", "Shell", { command: "curl https://a.example" }, "turn"],
      ["cursor", "Shell", { command: "npm test", "working_directory": "/etc" }, "turn"],
      ["cursor", "Shell", {}, "turn"],
      ["cursor", "Read", { "file_path": "/work/app/a.ts" }, "text"],
      ["cursor", "Read", { "file_path": "/etc/passwd" }, "turn"],
      ["cursor", "Read", {}, "turn"],
      ["cursor", "Grep", { pattern: "x" }, "text"],
      ["cursor", "Grep", { pattern: "x", path: "/etc" }, "turn"],
      ["cursor", "Write", { "file_path": "a" }, "none"],
      ["cursor", "Delete", { "file_path": "a" }, "none"],
      ["cursor", "Task", {}, "turn"],
      ["cursor", "MCP:fetch", {}, "turn"],
      ["opencode", "bash", { command: "git status" }, "text"],
      ["opencode", "bash", { command: "git fetch" }, "turn"],
      ["opencode", "bash", { command: "ls", workdir: "/etc" }, "turn"],
      ["opencode", "read", { filePath: "/work/app/a.ts" }, "text"],
      ["opencode", "read", { filePath: "/etc/passwd" }, "turn"],
      ["opencode", "glob", { pattern: "**/*.ts" }, "text"],
      ["opencode", "glob", { pattern: "/etc/*" }, "turn"],
      ["opencode", "grep", { pattern: "x", path: "/etc" }, "turn"],
      ["opencode", "list", { path: "." }, "text"],
      ["opencode", "webfetch", { url: "https://a.example" }, "turn"],
      ["opencode", "task", {}, "turn"],
      ["opencode", "batch", {}, "turn"],
      ["opencode", "github_get_issue", {}, "turn"],
      ...["edit", "multiedit", "write", "patch", "apply_patch", "todowrite", "todoread"].map(
        (tool): [string, string, Record<string, unknown>, string] => ["opencode", tool, { filePath: "a" }, "none"],
      ),
    ];
    const found = rows.map(([client, tool, input]) => [client, tool, input, of(client, tool, input).taint]);
    expect(found).toEqual(rows);
  });

  test("may be one of ours by its whole name only, as each client names it", () => {
    const own: [string, string][] = [
      ["claude-code", "mcp__memory__memory_search"],
      ["codex", "mcp__memory__memory_get"],
      ["gemini", "mcp_memory_memory_search"],
      ["cursor", "MCP:memory_add"],
      ["opencode", "memory_memory_intent"],
    ];
    for (const [client, tool] of own) {
      expect([tool, of(client, tool).mayBeOwn, of(client, tool).taint]).toEqual([tool, true, "turn"]);
    }
    const others: [string, string][] = [
      ["gemini", "mcp_memory_evil_memory_search"],
      ["gemini", "memory_search"],
      ["cursor", "MCP:memory_searches"],
      ["opencode", "memory_memory_search2"],
      ["opencode", "memory_search"],
      ["opencode", "mcp_memory_memory_search"],
    ];
    for (const [client, tool] of others) expect([tool, of(client, tool).mayBeOwn]).toEqual([tool, false]);
  });
});
