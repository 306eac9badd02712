import { describe, expect, test } from "bun:test";
import { checkArguments } from "../../src/cmd/_arguments.ts";
import { given } from "../../src/cmd/_given.ts";
import { projectsOf } from "../../src/cmd/_project_flags.ts";

test("given leaves out what is undefined and keeps every other value", () => {
  expect(given({ a: undefined, b: null, c: 0, d: "", e: false })).toEqual({ b: null, c: 0, d: "", e: false });
  expect(Object.keys(given({ a: undefined }))).toEqual([]);
});

describe("the projects of a new line", () => {
  test("are those named, else the current one, else none", () => {
    expect(projectsOf({ project: ["a", "b"], noProject: false }, "here")).toEqual(["a", "b"]);
    expect(projectsOf({ project: [], noProject: false }, "here")).toEqual(["here"]);
    expect(projectsOf({ project: [], noProject: false }, null)).toEqual([]);
    expect(projectsOf({ project: [], noProject: true }, "here")).toEqual([]);
  });

  test("cannot be named and denied at once", () => {
    expect(() => projectsOf({ project: ["a"], noProject: true }, null)).toThrow("each excludes the other");
  });
});

describe("arguments", () => {
  const ACTION = { name: "ACTION", description: "What to do", choices: ["get", "set"] };
  const WORD = { name: "WORD", description: "Any word" };

  test("have to be one of their choices", () => {
    expect(checkArguments(["get", "x"], [ACTION, WORD], "memory help x")).toEqual(["get", "x"]);
    expect(() => checkArguments(["gett"], [ACTION, WORD], "memory help x")).toThrow(
      'Invalid ACTION "gett": it should be one of get, set',
    );
  });

  test("may be left out unless they are required", () => {
    expect(checkArguments([], [ACTION, WORD], "memory help x")).toEqual([]);
    expect(() => checkArguments([], [{ ...WORD, isRequired: true }], "memory help x")).toThrow("Missing argument WORD");
  });

  test("may not be more than there are, unless the last takes all", () => {
    expect(() => checkArguments(["get", "a", "b"], [ACTION, WORD], "memory help x")).toThrow('Unexpected argument "b"');
    expect(checkArguments(["a", "b", "c"], [{ ...WORD, isVariadic: true }], "memory help x")).toHaveLength(3);
    expect(() => checkArguments(["a"], [], "memory help x")).toThrow('Unexpected argument "a"');
  });
});
