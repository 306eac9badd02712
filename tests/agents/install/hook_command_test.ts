/** The command that a client is given, and whose a command is. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  hookWords,
  isOtherCall,
  isOwnHook,
  isOwnServer,
  serverWords,
  shellLine,
  shellWords,
} from "../../../src/agents/install/hook_command.ts";
import { errorOf } from "../../support/error_of.ts";

const PROGRAM = { program: ["/opt/memory"], kept: [], platform: "linux" };

describe("the command", () => {
  test("is the absolute path, the client, and the workspace if it was named", () => {
    expect(hookWords(PROGRAM, "codex")).toEqual(["/opt/memory", "hook", "codex"]);
    const kept = { ...PROGRAM, kept: ["--workspace", "/home/a/my notes"] };
    expect(shellLine(hookWords(kept, "codex"), "linux")).toBe("/opt/memory hook codex --workspace '/home/a/my notes'");
    expect(serverWords(kept)).toEqual(["/opt/memory", "mcp", "--workspace", "/home/a/my notes"]);
  });

  test("means the same words to a real shell, whatever stands in a path", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 5 }),
        (drawn) => {
          // deno-lint-ignore no-control-regex
          const words = drawn.map((word) => `/${word.replaceAll(/[\x00-\x1f\x7f]/g, "_")}`);
          const line = shellLine(words, "linux");
          expect(shellWords(line)).toEqual(words);
          const { stdout } = Bun.spawnSync(["/bin/sh", "-c", `printf '%s\\n' ${line}`]);
          expect(stdout.toString()).toBe(words.map((word) => `${word}\n`).join(""));
        },
      ),
      { seed: 20_261_130, numRuns: 40 },
    );
  }, 240_000);

  test("is quoted as Windows wants it", () => {
    const line = shellLine(["C:\\Program Files\\memory.exe", "hook", "gemini"], "win32");
    expect(line).toBe('"C:\\Program Files\\memory.exe" hook gemini');
    expect(isOwnHook(line, "gemini")).toBe(true);
  });

  test("is not made of a path with a line break", () => {
    const broken = { ...PROGRAM, program: ["/opt/a\nb"] };
    expect(errorOf(() => hookWords(broken, "codex")).message).toBe(
      'Cannot write "/opt/a\\nb" into a command: it holds a control character',
    );
    expect(errorOf(() => serverWords(broken)).hint).toBe("rename that folder, or move the program");
  });
});

describe("a command in the settings", () => {
  test("is ours by its form, wherever the program was then", () => {
    for (
      const line of [
        "/opt/memory hook codex",
        "'/home/a/my tools/mem' hook codex",
        "/usr/bin/bun /src/main.ts hook codex --data-dir /d --workspace '/w w'",
        "'/o'\\''neill/memory' hook codex",
      ]
    ) {
      expect([line, isOwnHook(line, "codex")]).toEqual([line, true]);
      expect(isOwnHook(line, "gemini")).toBe(false);
      expect(isOtherCall(line, "codex")).toBe(false);
    }
  });

  test("is another's call if it calls the memory in any other way", () => {
    for (
      const line of [
        "memory hook codex",
        "memory hook codex start",
        "memory.exe hook codex",
        "/opt/memory hook codex start",
        "cd /x && /opt/memory hook codex",
        "/opt/memory --quiet hook codex",
        "/opt/memory hook codex || true",
        '"$HOME/bin/memory" hook codex',
      ]
    ) {
      expect([line, isOwnHook(line, "codex")]).toEqual([line, false]);
      expect([line, isOtherCall(line, "codex")]).toEqual([line, true]);
    }
  });

  test("is nobody's business if it only looks alike", () => {
    for (
      const line of [
        "",
        "/opt/x hooks codex",
        "memory hook codexx",
        "webhook codex",
        "/opt/memory hook",
      ]
    ) {
      expect([line, isOwnHook(line, "codex"), isOtherCall(line, "codex")]).toEqual([line, false, false]);
    }
  });

  test("starts a server of ours only by its form, too", () => {
    expect(isOwnServer(["/opt/memory", "mcp"])).toBe(true);
    expect(isOwnServer(["/opt/memory", "mcp", "--workspace", "/w"])).toBe(true);
    expect(isOwnServer(["memory", "mcp"])).toBe(false);
    expect(isOwnServer(["/opt/memory", "mcp", "--verbose"])).toBe(false);
    expect(isOwnServer([])).toBe(false);
  });

  test("that a shell would take apart is read as none", () => {
    for (const line of ["a $b", "a `b`", "a;b", "a|b", "a > b", "a 'b", 'a "b', "a *"]) {
      expect([line, shellWords(line)]).toEqual([line, null]);
    }
    expect(shellWords("  a  'b c'\"d\"  ")).toEqual(["a", "b cd"]);
  });
});
