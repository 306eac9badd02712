import { expect, test } from "bun:test";
import { ChangeBell } from "../../../src/pipeline/watch/change_bell.ts";

/** Long enough that no test ends by it. */
const NEVER_MS = 600_000;

function listening(quietMs = NEVER_MS, debounceMs = 1) {
  const stop = new AbortController();
  const bell = new ChangeBell();
  return { bell, stop, next: () => bell.next({ debounceMs, quietMs, signal: stop.signal }) };
}

test("a ring before or during the wait ends it, and counts once", async () => {
  const { bell, next, stop } = listening();
  bell.ring();
  expect(await next()).toBe("changed");
  const waiting = next();
  bell.ring();
  bell.ring();
  expect(await waiting).toBe("changed");
  const idle = next();
  stop.abort();
  expect(await idle).toBe("stopped");
});

test("a wait that is over leaves nothing behind at the signal", async () => {
  const { bell, next, stop } = listening();
  let listeners = 0;
  const { addEventListener, removeEventListener } = stop.signal;
  Object.assign(stop.signal, {
    addEventListener: (...words: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(stop.signal, words);
    },
    removeEventListener: (...words: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(stop.signal, words);
    },
  });
  for (let at = 0; at < 5; at++) {
    const waiting = next();
    bell.ring();
    expect(await waiting).toBe("changed");
  }
  expect(listeners).toBe(0);
});

test("without a ring the wait ends as quiet", async () => {
  expect(await listening(1).next()).toBe("quiet");
});

test("rings that never stop are answered all the same", async () => {
  const { bell, next } = listening(NEVER_MS, 20);
  const ringing = setInterval(() => bell.ring(), 1);
  bell.ring();
  expect(await next()).toBe("changed");
  clearInterval(ringing);
});

test("told to stop before the wait, it does not begin, whatever has rung", async () => {
  const { bell, next, stop } = listening();
  bell.ring();
  stop.abort();
  expect(await next()).toBe("stopped");
});
