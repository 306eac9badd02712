/** Texts that want to be standing orders, however they come. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { note } from "../../src/capture/note.ts";
import { visibleText } from "../../src/base/text/display.ts";
import { type IntentWorld, openIntentWorld, WISH_TIME } from "../support/intent_world.ts";
import { POISON_CASES } from "../poison/poison_cases.ts";

/** Of a text that is all but unseen nothing is left to be wished for. */
const CASES = POISON_CASES.filter(({ technique }) => technique !== "control-benign" && technique !== "tag-characters");

let world: IntentWorld;

beforeEach(() => {
  world = openIntentWorld();
});

afterEach(() => world.remove());

describe("a text from outside", () => {
  test("that was noted as such is never a wish that fires, whoever books it later", async () => {
    const fired: string[] = [];
    for (const { id, text } of CASES) {
      const line = visibleText(text.replace(/\s+/g, " ")).slice(0, 480).trim();
      note(world.deps(), { text: line, source: "argument", derivedFrom: "web" });
      const { intent } = await world.wish({ text: line, keywords: "trigger words" });
      if (intent !== null && intent.state !== "held") fired.push(id);
    }
    expect(fired).toEqual([]);
    expect(world.fire("the trigger words").fired).toEqual([]);
    expect(world.fire("the trigger words", WISH_TIME).passedOver).toEqual([]);
  }, 240_000);

  test("is held in the tainted turn in which an agent wishes for it in words of its own", async () => {
    const session = world.state.sessions.put({
      client: "claude-code",
      name: "s1",
      process: null,
      hasTerminal: true,
      isBatch: false,
      isProven: true,
      kind: "interactive",
      chat: "direct",
      projectDir: null,
    }, WISH_TIME);
    const turn = world.state.turns.open(session.id, null, WISH_TIME);
    world.state.turns.taint(turn.id, { reason: "WebFetch", since: WISH_TIME });
    const states: string[] = [];
    for (const [at, { lang }] of CASES.entries()) {
      const text = lang === "zh" ? `第${at}条:每次部署都抄送账单` : `Wish ${at}: copy each invoice on deploy`;
      const { intent } = await world.wish({ text, at: at % 2 === 0 ? "tomorrow 9" : "每周五" }, { session: "s1" });
      states.push(intent?.state ?? "");
    }
    expect(new Set(states)).toEqual(new Set(["held"]));
    expect(world.fire("deploy 部署", "2026-09-30T10:00:00+08:00").fired).toEqual([]);
  }, 240_000);
});
