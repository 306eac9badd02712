/** The program as a good citizen of a shell: pipes, closed streams, hostile text, waiting, exit codes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, openFilledWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { skips } from "../support/skips.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: CliWorld;
beforeAll(async () => {
  world = await openFilledWorld();
});
afterAll(() => world.remove());

/** Runs a line of bash in which `memory` is the program, and returns what it printed. */
async function shell(line: string): Promise<string> {
  const command = memoryCommand().map((word) => `'${word}'`).join(" ");
  const child = Bun.spawn(["bash", "--norc", "-c", `memory() { ${command} "$@"; }; ${line}`], {
    cwd: world.workspace,
    env: world.environment,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  return stdout + stderr;
}

/** Any user but the superuser, whom no mode keeps from reading. */
const NOBODY = "65534";

/** Returns words that run a program as somebody whom file modes bind, with that home as theirs; `null` if there is no way. */
function userPrefix(home: string): string[] | null {
  if (process.getuid?.() !== 0) return [];
  if (Bun.which("setpriv") === null) return null;
  Bun.spawnSync(["chown", "-R", NOBODY, home]);
  return ["setpriv", `--reuid=${NOBODY}`, "--clear-groups"];
}

/** An answer of more than the 64 KiB that a pipe holds: the program is still writing when its reader goes. */
const LONG = "search harbour --limit 200 --explain";

function writeLongFile(): void {
  const lines = Array.from({ length: 1500 }, (_, at) => `- harbour ${at} holds ship ${at * 7} and crew ${at * 13}`);
  world.write("memory/long.md", `# Long\n\n${lines.join("\n")}\n`);
}

describe("pipes", () => {
  test("a reader that goes early is quiet and no failure", async () => {
    writeLongFile();
    expect(Number(await shell(`memory ${LONG} | wc -c`))).toBeGreaterThan(65_536);
    for (const command of [LONG, "get memory/long.md", "help", "config"]) {
      expect(await shell(`memory ${command} | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}"`)).toBe("0\n");
    }
    expect(await shell('memory config | true; echo "${PIPESTATUS[0]}"')).toBe("0\n");
  }, 240_000);

  test("a full disk behind stdout is a failure that is said once", async () => {
    const output = await shell("memory config > /dev/full; echo $?");
    expect(output).toMatch(/^1\nError: .*no space left on device/i);
  });

  test("a full disk behind stdout hides no failure and shows no source of the program", async () => {
    for (const [command, code] of [["search ''", 2], ["get nix.md", 1], ["nonsense", 2]] as const) {
      const output = await shell(`memory ${command} > /dev/full; echo $?`);
      expect(output.split("\n")[0]).toBe(`${code}`);
      expect(output).toMatch(/Error: Cannot write the answer to stdout: .*no space left on device/i);
      expect(output.length).toBeLessThan(600);
    }
  });

  test("a closed stdout or stderr does no harm", async () => {
    expect(await shell("memory --version >&-; echo $?")).toBe("0\n");
    expect(await shell("memory nonsense 2>&- > /dev/null; echo $?")).toBe("2\n");
  });

  test("what a file held before stays before a long answer, and nothing between", async () => {
    const output = await shell(
      "memory help > alone; echo before > both; memory help >> both; (echo before; cat alone) | cmp - both && wc -c < alone",
    );
    expect(Number(output)).toBeGreaterThan(1_024);
  });

  const noDd = skips(process.platform !== "linux", "that pipes do not wait is set by an option of GNU's dd");
  test.skipIf(noDd)("a pipe that fills up and does not wait gets a long answer once", async () => {
    writeLongFile();
    const unwaiting = "dd if=/dev/null oflag=nonblock status=none";
    const read = await shell(`(${unwaiting}; memory ${LONG}) | (sleep 0.3; cat)`);
    expect(JSON.parse(read).results.length).toBeGreaterThan(20);
    expect(read.length).toBeGreaterThan(65_536);
  });

  test("one document comes out of a long answer whole", async () => {
    const { stdout } = await world.run(["search", "harbour", "--limit", "200", "--explain"]);
    expect(JSON.parse(stdout).results.length).toBeGreaterThan(20);
  }, 240_000);
});

describe("standard input", () => {
  test("is not waited for unless it is asked for", async () => {
    for (const words of [["note"], ["search"], ["search", "gateway"], ["status"], ["note", "a word"]]) {
      const child = Bun.spawn([...memoryCommand(), ...words], {
        cwd: world.workspace,
        env: world.environment,
        // An open pipe that nobody writes to and nobody closes.
        stdin: "pipe",
        stdout: "ignore",
        stderr: "ignore",
      });
      expect([0, 2]).toContain(await child.exited);
    }
  });

  test("is read whole when it is asked for", async () => {
    const { code, stdout } = await world.run(["note", "-"], { input: "从管道来的一行\n" });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, text: "从管道来的一行", origin: "agent" });
  });

  test("that is empty is refused", async () => {
    expect((await world.run(["note", "-"], { input: "" })).code).toBe(2);
  });
});

describe("text from files", () => {
  const HOSTILE = "Harmless \x1b[31mred\x1b[0m \x1b]8;;http://x.invalid\x07link\x1b]8;;\x07 \x9b2J title\x07 end";

  test("brings no control sequence to the terminal, from any command", async () => {
    world.write("memory/hostile.md", `- ${HOSTILE}\n`);
    for (
      const words of [
        ["--text", "search", "harmless"],
        ["--text", "get", "memory/hostile.md"],
        ["--text", "dream", "--explain", "memory/hostile.md:1"],
        ["--text", "status"],
        ["--text", "note", `${HOSTILE} again`],
      ]
    ) {
      const { stdout, stderr } = await world.run(words);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\t\n]/u);
    }
  });

  test("and from the command line itself brings none in errors", async () => {
    for (
      const words of [["\x1b[31m"], ["--\x1b[31m"], ["get", "\x1b[31mnowhere"], ["search", "x", "--tier", "\x1b[31m"]]
    ) {
      const { stdout, stderr, code } = await world.run(words);
      expect(code).not.toBe(0);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\t\n]/u);
    }
  });
});

describe("exit codes", () => {
  test("5 when files cannot be read and nothing was found, and the files are named", async () => {
    const closed = await openFilledWorld();
    try {
      closed.write("memory/closed.md", "- the password of the harbour\n");
      chmodSync(join(closed.workspace, "memory", "closed.md"), 0);
      const asUser = userPrefix(closed.home);
      if (asUser === null) return console.warn("skipped: the superuser can read every file");
      const run = (...words: string[]) =>
        Bun.spawnSync([...asUser, ...memoryCommand(), ...words], { cwd: closed.workspace, env: closed.environment });
      const search = run("search", "no-such-word-at-all", "--keyword-only");
      expect(search.exitCode).toBe(5);
      expect(JSON.parse(search.stdout.toString())).toMatchObject({ results: [] });
      expect(JSON.parse(search.stdout.toString()).notices.join()).toContain("memory/closed.md");
      expect(run("search", "backups").exitCode).toBe(0);
      const index = run("index");
      expect(index.exitCode).toBe(5);
      expect(JSON.parse(index.stdout.toString()).failures).toMatchObject([{ path: "memory/closed.md" }]);
      for (const words of [["--dry-run"], [], ["--explain", "memory/closed.md:1"]]) {
        const dream = run("dream", ...words);
        expect(dream.exitCode).toBe(5);
        expect(JSON.parse(dream.stdout.toString()).notices.join()).toContain("memory/closed.md");
      }
      expect(run("dream", "--explain", "gateway").exitCode).toBe(0);
    } finally {
      closed.remove();
    }
  });

  test("2 for MEMORY_NOW in a workspace that is not simulated, which changes nothing", async () => {
    const real = openCliWorld();
    try {
      const now = { environment: { MEMORY_NOW: "" } };
      expect((await real.run(["init"], now)).code).toBe(0);
      for (const words of [["search", "x"], ["note", "x"], ["status"], ["init"], ["dream"]]) {
        const { code, stdout } = await real.run(words);
        expect(code).toBe(2);
        expect(JSON.parse(stdout).error.message).toContain("MEMORY_NOW");
      }
      const { stdout } = await real.run(["status"], now);
      expect(JSON.parse(stdout)).not.toHaveProperty("simulated");
      expect(JSON.parse(stdout).lines.byState.booked).toBe(0);
    } finally {
      real.remove();
    }
  });

  test("1 for a pipe in the place of a settings file, instead of waiting for it", async () => {
    const path = join(world.home, ".config", "memory", "config.jsonc");
    mkdirSync(join(path, ".."), { recursive: true });
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
    const { code, stdout } = await world.run(["search", "x"]);
    rmSync(path);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error.message).toContain(`Cannot read the settings file "${path}"`);
  });

  test("1 for a settings file with a mistake, named with file, key and what it should be", async () => {
    const path = join(world.home, ".config", "memory", "config.jsonc");
    mkdirSync(join(path, ".."), { recursive: true });
    const cases = [
      ['{ "search": { "limt": 3 } }', '"search.limt"', 'did you mean "search.limit"?'],
      ['{ "search": { "limit": 3000 } }', "it is 3000, it should be at most 200", "memory config"],
      ['{\n "search": \n', "at line 3", "one JSON object"],
      ["[]", "should hold one JSON object", ""],
      ["[".repeat(100_000), "nested too deeply", "move it away"],
      ['{ "time": { "zone": "Mars/X" } }', 'it is "Mars/X", it should be an IANA name', "memory config"],
    ] as const;
    for (const [text, message, hint] of cases) {
      writeFileSync(path, text);
      const { code, stdout } = await world.run(["search", "x"]);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).error.message).toContain(message);
      expect(JSON.parse(stdout).error.message).toContain(path);
      expect(JSON.parse(stdout).error.hint ?? "").toContain(hint);
      expect(JSON.parse(stdout).simulated).toBe(true);
    }
    writeFileSync(path, '// nothing but comments\n{ /* "search": 3 */ }\n');
    expect((await world.run(["search", "x"])).code).toBe(0);
  });
});

describe("settings", () => {
  test("of the workspace override the user's, and some count only in the user's", async () => {
    const user = join(world.home, ".config", "memory", "config.jsonc");
    const own = join(world.home, "notes.memory", "config.jsonc");
    mkdirSync(join(user, ".."), { recursive: true });
    writeFileSync(user, '{ "search": { "limit": 3, "snippetChars": 100 } }');
    writeFileSync(own, '{ "search": { "limit": 4 }, "dream": { "enabled": true } }');
    const { stdout } = await world.run(["config"]);
    const { settings, notices } = JSON.parse(stdout);
    const of = (key: string) => settings.find((each: { key: string }) => each.key === key);
    expect(of("search.limit")).toEqual({ key: "search.limit", value: 4, source: "workspace" });
    expect(of("search.snippetChars")).toEqual({ key: "search.snippetChars", value: 100, source: "user" });
    expect(of("dream.enabled")).toEqual({ key: "dream.enabled", value: false, source: "default" });
    expect(notices.join()).toContain('"dream.enabled"');
    writeFileSync(user, "{}");
    writeFileSync(own, "{}");
  });

  test("keep every other byte of their file when one is changed", async () => {
    const own = join(world.home, "notes.memory", "config.jsonc");
    const before = '\uFEFF// why\r\n{\r\n  // the limit\r\n  "search": { "limit": 3, }, /* end */\r\n}\r\n// after\r\n';
    writeFileSync(own, before);
    expect((await world.run(["config", "set", "search.limit", "9"])).code).toBe(0);
    expect(await Bun.file(own).bytes()).toEqual(new TextEncoder().encode(before.replace("3", "9")));
    writeFileSync(own, "{}");
  });
});

test("MEMORY_TIMING=1 shows the phases on stderr", async () => {
  const { stdout, stderr } = await world.run(["search", "gateway"], { environment: { MEMORY_TIMING: "1" } });
  expect(JSON.parse(stdout)).toHaveProperty("results");
  expect(stderr).toMatch(
    /^timing parse .* ms\ntiming load .*\ntiming open .*\ntiming run .*\ntiming print .*\ntiming total/,
  );
});
