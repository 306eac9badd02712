/** A local program as a language model: real children that answer, hang, fork, flood and fail. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askFailure, askModel, type ModelPlace, openModel } from "../support/model_world.ts";

const command = (words: readonly string[], place: ModelPlace = {}) =>
  openModel({ provider: "command", name: null, command: words }, place);
const shell = (script: string, place: ModelPlace = {}) => command(["sh", "-c", script], place);

describe("a program that answers", () => {
  test("gets the prompt on its input, and its words as they stand", async () => {
    const [read, word] = [
      await command(["head", "-c", "8"]),
      await command(["printf", "%s", '"$(touch /tmp/x); `id`"']),
    ];
    expect(await askModel(read, { prompt: '{"a": 1}' })).toEqual({ a: 1 });
    expect(await askModel(word)).toBe("$(touch /tmp/x); `id`");
  });

  test("runs in the home folder, and hooks that it sets off do nothing", async () => {
    const model = await shell('printf \'["%s", "%s"]\' "$PWD" "$MEMORY_INSIDE"', { homeDir: "/usr" });
    expect(await askModel(model)).toEqual(["/usr", "1"]);
  });

  test("need not read its input: a prompt of megabytes is no obstacle", async () => {
    expect(await askModel(await shell("echo '[1]'"), { prompt: "长".repeat(300_000) })).toEqual([1]);
  });

  test("may complain as much as it likes", async () => {
    expect(await askModel(await shell("head -c 3000000 /dev/zero >&2; echo '[2]'"))).toEqual([2]);
  });
});

/** Returns whether a process is still there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A child that nobody has waited for is a zombie: it is gone but for its name.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // No such process.
    return false;
  }
}

describe.skipIf(process.platform !== "linux")("what a program started", () => {
  test.each([
    ["is ended with it at the deadline", "sleep 60 & echo $! >>P; echo $$ >>P; sleep 60", 300],
    ["does not outlive its answer, nor keep it back", "sleep 60 & echo $! >>P; echo '[3]'", 20_000],
    ["goes with one that floods", "sleep 60 & echo $! >>P; yes", 20_000],
  ])("%s", async (_, script, deadlineMs) => {
    const folder = mkdtempSync(join(tmpdir(), "memory-command-"));
    try {
      writeFileSync(join(folder, "P"), "");
      const model = await shell(script, { homeDir: folder });
      await askModel(model, { deadlineMs }).catch(() => undefined);
      const pids = readFileSync(join(folder, "P"), "utf8").trim().split("\n").map(Number);
      expect(pids.length).toBeGreaterThan(0);
      // The system needs a moment to bury them.
      for (let turn = 0; turn < 3_000 && pids.some(isAlive); turn++) await Bun.sleep(20);
      expect(pids.filter(isAlive)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 240_000);
});

describe("a program that fails", () => {
  test.each([
    [
      "with a code",
      "echo first >&2; printf '\\033[31mno such model\\n' >&2; exit 3",
      "ended with code 3: [31mno such model",
    ],
    ["by a signal", "kill -9 $$", "was ended by SIGKILL"],
    ["with words", "echo I would keep them all", "answered with something that is no JSON"],
    ["with nothing", "exit 0", "answered with nothing"],
    ["with too much", "yes", "printed more than 1060576 bytes"],
    ["with bytes that are no text", "head -c 100 /dev/urandom", "answered with something that is no JSON"],
  ])("%s says so", async (_, script, message) => {
    const said = await askFailure(await shell(script));
    expect(said).toStartWith('The model "sh" ');
    expect(said.replace("[31m", "")).toContain(message.replace("[31m", ""));
  });

  test.each([
    [["nosuchprogram-at-all"], "is no program in the PATH"],
    [["./tool"], "should be named by its absolute path"],
    [["bin/tool"], "should be named by its absolute path"],
    [["/etc/passwd"], "cannot be started (EACCES)"],
    [["/nowhere/tool"], "cannot be started (ENOENT)"],
  ])("%p says so", async (words, message) => {
    expect(await askFailure(await command(words))).toContain(message);
  });

  test("is not looked for in the folder where one happens to stand", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memory-command-"));
    try {
      writeFileSync(join(folder, "model-tool"), "#!/bin/sh\necho '[4]'\n", { mode: 0o755 });
      const found = await command(["model-tool"], { environment: { PATH: `${folder}:${Bun.env["PATH"]}` } });
      expect(await askModel(found)).toEqual([4]);
      const here = await command(["model-tool"], { environment: { PATH: `.::${Bun.env["PATH"]}` } });
      expect(await askFailure(here)).toContain("is no program in the PATH");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
