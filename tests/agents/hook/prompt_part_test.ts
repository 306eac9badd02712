import { describe, expect, test } from "bun:test";
import { composePrompt, type PromptPart, type PromptRoom } from "../../../src/agents/hook/prompt_part.ts";
import type { HookDeps } from "../../../src/agents/hook/hook_deps.ts";
import type { HookInput } from "../../../src/agents/hook/hook_input.ts";
import { MemoryError } from "../../../src/base/errors.ts";

const INPUT: HookInput = {
  client: "claude-code",
  event: "prompt",
  clientEvent: "UserPromptSubmit",
  session: "s",
  folder: null,
  transcript: null,
  isSubagent: false,
  isContinued: false,
  prompt: "Hello",
  promptId: null,
  tool: null,
  reply: null,
  endsTurn: false,
};

/** Composes with a clock that stands where it is told. */
function compose(parts: readonly PromptPart[], { chars = 100, deadlineMs = 1_000, elapsedMs = 0 } = {}) {
  // No part of these tests looks at anything but the time.
  const deps = { elapsedMs: () => elapsedMs } as HookDeps;
  const moment = { input: INPUT, sessionKind: "interactive", chat: "direct", turn: 1, isCompacted: false } as const;
  return composePrompt(parts, { deps, moment }, { chars, deadlineMs });
}

function part(name: string, text: string | null, outcome: string | null = null): PromptPart {
  return { name, answer: () => ({ text, outcome }) };
}

describe("the answer to a prompt", () => {
  test("is all parts in their order, with a blank line between them", async () => {
    const done = await compose([part("a", "one", "1 a"), part("b", null), part("c", "三", "1 c")]);
    expect(done).toEqual({ context: "one\n\n三", outcomes: ["1 a", "1 c"] });
  });

  test("is nothing where no part says anything", async () => {
    expect(await compose([part("a", null), part("b", "")])).toEqual({ context: null, outcomes: [] });
  });

  test("goes on without a part that fails, and names it without its words", async () => {
    const fails: PromptPart = {
      name: "a",
      answer: () => {
        throw new MemoryError(`Cannot read "a secret"`, { kind: "busy" });
      },
    };
    const rejects: PromptPart = { name: "b", answer: () => Promise.reject(new Error("a secret")) };
    expect(await compose([fails, rejects, part("c", "three")])).toEqual({
      context: "three",
      outcomes: ["a failed: busy", "b failed: defect"],
    });
  });

  test("goes on without a part that does not answer in time", async () => {
    const hangs: PromptPart = { name: "a", answer: () => new Promise(() => {}) };
    expect(await compose([hangs, part("b", "two")], { deadlineMs: 20 })).toEqual({
      context: "two",
      outcomes: ["a late"],
    });
  });

  test("does not begin a part once the time is over", async () => {
    const done = await compose([part("a", "one")], { deadlineMs: 1_000, elapsedMs: 995 });
    expect(done).toEqual({ context: null, outcomes: ["a late"] });
  });

  test("gives each part the room that is left, in code points, and leaves out what is longer", async () => {
    const rooms: PromptRoom[] = [];
    const asks = (text: string): PromptPart => ({
      name: "x",
      answer: (_, __, room) => {
        rooms.push(room);
        return { text, outcome: null };
      },
    });
    const done = await compose([asks("😀".repeat(40)), asks("y".repeat(59)), asks("z".repeat(58))], { chars: 100 });
    expect(rooms.map(({ chars }) => chars)).toEqual([100, 58, 58]);
    expect(done.outcomes).toEqual(["x over budget"]);
    expect([...done.context ?? ""]).toHaveLength(100);
  });
});
