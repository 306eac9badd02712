import { expect, test } from "bun:test";
import { intentFacts } from "../../../src/app/status/intent_facts.ts";
import { frozenClock } from "../../../src/base/clock.ts";

const clock = frozenClock("2026-08-19T10:00:00+02:00", "Europe/Berlin");
const MINUTE_MS = 60_000;
const at = (minutes: number) => clock.now().ms + minutes * MINUTE_MS;
const armed = { state: "armed", kind: "time", expiresMs: null } as const;

test("intents in short: open, for words, due, late, held, and when the next one comes", () => {
  const rows = [
    { ...armed, wakeMs: at(-30) },
    { ...armed, wakeMs: at(-61) },
    { ...armed, kind: "review", wakeMs: at(90) },
    { ...armed, wakeMs: at(120) },
    { ...armed, wakeMs: at(5), expiresMs: at(-1) },
    { ...armed, kind: "event", wakeMs: 0 },
    { ...armed, state: "held", wakeMs: at(1) },
  ] as const;
  expect(intentFacts(rows, clock, 60)).toEqual({
    open: 5,
    events: 1,
    due: 2,
    late: 1,
    held: 1,
    next: "2026-08-19T11:30:00+02:00",
  });
  expect(intentFacts([], clock, 60)).toEqual({ open: 0, events: 0, due: 0, late: 0, held: 0, next: null });
});
