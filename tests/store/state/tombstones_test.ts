import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { assert, property, string, tuple } from "fast-check";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

const TEXT = "The gateway listens on port 18789";

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

function forget(...texts: string[]): number {
  return world.state.tombstones.add(texts, WORLD_TIME);
}

describe("tombstones", () => {
  test("are none in a new state, and nothing is forgotten", () => {
    const { tombstones } = world.state;
    expect([tombstones.isEmpty(), tombstones.count(), tombstones.isForgotten(TEXT)]).toEqual([true, 0, false]);
    expect(tombstones.forgottenAt(TEXT)).toBeNull();
  });

  test("know a claim again whatever its case, width, emphasis and punctuation", () => {
    expect(forget(TEXT, "网关监听 18789 端口", TEXT.toUpperCase())).toBe(2);
    const { tombstones } = world.state;
    expect(tombstones.count()).toBe(2);
    for (
      const text of [
        "the gateway LISTENS on port 18789.",
        "**The gateway** listens, on `port` 18789!",
        "Ｔｈｅ gateway listens on port １８７８９",
        "The gate\u200bway listens on port 18789",
        "网关监听18789端口。",
        "「网关监听 18789 端口」",
      ]
    ) expect({ text, is: tombstones.isForgotten(text) }).toEqual({ text, is: true });
    expect(tombstones.forgottenAt(`- ${TEXT}`)).toBe(WORLD_TIME);
  });

  test("know it as a sentence among others, and not in the middle of a longer one", () => {
    forget(TEXT, "网关监听 18789 端口");
    const { tombstones } = world.state;
    expect(tombstones.isForgotten(`We met. ${TEXT}; the proxy does not.`)).toBe(true);
    expect(tombstones.isForgotten("昨天开会,网关监听 18789 端口。代理没有。")).toBe(true);
    for (const text of [`I doubt that ${TEXT} now`, "大家都说网关监听 18789 端口不对"]) {
      expect({ text, is: tombstones.isForgotten(text), repeats: tombstones.repeats(text) })
        .toEqual({ text, is: false, repeats: true });
    }
  });

  test("tell other figures, signs and negations apart", () => {
    forget(TEXT, "The lowest value is -5", "Ana likes C++");
    const { tombstones } = world.state;
    for (
      const text of [
        "The gateway listens on port 18790",
        "The gateway never listens on port 18789",
        "The lowest value is 5",
        "Ana likes C#",
        "Ana likes C",
      ]
    ) expect({ text, is: tombstones.isForgotten(text) }).toEqual({ text, is: false });
  });

  test("take a short text only for itself, since it is in many others by chance", () => {
    forget("All done");
    const { tombstones } = world.state;
    expect(tombstones.repeats("all done!")).toBe(true);
    expect(tombstones.repeats("we are all done with it")).toBe(false);
    expect(forget("…", "")).toBe(0);
  });

  test("are lifted one by one, and another process sees that", () => {
    forget(TEXT, "The cat is called Momo");
    const other = world.reopen();
    expect(other.state.tombstones.isForgotten(TEXT)).toBe(true);
    expect(other.state.tombstones.lift(`${TEXT}.`)).toBe(true);
    expect(other.state.tombstones.lift(TEXT)).toBe(false);
    expect(other.state.tombstones.isForgotten(TEXT)).toBe(false);
    expect(other.state.tombstones.isForgotten("The cat is called Momo")).toBe(true);
    expect(other.state.tombstones.add([TEXT], WORLD_TIME)).toBe(1);
    expect(other.state.tombstones.isForgotten(TEXT)).toBe(true);
    world = other;
  });

  test("know every text that has a word, and keep no text", () => {
    const { tombstones } = world.state;
    assert(
      property(tuple(string({ minLength: 1, unit: "grapheme" }), string({ unit: "grapheme" })), ([text, before]) => {
        const known = forget(text) > 0 || tombstones.forgottenAt(text) !== null;
        expect(tombstones.isForgotten(text)).toBe(known);
        if (known) expect(tombstones.isForgotten(`${before}. ${text}.`)).toBe(true);
        tombstones.lift(text);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
