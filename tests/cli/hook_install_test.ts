/** `memory hook install` and its kin through the built program. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { standIns } from "../support/stand_ins.ts";

setDefaultTimeout(240_000);

let world: CliWorld;

beforeEach(() => {
  world = openCliWorld();
});
afterEach(() => world.remove());

async function hook(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await world.run(["hook", ...words], { environment });
  return { code, stderr, json: stdout === "" ? null : JSON.parse(stdout) };
}

/** Returns the path of Claude Code's settings, with a text in them. */
function settings(text: string): string {
  mkdirSync(join(world.home, ".claude"), { recursive: true });
  const path = join(world.home, ".claude", "settings.json");
  writeFileSync(path, text);
  return path;
}

describe("a client", () => {
  test("is set up once, called by its own command, and given back", async () => {
    await world.run(["init"]);
    const text = '{\r\n\t// mine\r\n\t"model": "opus",\r\n}\r\n';
    const path = settings(text);
    const first = await hook(["install", "--client", "claude-code"]);
    expect(first).toMatchObject({ code: 0, json: { changed: true, files: [{ path, change: "changed" }] } });
    expect(first.json.notices.join("\n")).toContain("the first seven nights");
    expect(await hook(["install", "claude-code"])).toMatchObject({ code: 0, json: { changed: false, files: [] } });

    // The command that stands there is one that a shell starts and the client understands.
    const { hooks: { SessionStart: [{ hooks: [{ command }] }] } } = Bun.JSONC.parse(readFileSync(path, "utf8")) as {
      hooks: { SessionStart: [{ hooks: [{ command: string }] }] };
    };
    const child = Bun.spawn(["/bin/sh", "-c", command], {
      cwd: join(world.home, "notes"),
      env: { ...world.environment, PATH: "/usr/bin:/bin" },
      stdin: new Blob([JSON.stringify({ "hook_event_name": "SessionStart", "session_id": "s", source: "startup" })]),
      stdout: "pipe",
      stderr: "pipe",
    });
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
    const { json: status } = await hook(["status", "--client", "claude-code"]);
    expect(status.clients).toMatchObject([{
      client: "claude-code",
      installed: true,
      places: [{ scope: "user", installed: true, missing: [], programExists: true, thisProgram: true }, {
        scope: "project",
        installed: false,
      }],
      calls: { events: ["start"], count: 1, failed: 0 },
    }]);

    expect(await hook(["uninstall", "claude-code"])).toMatchObject({ code: 0, json: { changed: true } });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(readdirSync(join(world.home, ".claude"))).toEqual(["settings.json"]);
    expect(await hook(["uninstall", "claude-code"])).toMatchObject({ code: 0, json: { changed: false } });
  });

  test("is shown as a difference that patch takes, to an agent too", async () => {
    await world.run(["init"]);
    const path = settings('{\n  "model": "opus"\n}');
    const { code, json } = await hook(["install", "claude-code", "--dry-run"], { MEMORY_CALLER: "agent" });
    expect({ code, dryRun: json.dryRun, changed: json.changed }).toEqual({ code: 0, dryRun: true, changed: true });
    expect(json.diff.slice(0, 3)).toEqual([
      `--- ${path}`,
      `+++ ${path}`,
      expect.stringMatching(/^@@ -1,3 \+1,\d+ @@$/),
    ]);
    expect(json.diff).toContain("\\ No newline at end of file");
    expect(readdirSync(join(world.home, ".claude"))).toEqual(["settings.json"]);
    await hook(["install", "claude-code"]);
    const after = readFileSync(path, "utf8");
    if (Bun.which("patch") !== null) {
      settings('{\n  "model": "opus"\n}');
      const patched = Bun.spawnSync(["patch", "-s", path], { stdin: Buffer.from(`${json.diff.join("\n")}\n`) });
      expect([patched.exitCode, readFileSync(path, "utf8")]).toEqual([0, after]);
    }
  });

  test("is set up by nobody but the owner", async () => {
    await world.run(["init"]);
    for (const action of ["install", "uninstall"]) {
      const { code, json } = await hook([action, "codex"], { MEMORY_CALLER: "agent" });
      expect(code).toBe(1);
      expect(json.error.message).toStartWith(`Cannot ${action} hooks: only the owner at a terminal may`);
    }
    expect(existsSync(join(world.home, ".codex"))).toBe(false);
  });

  test("is set up for the root of the project, and with the workspace that was named", async () => {
    await world.run(["init"]);
    const inner = join(world.home, "app", "src", "deep");
    mkdirSync(inner, { recursive: true });
    mkdirSync(join(world.home, "app", ".git"));
    const words = ["hook", "install", "gemini", "--scope", "project", "--mcp", "--workspace", "../../../notes"];
    const { code, stdout } = await world.run(words, { cwd: "app/src/deep" });
    const json = JSON.parse(stdout);
    expect({ code, files: json.files }).toMatchObject({
      code: 0,
      files: [{ path: join(world.home, "app", ".gemini", "settings.json"), change: "created", backup: null }],
    });
    expect(json.command).toEndWith(` hook gemini --workspace ${join(world.home, "notes")}`);
    expect(json.notices.join("\n")).toContain("often shared with others");
  });

  test("is offered the nights with it", async () => {
    await world.run(["init"]);
    const { path: PATH } = standIns(world.home);
    const { code, json } = await hook(["install", "cursor", "--schedule"], { PATH });
    expect({ code, nextRun: json.schedule?.nextRun }).toEqual({ code: 0, nextRun: "2026-08-20T03:00:00+08:00" });
    expect(json.notices.join("\n")).not.toContain("No night is planned");
  });

  test("is set up where there is no workspace yet only by the owner, and told so", async () => {
    const { code, json } = await hook(["install", "codex", "--dry-run"], { MEMORY_NOW: "" });
    expect(code).toBe(0);
    expect(json.notices.join("\n")).toContain("none is found from this one: memory init");
    expect((await hook(["install", "codex"], { MEMORY_NOW: "" })).code).toBe(1);
  });
});

describe("words that do not fit", () => {
  test("are usage errors of the actions, and never exit 2 for a client", async () => {
    await world.run(["init"]);
    for (
      const [words, message] of [
        [["install"], 'Missing "--client" of "memory hook install"'],
        [["install", "emacs"], 'Unknown client "emacs"'],
        [["install", "codex", "--client", "cursor"], 'Cannot tell which client is meant: "codex" or "cursor"'],
        [["status", "--dry-run"], 'Cannot use "--dry-run" with "memory hook status"'],
        [["uninstall", "codex", "--mcp"], 'Cannot use "--mcp" with "memory hook uninstall"'],
        [["print", "codex", "--schedule"], 'Cannot use "--schedule" with "memory hook print"'],
        [["install", "codex", "--bogus"], 'Unknown flag "--bogus"'],
      ] as const
    ) {
      const { code, json } = await hook(words);
      expect({ code, message: json.error.message }).toEqual({ code: 2, message });
    }
    for (const words of [["codex", "--bogus"], ["emacs"]]) {
      const { code, stdout } = await world.run(["hook", ...words]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    }
  });

  test("are printed for whoever edits by hand", async () => {
    await world.run(["init"]);
    const { code, json } = await hook(["print", "codex", "--mcp"]);
    expect(code).toBe(0);
    expect(json.files.map(({ path }: { path: string }) => path)).toEqual([
      join(world.home, ".codex", "hooks.json"),
      join(world.home, ".codex", "config.toml"),
    ]);
    expect(JSON.parse(json.files[0].text).hooks.Stop[0].hooks[0].command).toBe(json.command);
    expect(json.command).toEndWith(" hook codex");
    expect(json.command).toContain(memoryCommand()[0] ?? "");
  });
});
