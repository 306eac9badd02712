import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inputSchema } from "../../../src/agents/mcp/input_schema.ts";
import { readArguments } from "../../../src/agents/mcp/read_arguments.ts";
import type { ToolFields } from "../../../src/agents/mcp/tool.ts";
import { MemoryError } from "../../../src/base/errors.ts";
import { suggest } from "../../../src/cmd/_suggest.ts";
import { errorOf } from "../../support/error_of.ts";

const FIELDS: ToolFields = {
  query: { type: "string", isRequired: true, description: "What" },
  limit: { type: "integer", minimum: 1, maximum: 50, description: "How many" },
  source: { type: "string", choices: ["notes", "sessions"], description: "Where" },
  all: { type: "boolean", description: "All" },
  triggers: { type: "strings", description: "Phrases" },
};

const read = (given: unknown, fields = FIELDS) => readArguments({ name: "t", fields }, given, suggest);
const refusal = (given: unknown, fields = FIELDS) => {
  const error = errorOf(() => read(given, fields));
  return error instanceof MemoryError ? [error.kind, error.message, error.hint] : error;
};

describe("arguments of a tool", () => {
  test("that were left out or null are undefined", () => {
    expect(read({ query: "x", limit: null })).toEqual({
      query: "x",
      limit: undefined,
      source: undefined,
      all: undefined,
      triggers: undefined,
    });
  });

  test("may come with the one that Gemini CLI adds to those of every tool, which is passed over", () => {
    expect(read({ query: "x", "wait_for_previous": true })).toEqual(read({ query: "x" }));
    expect(readArguments({ name: "t", fields: {} }, { "wait_for_previous": false }, suggest)).toEqual({});
  });

  test.each([
    [{ limit: "5" }, { limit: 5 }],
    [{ limit: " 12 " }, { limit: 12 }],
    [{ all: "true" }, { all: true }],
    [{ all: "false" }, { all: false }],
    [{ query: 18789 }, { query: "18789" }],
    [{ triggers: '["a b","网关"]' }, { triggers: ["a b", "网关"] }],
    [{ triggers: "gateway port" }, { triggers: ["gateway port"] }],
    [{ triggers: "[sic] gateway" }, { triggers: ["[sic] gateway"] }],
    [{ triggers: "" }, { triggers: [] }],
  ])("that came as text and can mean one thing only are taken: %j", (given, expected) => {
    expect(read({ query: "x", ...given })).toMatchObject(expected);
  });

  test.each([
    [{ query: "x", qurey: "y" }, 'Unknown argument "qurey" of "t"', 'did you mean "query"? it takes query,'],
    [{ query: "x", Limit: 3 }, 'Unknown argument "Limit" of "t"', 'did you mean "limit"?'],
    [{ query: "x", __proto__x: 1 }, 'Unknown argument "__proto__x" of "t"', "it takes query"],
    [{}, 'Missing argument "query" of "t"', "a text"],
    [{ query: "x".repeat(100_001) }, 'Invalid value of "query" of "t": it should have at most 100000', undefined],
    [{ query: ["x"] }, 'Invalid value "["x"]" of "query" of "t": it should be a text', undefined],
    [
      { query: "x", limit: 0 },
      'Invalid value "0" of "limit" of "t": it should be a whole number from 1 to 50',
      undefined,
    ],
    [{ query: "x", limit: "many" }, 'Invalid value "many" of "limit"', undefined],
    [{ query: "x", limit: 2.5 }, 'Invalid value "2.5" of "limit"', undefined],
    [{ query: "x", source: "web" }, "it should be one of notes, sessions", undefined],
    [{ query: "x", all: "yes" }, "it should be true or false", undefined],
    [{ query: "x", triggers: [1] }, "it should be a list of texts", undefined],
    ["query", 'Invalid arguments of "t": they should be an object', undefined],
    [[], "they should be an object", undefined],
  ])("that are wrong are refused so that a model can correct them: %j", (given, message, hint) => {
    const [kind, said, hinted] = refusal(given) as [string, string, string | undefined];
    expect(kind).toBe("usage");
    expect(said).toContain(message);
    if (hint !== undefined) expect(hinted).toContain(hint);
  });

  test("are none where a tool takes none", () => {
    expect(read(undefined, {})).toEqual({});
    expect(refusal({ verbose: true }, {})).toEqual([
      "usage",
      'Unknown argument "verbose" of "t"',
      "call it without arguments",
    ]);
  });

  test("of any kind are read or refused, never anything else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("query", "limit", "all", "x", "__proto__"), fc.anything()), (given) => {
        try {
          expect(Object.keys(read(given))).toEqual(Object.keys(FIELDS));
        } catch (error) {
          if (!(error instanceof MemoryError)) throw error;
        }
      }),
      { seed: 20260819, numRuns: 300 },
    );
  });
});

describe("the schema of arguments", () => {
  test("is a closed object, also of a tool that takes none", () => {
    expect(inputSchema({})).toEqual({ type: "object", additionalProperties: false });
    expect(inputSchema(FIELDS)).toMatchObject({
      type: "object",
      required: ["query"],
      additionalProperties: false,
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 50 },
        source: { enum: ["notes", "sessions"] },
        triggers: { type: "array", items: { type: "string" } },
      },
    });
  });
});
