/** The class of a wish that was booked within a turn, once the turn is over. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { settleIntents } from "../../src/intents/settle.ts";
import { hashesOfText } from "../../src/store/state/text_taint.ts";
import { type IntentWorld, openIntentWorld, WISH_TIME } from "../support/intent_world.ts";

let world: IntentWorld;

beforeEach(() => {
  world = openIntentWorld();
});

afterEach(() => world.remove());

const TEXT = "Compare the nightly numbers of both gateways before each deploy";

/** Books a wish within an open turn. */
async function wished(ceiling: "owner" | "agent" = "agent", text = TEXT) {
  const { sessions, turns } = world.state;
  const session = sessions.put({
    client: "claude-code",
    name: "s1",
    process: { pid: 4711, start: "boot:1" },
    hasTerminal: true,
    isBatch: false,
    isProven: true,
    kind: "interactive",
    chat: "direct",
    projectDir: null,
  }, WISH_TIME);
  const turn = turns.open(session.id, null, WISH_TIME);
  const { intent } = await world.wish({ text, keywords: "deploy" }, { session: "s1", ceiling });
  if (intent === null) throw new Error("Nothing was booked");
  return { id: intent.id, sessionId: session.id, turnId: turn.id };
}

function settle(iso = WISH_TIME, isAlive: () => boolean = () => true): void {
  settleIntents({ ...world.intents(iso), isAlive });
}

describe("a wish waits", () => {
  test("as long as the turn is open, and no longer", async () => {
    const { id, turnId } = await wished();
    settle();
    expect(world.state.intents.find(id)).toMatchObject({ state: "armed", turns: [turnId] });
    world.state.turns.close(turnId, "reply", WISH_TIME);
    settle();
    expect(world.state.intents.find(id)).toMatchObject({ state: "armed", turns: [], origin: "agent" });
  });

  test("until its client died, or fell silent for two hours", async () => {
    const { id } = await wished();
    settle("2026-08-19T11:59:00+08:00");
    expect(world.state.intents.find(id)?.turns).toHaveLength(1);
    settle("2026-08-19T12:01:00+08:00");
    expect(world.state.intents.find(id)?.turns).toEqual([]);
    const second = await wished("agent", "Ask for the ticket of the customer");
    expect(world.state.intents.find(second.id)?.turns).toHaveLength(1);
    settle(WISH_TIME, () => false);
    expect(world.state.intents.find(second.id)?.turns).toEqual([]);
  });

  test("not if the owner typed it", async () => {
    const { id } = await wished("owner");
    expect(world.state.intents.find(id)).toMatchObject({ origin: "owner", turns: [] });
  });
});

describe("a wish is held", () => {
  test("when its turn was tainted meanwhile", async () => {
    const { id, turnId } = await wished();
    world.state.turns.taint(turnId, { reason: "WebFetch", since: WISH_TIME });
    world.state.turns.close(turnId, "reply", WISH_TIME);
    settle();
    expect(world.state.intents.find(id)).toMatchObject({
      state: "held",
      origin: "untrusted",
      heldReason: "its turn is tainted by WebFetch",
    });
  });

  test("when a tool of the turn had given the text, as its hook told later", async () => {
    const { id, sessionId, turnId } = await wished();
    const given = hashesOfText(world.state, TEXT, { isOutside: false, year: 2026 });
    world.state.sessionTexts.add(sessionId, given, WISH_TIME);
    world.state.turns.close(turnId, "reply", WISH_TIME);
    settle();
    expect(world.state.intents.find(id)).toMatchObject({ state: "held", heldReason: "it repeats what a tool gave" });
  });

  test("when nobody knows any more what came in", async () => {
    const { id, sessionId, turnId } = await wished();
    world.state.sessions.loseText(sessionId);
    world.state.turns.close(turnId, "reply", WISH_TIME);
    settle();
    expect(world.state.intents.find(id)?.heldReason).toStartWith("not all that the tools");
  });

  test("when its turn is not kept any more", async () => {
    const { id, turnId, sessionId } = await wished();
    const { turns } = world.state;
    turns.close(turnId, "reply", WISH_TIME);
    turns.settle([turnId], WISH_TIME);
    turns.open(sessionId, null, "2026-10-01T10:00:00+08:00");
    turns.dropBefore("2026-09-01T00:00:00+08:00");
    settle("2026-10-01T10:00:00+08:00");
    expect(world.state.intents.find(id)).toMatchObject({ state: "held", heldReason: "its turn is not known any more" });
  });
});
