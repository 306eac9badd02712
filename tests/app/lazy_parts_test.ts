import { expect, test } from "bun:test";
import { lazyParts } from "../../src/app/lazy_parts.ts";

function recorded() {
  const log: string[] = [];
  const parts = lazyParts();
  const part = (name: string) =>
    parts.part(() => {
      log.push(`open ${name}`);
      return { name, close: () => void log.push(`close ${name}`) };
    });
  return { log, parts, part };
}

test("a part that nobody asks for is never opened nor closed", () => {
  const { log, parts, part } = recorded();
  part("a");
  parts.close();
  expect(log).toEqual([]);
});

test("a part is opened once", () => {
  const { log, part } = recorded();
  const get = part("a");
  expect(get()).toBe(get());
  expect(log).toEqual(["open a"]);
});

test("parts are closed in the reverse order of their opening, once", () => {
  const { log, parts, part } = recorded();
  const [a, b, c] = [part("a"), part("b"), part("c")];
  b();
  c();
  a();
  parts.close();
  parts.close();
  expect(log).toEqual(["open b", "open c", "open a", "close a", "close c", "close b"]);
});

test("a part that cannot be opened is tried again, and not closed", () => {
  const parts = lazyParts();
  let tries = 0;
  const get = parts.part((): { close(): void } => {
    tries++;
    throw new Error("shut");
  });
  expect(get).toThrow("shut");
  expect(get).toThrow("shut");
  expect(tries).toBe(2);
  parts.close();
});

test("a value that is undefined is worked out once as well", () => {
  const parts = lazyParts();
  let times = 0;
  const get = parts.value(() => void times++);
  get();
  get();
  expect(times).toBe(1);
});

test("what may be left is left at the end, once, and all else is closed", () => {
  const { log, parts, part } = recorded();
  const left = (name: string, isLeft: boolean) =>
    parts.part(() => ({
      close: () => void log.push(`close ${name}`),
      leave: () => log.push(`leave ${name}`) > 0 && isLeft,
    }));
  const gets = [left("a", true), part("b"), left("c", false)];
  for (const get of gets) get();
  expect([parts.leave(), parts.leave()]).toEqual([true, false]);
  expect(log).toEqual(["open b", "leave c", "close b", "leave a"]);
  left("d", false)();
  expect(parts.leave()).toBe(false);
});
