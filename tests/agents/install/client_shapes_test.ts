/** What each client finds in its settings, against the shapes of its reference, and read by our own readers. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { parse } from "jsonc-parser";
import { HOOK_CLIENTS } from "../../../src/agents/hook/clients.ts";
import { type InstallWorld, openInstallWorld } from "../../support/install_world.ts";

let world: InstallWorld;

beforeEach(() => {
  world = openInstallWorld();
});
afterEach(() => world.remove());

/** What settings hold here. */
interface Said {
  readonly hooks?: object;
  readonly mcp?: object;
  readonly mcpServers?: object;
  readonly version?: number;
}

/** Returns what a file below the home says. */
function said(path: string): Said {
  return parse(world.read(path) ?? "");
}

/** A handler as Claude Code and Codex have it: seconds. */
function seconds(client: string) {
  return { type: "command", command: `/opt/memory/bin/memory hook ${client}`, timeout: 10 };
}

const SERVER = { command: "/opt/memory/bin/memory", args: ["mcp"] };

describe("the settings", () => {
  test("of Claude Code ask for every event, for all tools, and count in seconds", () => {
    world.install("claude-code");
    const [all, tools] = [[{ hooks: [seconds("claude-code")] }], [{ matcher: "*", hooks: [seconds("claude-code")] }]];
    expect(said(".claude/settings.json")).toEqual({
      hooks: {
        SessionStart: all,
        UserPromptSubmit: all,
        PostToolUse: tools,
        PostToolUseFailure: tools,
        Stop: all,
        StopFailure: all,
        PreCompact: all,
        SessionEnd: all,
      },
    });
    expect(said(".claude.json")).toEqual({ mcpServers: { memory: SERVER } });
  });

  test("of Claude Code for one project hold the path of a program in no shared file but that of the server", () => {
    world.install("claude-code", { scope: "project", withServer: false });
    expect(said("project/.claude/settings.local.json").hooks).toBeDefined();
    expect(world.read("project/.claude/settings.json")).toBeNull();
    expect(world.read("project/.mcp.json")).toBeNull();
    world.install("claude-code", { scope: "project" });
    expect(said("project/.mcp.json")).toEqual({ mcpServers: { memory: SERVER } });
  });

  test("of Codex hold no event that it does not know", () => {
    world.install("codex");
    const all = [{ hooks: [seconds("codex")] }];
    expect(said(".codex/hooks.json")).toEqual({
      hooks: {
        SessionStart: all,
        UserPromptSubmit: all,
        PostToolUse: [{ matcher: "*", hooks: [seconds("codex")] }],
        PreCompact: all,
        Stop: all,
      },
    });
    expect(world.read(".codex/config.toml")).toBe(
      [
        "# BEGIN memory, written by memory hook install",
        "[mcp_servers.memory]",
        'command = "/opt/memory/bin/memory"',
        'args = ["mcp"]',
        "# END memory",
        "",
      ].join("\n"),
    );
  });

  test("of Gemini CLI count in milliseconds", () => {
    world.install("gemini");
    const handler = { type: "command", command: "/opt/memory/bin/memory hook gemini", name: "memory", timeout: 10_000 };
    const all = [{ hooks: [handler] }];
    expect(said(".gemini/settings.json")).toEqual({
      hooks: {
        SessionStart: all,
        BeforeAgent: all,
        AfterTool: [{ matcher: "*", hooks: [handler] }],
        AfterAgent: all,
        PreCompress: [{ matcher: "manual", hooks: [handler] }],
        SessionEnd: all,
      },
      mcpServers: { memory: SERVER },
    });
  });

  test("of Cursor say their version and hold nothing but commands", () => {
    world.install("cursor");
    const all = [{ command: "/opt/memory/bin/memory hook cursor" }];
    expect(said(".cursor/hooks.json")).toEqual({
      version: 1,
      hooks: {
        sessionStart: all,
        beforeSubmitPrompt: all,
        postToolUse: all,
        afterShellExecution: all,
        afterMCPExecution: all,
        afterAgentResponse: all,
        stop: all,
        preCompact: all,
        sessionEnd: all,
      },
    });
    expect(said(".cursor/mcp.json")).toEqual({ mcpServers: { memory: SERVER } });
    world.write(".cursor/hooks.json", '{"hooks": {}, "version": 2}');
    world.install("cursor");
    expect(said(".cursor/hooks.json").version).toBe(2);
  });

  test("of OpenCode are a plugin and, for the server, an entry in the file that is there", () => {
    world.write(".config/opencode/opencode.jsonc", '{\n  // mine\n  "model": "x",\n}\n');
    world.install("opencode");
    expect(world.read(".config/opencode/plugins/memory.js")).toContain(
      'const COMMAND = ["/opt/memory/bin/memory","hook","opencode"];',
    );
    expect(world.read(".config/opencode/opencode.json")).toBeNull();
    expect(world.read(".config/opencode/opencode.jsonc")).toContain("// mine");
    expect(said(".config/opencode/opencode.jsonc").mcp).toEqual({
      memory: { type: "local", command: ["/opt/memory/bin/memory", "mcp"] },
    });
  });

  test("of every client ask only for events that its reader does something with, and for each of ours", () => {
    for (const [name, client] of HOOK_CLIENTS) {
      const events = world.plan(name).events.map((event) => {
        const value = { "hook_event_name": event, "session_id": "s", "conversation_id": "s", prompt: "x", text: "y" };
        const read = client.read(value, null);
        return typeof read === "string" ? `${event}: ${read}` : read.event;
      });
      const wanted = ["end", "precompact", "prompt", "reply", "start", "tool"].filter((event) =>
        // Codex tells of no end of a session.
        name !== "codex" || event !== "end"
      );
      expect([name, [...new Set(events)].sort()]).toEqual([name, wanted]);
    }
  });

  test("hold the workspace that was named, quoted for a shell", () => {
    const kept = ["--workspace", "/home/ann/my notes"];
    world.install("cursor", { kept });
    expect(world.read(".cursor/hooks.json")).toContain(
      `"/opt/memory/bin/memory hook cursor --workspace '/home/ann/my notes'"`,
    );
    expect(said(".cursor/mcp.json").mcpServers).toEqual({
      memory: { command: "/opt/memory/bin/memory", args: ["mcp", ...kept] },
    });
  });
});

describe("a program that was moved", () => {
  test("gets its commands changed where they stand, with what people changed beside them", () => {
    for (const client of ["claude-code", "codex", "gemini", "cursor", "opencode"]) {
      const [piece] = world.plan(client).pieces;
      const path = piece?.path.slice(world.home.length + 1) ?? "";
      world.install(client);
      const tuned = (world.read(path) ?? "").replace('"timeout": 10', '"timeout": 25');
      if (client !== "opencode") world.write(path, tuned);
      world.install(client, { program: "/new place/memory" });
      const after = world.read(path) ?? "";
      expect([client, after.includes("/opt/memory")]).toEqual([client, false]);
      expect(after).toContain("/new place/memory");
      if (tuned.includes("25")) expect(after).toContain('"timeout": 25');
      expect(world.install(client, { program: "/new place/memory" })).toEqual([]);
    }
  });

  test("is taken out as well, and the file that nobody else touched is what it was", () => {
    world.write(".gemini/settings.json", '{"theme": "dark"}');
    world.install("gemini");
    world.install("gemini", { program: "/new/memory" });
    world.uninstall("gemini", { program: "/third/memory" });
    expect(world.read(".gemini/settings.json")).toBe('{"theme": "dark"}');
  });
});

describe("hooks that are switched off", () => {
  test("are not installed, and the setting is named", () => {
    for (
      const [client, path, text, setting] of [
        ["claude-code", ".claude/settings.json", '{"disableAllHooks": true}', "disableAllHooks: true"],
        ["codex", ".codex/config.toml", "[features]\ncodex_hooks = false\n", "features.codex_hooks: false"],
        ["gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}', "hooksConfig.enabled: false"],
      ] as const
    ) {
      world.write(path, text);
      expect(world.plan(client).switchedOff()?.setting).toBe(setting);
      expect(() => world.install(client)).toThrow(`says "${setting}"`);
      expect(world.read(path)).toBe(text);
    }
  });

  test("for everybody count for a project, too", () => {
    world.write(".claude/settings.json", '{"disableAllHooks": true}');
    expect(() => world.install("claude-code", { scope: "project" })).toThrow("Claude Code calls none");
    expect(world.read("project/.claude/settings.local.json")).toBeNull();
  });
});
