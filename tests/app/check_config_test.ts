import { describe, expect, test } from "bun:test";
import { checkConfig, parseConfig } from "../../src/app/check_config.ts";
import { type ConfigFile, type ConfigScope, holdsSettings } from "../../src/app/config_files.ts";
import { configSchema } from "../../src/app/config_schema.ts";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { MemoryError } from "../../src/base/errors.ts";

const file = (text: string, scope: ConfigScope = "workspace"): ConfigFile => ({
  scope,
  path: `/x/${scope}.jsonc`,
  text,
  mark: "",
  hash: null,
});

function failure(text: string): MemoryError {
  try {
    parseConfig(file(text));
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
  throw new Error("No error was thrown");
}

test("the defaults kept as plain data are those of the slices", () => {
  expect(DEFAULT_CONFIG).toEqual(configSchema.parse({}));
});

describe("a settings file", () => {
  test("may be empty, or hold comments alone, and then says nothing", () => {
    for (const text of ["", " \n", "// only words\n", "{}", "{\n  // words\n}\n", "/* { */ {} // }"]) {
      expect(holdsSettings(file(text))).toBe(false);
      expect(parseConfig(file(text))).toEqual({});
    }
  });

  test("that holds anything at all is looked at", () => {
    for (
      const text of ['{ "search": {} }', "{,}", "[]", "null", '{ "a//b": 1 }', '// x\n{ "search": { "limit": 3 } }']
    ) {
      expect(holdsSettings(file(text))).toBe(true);
    }
  });

  test("may have comments and trailing commas", () => {
    expect(parseConfig(file('{ // why\n "search": { "limit": 3, }, }'))).toEqual({ search: { limit: 3 } });
  });

  test("with an unknown key is refused, with the key that was meant", () => {
    expect(failure('{ "serch": {} }').message).toContain('"serch"');
    expect(failure('{ "search": { "decay": { "flor": 1 } } }')).toMatchObject({
      message: 'Cannot use the setting "search.decay.flor" in "/x/workspace.jsonc": there is no such setting',
      hint: 'did you mean "search.decay.floor"?',
    });
    expect(failure('{ "search": { "minQuality": 1 } }').hint).toBe('did you mean "recall.minQuality"?');
  });

  test("with a value that does not fit is refused, with what it should be", () => {
    const cases = [
      ['{ "search": { "limit": 0 } }', "it is 0, it should be at least 1"],
      ['{ "search": { "limit": "many" } }', 'it is "many", it should be a number'],
      ['{ "search": { "limit": 1.5 } }', "it is 1.5, it should be a whole number"],
      ['{ "search": { "decay": { "halfLifeDays": 0 } } }', "it is 0, it should be more than 0"],
      ['{ "provenance": { "unbooked": "owner" } }', 'it is "owner", it should be one of "agent", "hold"'],
      ['{ "dream": { "enabled": "yes" } }', 'it is "yes", it should be a boolean'],
      ['{ "dream": [] }', "it is [], it should be an object"],
      ['{ "index": { "extraPaths": ["~/a", "b"] } }', 'it is "b", it should be absolute or begin with ~/'],
    ] as const;
    for (const [text, problem] of cases) expect(failure(text).message).toContain(problem);
  });

  test("that is no JSON object is refused, with the line", () => {
    expect(failure('{\n\n  "search": nonsense\n}').message).toContain("at line 3");
    expect(failure("[1]").message).toContain("it should hold one JSON object");
  });
});

describe("both files", () => {
  test("are merged, the later one on top, and each value knows where it came from", () => {
    const { config, sources } = checkConfig([
      file('{ "search": { "limit": 3, "snippetChars": 100 } }', "user"),
      file('{ "search": { "limit": 4 } }'),
    ]);
    expect(config.search).toMatchObject({ limit: 4, snippetChars: 100, candidates: DEFAULT_CONFIG.search.candidates });
    expect(Object.fromEntries(sources)).toEqual({ "search.limit": "workspace", "search.snippetChars": "user" });
  });

  test("the workspace's cannot set what only the user may, and that is said", () => {
    const { config, sources, notices } = checkConfig([
      file("{}", "user"),
      file('{ "workspace": "/elsewhere", "dream": { "enabled": true, "dryNights": 0 } }'),
    ]);
    expect(config.workspace).toBeNull();
    expect(config.dream).toMatchObject({ enabled: false, dryNights: 0 });
    expect([...sources.keys()]).toEqual(["dream.dryNights"]);
    expect(notices).toEqual([
      'The setting "workspace" in "/x/workspace.jsonc" is ignored: it counts only in the user\'s own settings',
      'The setting "dream.enabled" in "/x/workspace.jsonc" is ignored: it counts only in the user\'s own settings',
    ]);
  });

  test("the user's may", () => {
    const { config, notices } = checkConfig([file('{ "workspace": "~/notes", "dream": { "enabled": true } }', "user")]);
    expect(config).toMatchObject({ workspace: "~/notes", dream: { enabled: true } });
    expect(notices).toEqual([]);
  });
});

describe("what a settings file should not hold", () => {
  test("is shown only so far", () => {
    const { message } = failure(`{ "search": { "limit": "${"x".repeat(10_000)}" } }`);
    expect(message).toStartWith('Cannot use the setting "search.limit" in "/x/workspace.jsonc": it is "xxx');
    expect(message).toEndWith("…, it should be a number");
    expect(message.length).toBeLessThan(250);
  });

  test("is named with the file, however deep it is nested", () => {
    for (const text of ["[".repeat(100_000), '{"a":'.repeat(100_000), `{"search":{"limit":${"[".repeat(50_000)}`]) {
      expect(failure(text)).toMatchObject({
        kind: "failed",
        message: 'Cannot read the settings file "/x/workspace.jsonc": it is nested too deeply',
      });
    }
  });
});
