import { expect, test } from "bun:test";
import { ResidentLimit } from "../../src/base/resident_limit.ts";

/** Returns a reference to something that nothing else holds. */
function garbage(): WeakRef<object> {
  return new WeakRef({ bytes: new Uint8Array(1_000_000) });
}

test("garbage goes once the resident memory has no room for it, and stays before", async () => {
  const roomy = new ResidentLimit(Number.MAX_SAFE_INTEGER);
  const kept = garbage();
  // What a reference was made for lives until the end of the turn.
  await Bun.sleep(0);
  roomy.note(1_000_000);
  expect(kept.deref()).toBeDefined();
  await Bun.sleep(0);

  const tight = new ResidentLimit(0);
  const grown = new Uint8Array(64 * 1024 * 1024).fill(1);
  const gone = Array.from({ length: 50 }, garbage);
  await Bun.sleep(0);
  tight.note(1_000_000);
  expect(gone.filter((each) => each.deref() !== undefined).length).toBeLessThan(5);
  expect(grown.at(-1)).toBe(1);
});
