import { afterEach, beforeEach, expect, test } from "bun:test";
import { readCurated } from "../../src/curate/read_curated.ts";
import { replaceCurated } from "../../src/curate/replace_curated.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const AT = "2026-08-01T00:00:00+08:00";
const OLD = "- Deploys run at nine\n- The crane is yellow\n";
const NEW = "- Deploys run at ten\n- The crane is yellow\n";

let world: DreamWorld;
beforeEach(() => world = openDreamWorld());
afterEach(() => world.close());

/** Writes a text as an order would; what it adds is booked as the owner's if it is new. */
function replace(text: string, added: readonly string[] = []): boolean {
  const { layout, state } = world;
  const base = readCurated("MEMORY.md", layout, originReader(state, { unbooked: "agent", isLost: false }));
  const source = { observedAt: AT, session: null, channel: null, sender: null, supersessionKey: null, bookedAt: AT };
  const bookings = added.map((line) =>
    ({ path: "MEMORY.md", line, origin: "owner", sessionKind: "interactive", writer: "remember", ...source }) as const
  );
  return replaceCurated(base, { text, bookings }, { layout, state, sweepId: null, at: AT });
}

function taintTurn(): void {
  const { state } = world;
  const session = state.sessions.put({
    client: "claude-code",
    name: "s1",
    process: null,
    hasTerminal: false,
    isBatch: false,
    isProven: false,
    kind: "interactive",
    chat: "direct",
    projectDir: null,
  }, AT);
  const turn = state.turns.open(session.id, null, AT);
  state.turns.taint(turn.id, { reason: "a page", since: AT });
}

const classes = (...lines: string[]) =>
  originReader(world.state, { unbooked: "agent", isLost: false })("MEMORY.md", lines).map(({ origin }) => origin);

test("what leaves a file and turns up in a turn has no row to speak for it; what the program puts back has", () => {
  expect(replace(OLD, OLD.trim().split("\n"))).toBe(true);
  expect(replace(NEW, ["- Deploys run at ten"])).toBe(true);
  taintTurn();
  expect(classes("- Deploys run at nine", "- Deploys run at ten", "- The crane is yellow"))
    .toEqual(["untrusted", "owner", "owner"]);
  // As an undo does.
  expect(replace(OLD)).toBe(true);
  expect(classes("- Deploys run at nine", "- Deploys run at ten", "- The crane is yellow"))
    .toEqual(["owner", "untrusted", "owner"]);
});
