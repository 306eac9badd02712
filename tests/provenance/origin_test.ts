import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isAtLeastAsTrusted,
  leastTrusted,
  mergeKinds,
  ORIGIN_CLASSES,
  SESSION_KINDS,
} from "../../src/provenance/origin.ts";

const SEED = { seed: 20260819 };
const origins = fc.constantFrom(...ORIGIN_CLASSES);

test("what is no class is trusted least", () => {
  const none = JSON.parse('"agemt"');
  for (const origin of ORIGIN_CLASSES) {
    expect(leastTrusted(origin, none)).toBe(none);
    expect(isAtLeastAsTrusted(none, origin)).toBe(false);
  }
});

describe("leastTrusted", () => {
  test("is commutative", () => {
    fc.assert(fc.property(origins, origins, (a, b) => leastTrusted(a, b) === leastTrusted(b, a)), SEED);
  });

  test("is associative", () => {
    const law = fc.property(
      origins,
      origins,
      origins,
      (a, b, c) => leastTrusted(leastTrusted(a, b), c) === leastTrusted(a, leastTrusted(b, c)),
    );
    fc.assert(law, SEED);
  });

  test("is idempotent", () => {
    for (const origin of ORIGIN_CLASSES) expect(leastTrusted(origin, origin)).toBe(origin);
  });

  test("never answers more trust than either has", () => {
    for (const a of ORIGIN_CLASSES) {
      for (const b of ORIGIN_CLASSES) {
        const merged = leastTrusted(a, b);
        expect([a, b]).toContain(merged);
        expect(isAtLeastAsTrusted(a, merged) && isAtLeastAsTrusted(b, merged)).toBe(true);
      }
    }
  });

  test("orders owner, agent, system, untrusted", () => {
    expect(ORIGIN_CLASSES.reduce(leastTrusted)).toBe("untrusted");
    expect(leastTrusted("owner", "agent")).toBe("agent");
    expect(leastTrusted("agent", "system")).toBe("system");
  });
});

describe("mergeKinds", () => {
  test("keeps a common kind and knows nothing of two", () => {
    for (const a of SESSION_KINDS) {
      for (const b of SESSION_KINDS) expect(mergeKinds(a, b)).toBe(a === b ? a : "unknown");
    }
  });
});
