import { describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/base/errors.ts";
import { GLOBAL_FLAGS } from "../../src/cmd/_global_flags.ts";
import { parseFlags, splitAtCommand } from "../../src/cmd/_parse.ts";

const FLAGS = {
  limit: { type: "integer", short: "n", value: "N", minimum: 1, maximum: 200, description: "How many" },
  tier: { type: "string", value: "TIER", choices: ["curated", "episodic"], isRepeatable: true, description: "Tiers" },
  exitCode: { type: "boolean", description: "Tell by the exit code" },
  since: { type: "string", value: "DAY", description: "From" },
} as const;

const parse = (...words: string[]) => parseFlags(words, { flags: FLAGS, helpCommand: "memory help search" });

function usageError(run: () => unknown): MemoryError {
  try {
    run();
  } catch (error) {
    if (error instanceof MemoryError && error.kind === "usage") return error;
    throw error;
  }
  throw new Error("No error was thrown");
}

describe("parseFlags", () => {
  test("takes values after a blank, after '=' and right behind a letter", () => {
    for (const words of [["--limit", "5"], ["--limit=5"], ["-n", "5"], ["-n=5"], ["-n5"]]) {
      expect(parse(...words, "x")).toMatchObject({ values: { limit: 5 }, positionals: ["x"] });
    }
  });

  test("takes flags before, between and after positional words", () => {
    const { values, positionals } = parse("a", "--exit-code", "b", "--limit", "3");
    expect(values).toMatchObject({ exitCode: true, limit: 3 });
    expect(positionals).toEqual(["a", "b"]);
  });

  test("leaves everything after '--' alone, whatever it looks like", () => {
    const { values, positionals } = parse("--exit-code", "--", "-time", "--limit", "-n5", "--");
    expect(values).toMatchObject({ exitCode: true, limit: undefined });
    expect(positionals).toEqual(["-time", "--limit", "-n5", "--"]);
  });

  test("takes a lone dash as a positional word", () => {
    expect(parse("-").positionals).toEqual(["-"]);
  });

  test("collects a repeatable flag and lets the last of any other win", () => {
    const { values } = parse("--tier", "curated", "--tier=episodic", "--limit", "1", "--limit", "2");
    expect(values).toMatchObject({ tier: ["curated", "episodic"], limit: 2 });
  });

  test("sets every flag that was left out", () => {
    expect(parse().values).toEqual({ limit: undefined, tier: [], exitCode: false, since: undefined });
  });

  test("refuses an unknown flag and suggests the one that was meant", () => {
    expect(usageError(() => parse("--exitcode"))).toMatchObject({
      message: 'Unknown flag "--exitcode"',
      hint: 'did you mean "--exit-code"?',
    });
    expect(usageError(() => parse("--glob", "y"))).toMatchObject({ message: 'Unknown flag "--glob"' });
    expect(usageError(() => parse("-Z"))).toMatchObject({ message: 'Unknown flag "-Z"' });
    expect(usageError(() => parse("--__proto__=1")).message).toBe('Unknown flag "--__proto__"');
  });

  test("takes the figures of a Chinese keyboard", () => {
    expect(parse("--limit", "１０").values["limit"]).toBe(10);
  });

  test("names flag and value when a value does not fit", () => {
    expect(usageError(() => parse("--limit", "many")).message).toBe(
      'Invalid value "many" for "--limit": it should be a whole number from 1 to 200',
    );
    for (const value of ["0", "201", "1.5", "0x10", "1e2", " 5", "NaN"]) {
      expect(usageError(() => parse(`--limit=${value}`)).message).toContain(`"${value}" for "--limit"`);
    }
    expect(usageError(() => parse("--tier", "curatd"))).toMatchObject({
      message: 'Invalid value "curatd" for "--tier": it should be one of curated, episodic',
      hint: 'did you mean "curated"?',
    });
  });

  test("says which value is missing", () => {
    for (const words of [["--limit"], ["--limit="], ["--limit", "--exit-code"], ["-n"]]) {
      expect(usageError(() => parse(...words))).toMatchObject({
        message: 'Missing value for "--limit"',
        hint: 'write "--limit=N"',
      });
    }
  });
});

describe("splitAtCommand", () => {
  test("finds the command behind global flags and their values", () => {
    const words = ["--data-dir", "/d", "--json", "search", "-n", "5", "gateway"];
    expect(splitAtCommand(words, GLOBAL_FLAGS)).toEqual([["--data-dir", "/d", "--json"], [
      "search",
      "-n",
      "5",
      "gateway",
    ]]);
  });

  test("leaves the words after the command untouched, known and unknown alike", () => {
    expect(splitAtCommand(["note", "--json", "--odd", "--", "-x"], GLOBAL_FLAGS)).toEqual([[], [
      "note",
      "--json",
      "--odd",
      "--",
      "-x",
    ]]);
  });

  test("finds no command in flags alone", () => {
    expect(splitAtCommand(["--json", "--version"], GLOBAL_FLAGS)).toEqual([["--json", "--version"], []]);
  });
});
