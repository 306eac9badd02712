import { describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/base/errors.ts";
import { lastWords } from "../../src/cmd/_failure.ts";
import { STDERR, STDOUT } from "../../src/cmd/_streams.ts";
import { echoCommand, runFake } from "../support/fake_program.ts";

const failing = (error: unknown) => ({
  fail: echoCommand({
    run: () => {
      throw error;
    },
  }),
});

describe("the form of an answer", () => {
  test("is one JSON document and a line end in a pipe", async () => {
    const { code, stdout, stderr } = await runFake(["echo", "a", "b", "-c", "3"]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"words":["a","b"],"count":3}\n', stderr: "" });
  });

  test("is text at a terminal, with colour", async () => {
    const { stdout } = await runFake(["echo", "a"], { terminals: [STDOUT] });
    expect(stdout).toBe("\x1b[1ma\x1b[22m\n");
  });

  test("has no colour where it is not wanted", async () => {
    for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      expect((await runFake(["echo", "a"], { terminals: [STDOUT], environment })).stdout).toBe("a\n");
    }
    expect((await runFake(["echo", "a"], { terminals: [STDOUT], environment: { NO_COLOR: "" } })).stdout).toContain(
      "\x1b",
    );
  });

  test("follows --json and --text before and after the command", async () => {
    for (const words of [["--json", "echo", "a"], ["echo", "a", "--json"], ["echo", "--json", "a"]]) {
      const { stdout } = await runFake(words, { terminals: [STDOUT] });
      expect(JSON.parse(stdout)).toEqual({ words: ["a"], count: null });
    }
    expect((await runFake(["echo", "a", "--text"])).stdout).toBe("a\n");
  });

  test("is refused when both forms are asked for", async () => {
    expect((await runFake(["echo", "--json", "--text"])).code).toBe(2);
  });

  test("is always text for a command that prints nothing else", async () => {
    const commands = { say: echoCommand({ output: "text", run: () => ({ json: {}, text: () => "words" }) }) };
    expect((await runFake(["say", "--json"], { commands })).stdout).toBe("words\n");
  });

  test("shows notices on stderr with the text, and not at all with --quiet", async () => {
    const commands = { say: echoCommand({ run: () => ({ json: {}, text: () => "words", notices: ["Look out"] }) }) };
    expect((await runFake(["say", "--text"], { commands })).stderr).toBe("Note: Look out\n");
    expect((await runFake(["say", "--text", "-q"], { commands })).stderr).toBe("");
    expect((await runFake(["say"], { commands })).stderr).toBe("");
  });

  test("writes out in a notice what a file name could do to the terminal", async () => {
    const notices = ["Left out a\u001b]0;x\u0007\u202eb.md"];
    const commands = { say: echoCommand({ run: () => ({ json: {}, text: () => "words", notices }) }) };
    expect((await runFake(["say", "--text"], { commands })).stderr).toBe(
      "Note: Left out a\\u001b]0;x\\u0007\\u202eb.md\n",
    );
  });

  test("carries the exit code that the command chose", async () => {
    const commands = { say: echoCommand({ run: () => ({ json: {}, text: () => "", exitCode: 4 }) }) };
    expect(await runFake(["say", "--text"], { commands })).toMatchObject({ code: 4, stdout: "" });
  });

  test("is followed by the work that the user need not wait for", async () => {
    const order: string[] = [];
    const commands = {
      say: echoCommand({
        run: () => ({ json: {}, text: () => (order.push("print"), "x"), afterwards: () => void order.push("after") }),
      }),
    };
    await runFake(["say", "--text"], { commands });
    expect(order).toEqual(["print", "after"]);
  });

  test("stands when the work after it fails: there is one document, and the error is said", async () => {
    const commands = {
      say: echoCommand({
        run: () => ({
          json: { a: 1 },
          text: () => "",
          afterwards: () => {
            throw new MemoryError("Cannot note the recall");
          },
        }),
      }),
    };
    expect(await runFake(["say"], { commands })).toMatchObject({
      code: 0,
      stdout: '{"a":1}\n',
      stderr: "Error: Cannot note the recall\n",
    });
  });

  test("says that the workspace is simulated, in answers and in errors", async () => {
    const app = { isMarkedSimulated: true };
    const say = echoCommand({ run: async (context) => (await context.app(), { json: { a: 1 }, text: () => "" }) });
    expect(JSON.parse((await runFake(["say"], { commands: { say }, app })).stdout)).toEqual({ a: 1, simulated: true });
    const fail = echoCommand({
      run: async (context) => {
        await context.app();
        throw new MemoryError("Cannot");
      },
    });
    expect(JSON.parse((await runFake(["fail"], { commands: { fail }, app })).stdout)).toMatchObject({
      simulated: true,
    });
    const openError = new MemoryError("Cannot read the settings");
    expect(JSON.parse((await runFake(["say"], { commands: { say }, app, openError })).stdout)).toMatchObject({
      error: { message: "Cannot read the settings" },
      simulated: true,
    });
  });
});

describe("a reader that has gone", () => {
  test("is no failure, whatever the command would have answered", async () => {
    const commands = { say: echoCommand({ run: () => ({ json: {}, text: () => "words", exitCode: 5 }) }) };
    expect(await runFake(["say"], { commands, goneReaders: [STDOUT] })).toMatchObject({ code: 0, stderr: "" });
  });

  test("of errors does not hide the exit code", async () => {
    const options = { commands: failing(new MemoryError("Cannot")), goneReaders: [STDOUT, STDERR] };
    expect((await runFake(["fail"], options)).code).toBe(1);
  });
});

describe("a stdout that takes nothing", () => {
  test("makes an answer a failure that is said as text", async () => {
    const run = await runFake(["echo", "a"], { fullDescriptors: [STDOUT] });
    expect(run).toEqual({
      ...run,
      code: 1,
      stdout: "",
      stderr: "Error: Cannot write the answer to stdout: no space left\n",
    });
  });

  test("leaves a failure its exit code, and both are said", async () => {
    const commands = failing(new MemoryError("Cannot do it", { kind: "usage" }));
    const run = await runFake(["fail"], { commands, fullDescriptors: [STDOUT] });
    expect(run.code).toBe(2);
    expect(run.stderr).toBe("Error: Cannot write the answer to stdout: no space left\nError: Cannot do it\n");
  });
});

test("the last words about an error are short and hold no control sequence", () => {
  const words = lastWords(new Error(`boom \x1b[31m${"x".repeat(10_000)}`));
  expect(words).toStartWith("Error: Unexpected failure: boom \\u001b[31mxxx");
  expect(words.length).toBeLessThan(400);
});

describe("an error", () => {
  test("is text on stderr and JSON on stdout when the answer would be JSON", async () => {
    const commands = failing(new MemoryError('Cannot open "x"', { hint: "memory init" }));
    const run = await runFake(["fail"], { commands });
    expect(JSON.parse(run.stdout)).toEqual({
      error: { kind: "failed", message: 'Cannot open "x"', hint: "memory init" },
    });
    expect(run.stderr).toBe('Error: Cannot open "x"\nHint: memory init\n');
    expect(run.code).toBe(1);
  });

  test("is only text when the answer would be text", async () => {
    const commands = failing(new MemoryError("Cannot"));
    for (const options of [{ commands, terminals: [STDOUT] }]) {
      expect((await runFake(["fail"], options)).stdout).toBe("");
    }
    expect((await runFake(["fail", "--text"], { commands })).stdout).toBe("");
  });

  test("about the words of a command that prints only text is no JSON either", async () => {
    const commands = { say: echoCommand({ output: "text" }) };
    for (const words of [["say", "--bogus"], ["help", "nonsense"], ["help", "a", "b"]]) {
      expect(await runFake(words, { commands })).toMatchObject({ code: 2, stdout: "" });
    }
  });

  test("has the exit code of its kind", async () => {
    const kinds = { failed: 1, usage: 2, busy: 3, partial: 5, defect: 70 } as const;
    for (const [kind, code] of Object.entries(kinds)) {
      const error = new MemoryError("Cannot", { kind: kind as keyof typeof kinds });
      expect((await runFake(["fail"], { commands: failing(error) })).code).toBe(code);
    }
  });

  test("that nobody foresaw is a defect and says how to report it", async () => {
    const run = await runFake(["fail"], { commands: failing(new TypeError("x is undefined")) });
    expect(run.code).toBe(70);
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { kind: "defect", message: "Unexpected failure: x is undefined" },
    });
    expect(run.stderr).toContain("--verbose");
    expect(run.stderr).not.toContain("    at ");
    expect((await runFake(["fail", "--verbose"], { commands: failing(new TypeError("x")) })).stderr).toContain(
      "    at ",
    );
  });

  test("of the system is a failure, not a defect", async () => {
    const error = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
    expect(await runFake(["fail", "--text"], { commands: failing(error) })).toMatchObject({
      code: 1,
      stderr: "Error: No space left on device, write\n",
    });
  });

  test("shows its first cause, and with --verbose every cause", async () => {
    const error = new MemoryError("Cannot read", { cause: new Error("first", { cause: new Error("second") }) });
    expect((await runFake(["fail", "--text"], { commands: failing(error) })).stderr).toBe(
      "Error: Cannot read\nCause: first\n",
    );
    expect((await runFake(["fail", "--text", "--verbose"], { commands: failing(error) })).stderr).toBe(
      "Error: Cannot read\nCause: first\nCause: second\n",
    );
  });
});

describe("a command line", () => {
  test("without a command shows the overview", async () => {
    const { code, stdout } = await runFake([]);
    expect(code).toBe(0);
    expect(stdout).toContain("echo     Run echo");
  });

  test("with --help shows the help of its command without running it", async () => {
    const commands = failing(new Error("It ran"));
    for (const words of [["fail", "--help"], ["--help", "fail"], ["help", "fail"], ["fail", "-h", "--count", "3"]]) {
      const { code, stdout } = await runFake(words, { commands });
      expect(code).toBe(0);
      expect(stdout).toContain("memory fail [WORD…] [FLAG…]");
    }
  });

  test("with --version shows the version and loads no command", async () => {
    expect(await runFake(["--version"])).toMatchObject({ code: 0, stdout: "memory 1.2.3\n", loaded: [] });
    expect(await runFake(["echo", "-V"])).toMatchObject({ code: 0, stdout: "memory 1.2.3\n" });
  });

  test("loads only the command that it names", async () => {
    const commands = { one: echoCommand(), two: echoCommand() };
    expect((await runFake(["two"], { commands })).loaded).toEqual(["two"]);
    expect((await runFake(["help"], { commands })).loaded).toEqual([]);
  });

  test("with an unknown command suggests the closest one", async () => {
    const { code, stdout, stderr } = await runFake(["ecko"]);
    expect(code).toBe(2);
    expect(stderr).toBe('Error: Unknown command "ecko"\nHint: did you mean "memory echo"?\n');
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: "usage" } });
  });

  test("with an unknown flag before the command says so", async () => {
    expect((await runFake(["--jsno", "echo"])).stderr).toContain('Unknown flag "--jsno"\nHint: did you mean "--json"?');
  });

  test("with too many words for a command is refused", async () => {
    const commands = { one: echoCommand({ arguments: [{ name: "WORD", description: "One word", isRequired: true }] }) };
    expect((await runFake(["one", "a", "b"], { commands })).stderr).toContain('Unexpected argument "b"');
    expect((await runFake(["one"], { commands })).stderr).toContain("Missing argument WORD: One word");
  });
});

test("MEMORY_TIMING=1 shows the phases on stderr and nothing else anywhere", async () => {
  const run = await runFake(["echo", "a"], { environment: { MEMORY_TIMING: "1" } });
  expect(run.stdout).toBe('{"words":["a"],"count":null}\n');
  expect(run.stderr.match(/^timing \w+/gm)).toEqual(["timing parse", "timing run", "timing print", "timing total"]);
});
