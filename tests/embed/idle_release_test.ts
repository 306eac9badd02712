import { describe, expect, test } from "bun:test";
import { idleRelease, type Schedule } from "../../src/embed/idle_release.ts";

/** A clock that a test turns by hand. */
function handClock() {
  const due: { afterMs: number; act: () => unknown; isOff: boolean }[] = [];
  const schedule: Schedule = (afterMs, act) => {
    const entry = { afterMs, act, isOff: false };
    due.push(entry);
    return { cancel: () => entry.isOff = true };
  };
  return {
    schedule,
    due,
    ring: async () => {
      for (const { act } of due.filter(({ isOff }) => !isOff)) await act();
    },
  };
}

function keeperOf(clock: ReturnType<typeof handClock>, log: string[], open?: () => void) {
  return idleRelease(
    () => {
      open?.();
      log.push("open");
      return { close: () => log.push("close") };
    },
    7_000,
    clock.schedule,
  );
}

describe("a thing that is kept", () => {
  test("is opened by the first use only, and given back after the idle time", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    const keeper = keeperOf(clock, log);
    expect(keeper.isOpen).toBe(false);
    await keeper.use(() => log.push("one"));
    await keeper.use(() => log.push("two"));
    expect(clock.due.map(({ afterMs }) => afterMs)).toEqual([7_000, 7_000]);
    await clock.ring();
    expect(log).toEqual(["open", "one", "two", "close"]);
    expect(keeper.isOpen).toBe(false);
  });

  test("is opened again by a later use", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    const keeper = keeperOf(clock, log);
    await keeper.use(() => log.push("one"));
    await clock.ring();
    await keeper.use(() => log.push("two"));
    expect(log).toEqual(["open", "one", "close", "open", "two"]);
  });

  test("is not given back while somebody uses it", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    const keeper = keeperOf(clock, log);
    const { promise, resolve } = Promise.withResolvers<void>();
    const long = keeper.use(() => promise);
    await keeper.use(() => log.push("short"));
    await clock.ring();
    await keeper.release();
    expect(log).toEqual(["open", "short"]);
    resolve();
    await long;
    expect(log).toEqual(["open", "short", "close"]);
  });

  test("is given back once, also if it is let go twice", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    const keeper = keeperOf(clock, log);
    await keeper.release();
    await keeper.use(() => 1);
    await keeper.release();
    await keeper.release();
    await clock.ring();
    expect(log).toEqual(["open", "close"]);
  });

  test("that takes a while to open is opened once for all who wait", async () => {
    const log: string[] = [];
    const keeper = idleRelease(async () => {
      log.push("open");
      await Bun.sleep(1);
      return { close: () => log.push("close") };
    }, 1);
    await Promise.all([keeper.use(() => log.push("one")), keeper.use(() => log.push("two"))]);
    await keeper.release();
    expect(log).toEqual(["open", "one", "two", "close"]);
  });

  test("that cannot be opened is tried again by the next use", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    let tries = 0;
    const keeper = keeperOf(clock, log, () => {
      if (++tries === 1) throw new Error("not yet");
    });
    expect(keeper.use(() => 1)).rejects.toThrow("not yet");
    expect(await keeper.use(() => 2)).toBe(2);
  });

  test("is given back also after a use that failed", async () => {
    const [clock, log] = [handClock(), [] as string[]];
    const keeper = keeperOf(clock, log);
    expect(keeper.use(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await keeper.use(() => 1);
    await clock.ring();
    expect(log).toEqual(["open", "close"]);
  });
});

test("a process with nothing else to do ends although something is kept", async () => {
  const script = `
    const { idleRelease } = await import(${JSON.stringify(`${import.meta.dir}/../../src/embed/idle_release.ts`)});
    await idleRelease(() => ({ close() {} }), 3_600_000).use(() => 1);
  `;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "ignore", stderr: "pipe" });
  expect(await child.exited).toBe(0);
});
