/** Why an intent fires or not, one reason at a time. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import { intentView } from "../../src/intents/intent_view.ts";
import { intentLine } from "../../src/intents/intent_line.ts";
import { selectIntent } from "../../src/intents/select_intent.ts";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { verdictOf } from "../../src/intents/verdict.ts";
import type { IntentRow } from "../../src/store/state/intents.ts";

const NOW = "2026-08-19T10:00:00+08:00";
const NOW_MS = Date.parse(NOW);
const HOUR_MS = 3_600_000;
const clock = frozenClock(NOW, "Asia/Shanghai");

function row(changes: Partial<IntentRow> = {}): IntentRow {
  return {
    id: 1,
    key: "i:0123456789ab",
    kind: "time",
    state: "armed",
    text: "Send the report",
    plan: null,
    wakeMs: NOW_MS,
    origin: "agent",
    sessionKind: "interactive",
    session: "s1",
    heldReason: null,
    turns: [],
    createdAt: NOW,
    scope: { channel: null, sender: null, session: null },
    expiresMs: null,
    maxFires: 1,
    cooldownMs: 0,
    path: null,
    fires: 0,
    lastFiredAt: null,
    announcedMs: null,
    ...changes,
  };
}

describe("an intent fires", () => {
  const moment = { nowMs: NOW_MS, channel: "codex", sender: null, session: "s2" };

  test("when nothing speaks against it", () => {
    expect(verdictOf(row(), moment)).toEqual({ passes: true, reason: null });
    expect(verdictOf(row({ origin: "owner" }), moment).passes).toBe(true);
  });

  test.each(
    [
      [{ origin: "untrusted" }, "origin is untrusted"],
      [{ origin: "system" }, "origin is system"],
      [{ state: "held", heldReason: "its turn is tainted by curl" }, "its turn is tainted by curl"],
      [{ state: "held" }, "it was booked inside a tainted turn"],
      [{ state: "done" }, "it is done"],
      [{ state: "cancelled" }, "it is cancelled"],
      [{ state: "expired" }, "it is expired"],
      [{ turns: [3] }, "the turn in which it was wished is still open"],
      [{ scope: { channel: "claude-code", sender: null, session: null } }, 'it is for the channel "claude-code"'],
      [{ scope: { channel: "codex", sender: "alice", session: null } }, 'it is for messages of "alice"'],
      [{ scope: { channel: null, sender: null, session: "s1" } }, 'it is for the session "s1"'],
      [{ expiresMs: NOW_MS }, "it is expired"],
      [{ fires: 1 }, "it has fired as often as it may"],
      [{ wakeMs: NOW_MS + 1 }, "it is not due"],
      [{ kind: "event", wakeMs: NOW_MS + 1 }, "it cools down"],
    ] as const,
  )("not with %j", (changes, reason) => {
    expect(verdictOf(row(changes as Partial<IntentRow>), moment)).toEqual({ passes: false, reason });
  });

  test("in its scope, to the last moment before it is over", () => {
    const scope = { channel: "codex", sender: null, session: "s2" };
    expect(verdictOf(row({ scope, expiresMs: NOW_MS + 1, maxFires: null, fires: 99 }), moment).passes).toBe(true);
  });
});

describe("what answers show", () => {
  test("of a wish that comes again", () => {
    const plan = JSON.stringify({ kind: "span", everyMs: HOUR_MS, fromMs: NOW_MS, words: "every hour" });
    const view = intentView(row({ plan, maxFires: null, wakeMs: NOW_MS + HOUR_MS }), clock);
    expect(view).toMatchObject({
      id: "i:0123456789ab",
      nextAt: "2026-08-19T11:00:00+08:00",
      repeat: "every hour",
      firesLeft: null,
      reason: null,
    });
  });

  test("of an event is when it may fire again, and its words", () => {
    const event = row({ kind: "event", plan: '["refund","退款"]', maxFires: 3, fires: 1, wakeMs: NOW_MS + HOUR_MS });
    const more = { cooldownMs: 24 * HOUR_MS, expiresMs: NOW_MS + HOUR_MS };
    expect(intentView({ ...event, ...more }, clock)).toMatchObject({
      keywords: ["refund", "退款"],
      nextAt: "2026-08-19T11:00:00+08:00",
      firesLeft: 2,
      cooldownSeconds: 86_400,
      expiresAt: "2026-08-19T11:00:00+08:00",
    });
    expect(intentView({ ...event, wakeMs: 0 }, clock).nextAt).toBeNull();
  });

  test("is that it expired as soon as it did, and nothing untrusted to an agent", () => {
    expect(intentView(row({ expiresMs: NOW_MS }), clock)).toMatchObject({ state: "expired", nextAt: null });
    const held = row({ state: "held", origin: "untrusted", heldReason: "a page", kind: "event", plan: '["refund"]' });
    expect(intentView(held, clock, true)).toMatchObject({ text: null, keywords: [], reason: "a page" });
    expect(intentView(held, clock, false)).toMatchObject({ text: "Send the report", keywords: ["refund"] });
    expect(intentView(row({ turns: [1] }), clock).reason).toBe("the turn in which it was wished is still open");
  });

  test("before an agent is one line without hidden characters", () => {
    const config = DEFAULT_CONFIG.intents;
    const deps = { clock, config } as Parameters<typeof intentLine>[0];
    const brought = { row: row({ text: "Send\u202ethe report" }), set: null, dueMs: null, missed: 0, isLate: false };
    const line = intentLine(deps, brought);
    expect(line).not.toContain("\u202e");
    expect(line).toEndWith("(wished on 2026-08-19)");
    expect(intentLine(deps, { ...brought, dueMs: NOW_MS, isLate: true, missed: 5 })).toEndWith(
      "(wished on 2026-08-19, due 2026-08-19 10:00, late, missed 5 times before)",
    );
  });
});

describe("a selector", () => {
  const rows = [
    row({ id: 1, key: "i:aaaa00000001", text: "Send the report" }),
    row({ id: 2, key: "i:aaaa00000002", text: "Send the report to Bob" }),
    row({ id: 3, key: "i:bbbb00000003", text: "交周报" }),
    row({ id: 4, key: "i:cccc00000004", text: "feed the cat" }),
  ];

  test.each([
    ["i:bbbb", 3],
    ["bbbb", 3],
    ["I:AAAA00000002", 2],
    ["i:c", 4],
    ["send the report", 1],
    ["to bob", 2],
    ["周报", 3],
    ["feed", 4],
  ])("%s means one", (selector, id) => {
    expect(selectIntent(rows, selector).id).toBe(id);
  });

  test.each([["aaaa", /i:aaaa00000001.*i:aaaa00000002/], ["send", /several|which intent/], ["the", /which intent/]])(
    "%s means several, which are named",
    (selector, message) => {
      expect(() => selectIntent(rows, selector)).toThrow(message);
    },
  );

  test.each(["i:ffff", "water", "", "i:"])("%p means none", (selector) => {
    expect(() => selectIntent(rows, selector)).toThrow(/Cannot find the intent/);
  });
});
