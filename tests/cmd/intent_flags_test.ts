/** What the flags of `memory intent` mean. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import { readLimits } from "../../src/cmd/_intent/limits.ts";
import { readScope } from "../../src/cmd/_intent/scope.ts";

const clock = frozenClock("2026-08-19T10:00:00+02:00", "Europe/Berlin");
const CALLER = { channel: "codex", session: "s1" };
const NONE = { channel: null, session: null };
const HOUR_MS = 3_600_000;

describe("--scope", () => {
  test.each([
    [[], { channel: null, sender: null, session: null }],
    [["anywhere"], { channel: null, sender: null, session: null }],
    [["channel"], { channel: "codex", sender: null, session: null }],
    [["session", "sender:alice"], { channel: null, sender: "alice", session: "s1" }],
    [["channel:claude-code"], { channel: "claude-code", sender: null, session: null }],
  ])("%j", (values, expected) => {
    expect(readScope(values, CALLER)).toEqual(expected);
  });

  test.each([[["sender"]], [["moon"]], [["channel:"]], [["channel", "channel:x"]], [["anywhere", "channel"]]])(
    "%j is refused",
    (values) => {
      expect(() => readScope(values, CALLER)).toThrow(/--scope/);
    },
  );

  test("of a caller that nobody knows has to be named", () => {
    expect(() => readScope(["channel"], NONE)).toThrow(/which channel/);
    expect(readScope(["session:x"], NONE)).toEqual({ channel: null, sender: null, session: "x" });
  });
});

describe("the limits", () => {
  const flags = { expires: undefined, maxFires: undefined, cooldown: undefined };

  test("are those of the settings unless they are given", async () => {
    expect(await readLimits(flags, clock)).toEqual({ expiresMs: null, maxFires: null, cooldownMs: null, notices: [] });
  });

  test("reach to the end of the last day, across a change of the clocks", async () => {
    const { expiresMs } = await readLimits({ ...flags, expires: "2026-10-25" }, clock);
    expect(clock.at(expiresMs ?? 0).iso).toBe("2026-10-26T00:00:00+01:00");
    expect((await readLimits({ ...flags, expires: "月底" }, clock)).notices).toEqual([
      '--expires "月底" was read as 2026-08-31.',
    ]);
  });

  test.each([["24h", 24], ["30 minutes", 0.5], ["2天", 48], ["0", 0], ["a week", 168], ["半小时", 0.5]])(
    "--cooldown %s is %d hours",
    async (cooldown, hours) => {
      expect((await readLimits({ ...flags, cooldown }, clock)).cooldownMs).toBe(hours * HOUR_MS);
    },
  );

  test.each(["soon", "-1h", ""])("--cooldown %p is refused", async (cooldown) => {
    await expect(readLimits({ ...flags, cooldown }, clock)).rejects.toThrow(/--cooldown/);
  });
});
