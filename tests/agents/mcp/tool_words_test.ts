import { describe, expect, test } from "bun:test";
import { toolWords } from "../../../src/agents/mcp/tool_words.ts";

describe("messages for a model", () => {
  test.each([
    ["read its end with: memory get notes.md:3", "read its end with: memory_get notes.md:3"],
    ['as in: memory note "x", then memory search x', 'as in: memory_add "x", then memory_search x'],
    ["look at the preview: the same command without --apply", "look at the preview: the same call without token"],
    ['Invalid value "x" of --max-fires', 'Invalid value "x" of maxFires'],
    ['"memory help search" shows how it is used', "the schema of the tool shows its arguments"],
    ["--workspace or MEMORY_WORKSPACE name another", "--workspace or MEMORY_WORKSPACE name another"],
    ["memory init makes one", "memory init makes one"],
    ["a long-term memory -- and more", "a long-term memory -- and more"],
  ])("name tools and arguments instead of commands and flags: %s", (said, expected) => {
    expect(toolWords(said, ["maxFires", "trigger"])).toBe(expected);
  });
});
