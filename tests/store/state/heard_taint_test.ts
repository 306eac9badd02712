import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import {
  hear,
  type HeardDeps,
  heardMoments,
  heardTaint,
  taintElsewhere,
} from "../../../src/store/state/heard_taint.ts";
import type { ProcessStamp } from "../../../src/store/state/sessions.ts";
import { NOTE_TIME, type NoteWorld, openNoteWorld } from "../../support/note_world.ts";

const CLIENT = { pid: 4711, start: "boot:1" };
const OTHER = { pid: 4712, start: "boot:2" };
const REASON = "untrusted lines of the memory";
const TAINT = `its session was given ${REASON}`;
const MAYBE = `an agent that cannot be told apart from this caller was given ${REASON} less than two hours ago`;

let world: NoteWorld;
beforeEach(() => void (world = openNoteWorld()));
afterEach(() => world.remove());

/** Whoever has a process of an agent above, at a moment. */
function at(agent: ProcessStamp | null, iso = NOTE_TIME): HeardDeps {
  return {
    state: world.state,
    clock: frozenClock(iso),
    ancestors: () => agent === null ? [1] : [300, agent.pid, 1],
    isSame: ({ start }) => start === agent?.start,
    agentProcess: () => agent,
  };
}

const nobody = { flag: null, variable: null };

const HOOKED = {
  client: "claude-code",
  name: "hooked",
  process: CLIENT,
  hasTerminal: true,
  isBatch: false,
  isProven: true,
  kind: "interactive",
  chat: "direct",
  projectDir: null,
} as const;

test("what an agent was given stays with its process for a day, and with no other agent's", () => {
  expect(heardTaint(at(CLIENT), nobody)).toBeNull();
  hear(at(CLIENT), null, REASON);
  expect(heardTaint(at(CLIENT), nobody)).toBe(TAINT);
  expect(heardTaint(at(OTHER), nobody)).toBeNull();
  expect(heardTaint(at(CLIENT, "2026-08-20T10:00:00+08:00"), nobody)).toBe(TAINT);
  expect(heardTaint(at(CLIENT, "2026-08-20T10:31:00+08:00"), nobody)).toBeNull();
  // A later process with the same id is another one.
  expect(heardTaint(at({ ...CLIENT, start: "boot:9" }), nobody)).toBeNull();
});

test("a session is known again by its name, under whatever process", () => {
  hear(at(CLIENT), "s1", REASON);
  expect(heardTaint(at(OTHER), { flag: null, variable: "s1" })).toBe(TAINT);
  expect(heardTaint(at(OTHER), { flag: "s1", variable: null })).toBe(TAINT);
  expect(heardTaint(at(OTHER), { flag: null, variable: "s2" })).toBeNull();
  // Another name changes nothing for the process that heard it.
  expect(heardTaint(at(CLIENT), { flag: null, variable: "s2" })).toBe(TAINT);
});

test("who cannot be told apart from the hearer is taken for it, for two hours", () => {
  hear(at(CLIENT), null, REASON);
  expect(heardTaint(at(null, "2026-08-19T12:30:00+08:00"), nobody)).toBe(MAYBE);
  expect(heardTaint(at(null, "2026-08-19T12:31:00+08:00"), nobody)).toBeNull();
  hear(at(null), null, REASON);
  expect(heardTaint(at(OTHER, "2026-08-19T12:30:00+08:00"), nobody)).toBe(MAYBE);
  expect(heardTaint(at(OTHER, "2026-08-19T12:31:00+08:00"), nobody)).toBeNull();
  // A clock that went back forgets nothing.
  expect(heardTaint(at(OTHER, "2026-08-19T08:00:00+08:00"), nobody)).toBe(MAYBE);
});

test("a hooked turn is tainted instead, and the next message of the owner ends what was heard before it", () => {
  const { sessions, turns, heard } = world.state;
  const row = sessions.put(HOOKED, NOTE_TIME);
  const turn = turns.open(row.id, null, NOTE_TIME);
  hear(at(CLIENT), "hooked", REASON);
  expect(heard.since(NOTE_TIME)).toEqual([]);
  turns.close(turn.id, "reply", NOTE_TIME);
  hear(at(CLIENT, "2026-08-19T11:00:00+08:00"), "hooked", REASON);
  expect(heardTaint(at(CLIENT, "2026-08-19T11:01:00+08:00"), nobody)).toBe(TAINT);
  const unproven = { flag: null, variable: "hooked" };
  expect(heardTaint(at(OTHER, "2026-08-19T11:01:00+08:00"), unproven)).toBe(TAINT);
  turns.open(row.id, null, "2026-08-19T11:02:00+08:00");
  expect(heardTaint(at(CLIENT, "2026-08-19T11:03:00+08:00"), nobody)).toBeNull();
  // Also for who has only the name of that session, as long as it is the hearer's.
  expect(heardTaint(at(OTHER, "2026-08-19T11:03:00+08:00"), unproven)).toBeNull();
});

test("one row a hearer is kept, and none for longer than a day", () => {
  const { heard } = world.state;
  hear(at(CLIENT), "s1", REASON);
  hear(at(CLIENT, "2026-08-19T11:00:00+08:00"), "s1", "an untrusted intent");
  expect(heard.since(NOTE_TIME)).toEqual([
    {
      session: "s1",
      process: CLIENT,
      reason: "an untrusted intent",
      heardAt: "2026-08-19T11:00:00+08:00",
      firstAt: NOTE_TIME,
    },
  ]);
  hear(at(OTHER, "2026-08-21T11:00:00+08:00"), null, REASON);
  expect(heard.since(NOTE_TIME).map(({ process }) => process)).toEqual([OTHER]);
});

describe("words of a client's own transcript", () => {
  const said = (time: string | null, session = "s9") => ({
    ...nobody,
    said: { ms: time === null ? null : Date.parse(`2026-08-19T${time}:00+08:00`), session },
  });

  test("are concerned from the first time on that something was read, however often it was read again", () => {
    hear(at(CLIENT), null, REASON);
    hear(at(CLIENT, "2026-08-19T11:30:00+08:00"), null, REASON);
    const now = at(CLIENT, "2026-08-19T12:00:00+08:00");
    const answers = ["10:29", "10:30", "11:00", "11:45", null].map((time) => heardTaint(now, said(time)));
    expect(answers).toEqual([null, TAINT, TAINT, TAINT, TAINT]);
    expect(heardMoments(now)).toEqual([Date.parse(NOTE_TIME)]);
    // A day without a reading begins anew.
    hear(at(CLIENT, "2026-08-21T09:00:00+08:00"), null, REASON);
    expect(heardMoments(at(CLIENT, "2026-08-21T09:00:00+08:00"))).toEqual([Date.parse("2026-08-21T09:00:00+08:00")]);
  });

  test("are the hearer's if their transcript names its session, whoever takes them up; another name excuses nobody", () => {
    hear(at(CLIENT), "s1", REASON);
    const hour = "2026-08-19T11:30:00+08:00";
    expect(heardTaint(at(OTHER, hour), said("11:00", "s1"))).toBe(TAINT);
    expect(heardTaint(at(OTHER, hour), said("10:00", "s1"))).toBeNull();
    expect(heardTaint(at(OTHER, hour), said("11:00", "s2"))).toBeNull();
    expect(heardTaint(at(CLIENT, hour), said("11:00", "s2"))).toBe(TAINT);
    expect(heardTaint(at(null, hour), said("11:00", "s2"))).toBe(MAYBE);
  });
});

test("a turn of another workspace taints until a later one of the same session is opened here", () => {
  const { sessions, turns } = world.state;
  const question = { ...nobody, text: "The kettle is green" };
  const turn = turns.open(sessions.put(HOOKED, NOTE_TIME).id, null, NOTE_TIME);
  expect(taintElsewhere(at(CLIENT), question, 0)).toBeNull();
  turns.taint(turn.id, { reason: "WebFetch", since: NOTE_TIME });
  expect(taintElsewhere(at(CLIENT), question, 0)).toBe("its turn is tainted by WebFetch, in another workspace");
  expect(taintElsewhere(at(OTHER), { ...question, variable: "hooked" }, 0)).toContain("WebFetch");
  expect(taintElsewhere(at(CLIENT), question, Date.parse(NOTE_TIME) + 1)).toBeNull();
  // Somebody else at work there is nobody who writes here.
  expect(taintElsewhere(at(OTHER), question, 0)).toBeNull();
  expect(taintElsewhere(at(null), question, 0)).toBeNull();
});
