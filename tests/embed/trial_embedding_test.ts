import { describe, expect, test } from "bun:test";
import type { Embedder } from "../../src/embed/embedder.ts";
import { COSINE_TOLERANCE, referenceCosines } from "../../src/embed/reference_cosines.ts";
import { tryEmbedder } from "../../src/embed/trial_embedding.ts";
import { failureOf } from "../support/failure_of.ts";
import { handEmbedder } from "../support/hand_embedder.ts";

/** Returns an embedder that answers with what a function makes of the place of a text. */
function answering(dimensions: number, vectorAt: (at: number) => readonly number[], count = Infinity): Embedder {
  return {
    name: "a liar",
    fingerprint: "liar 1",
    dimensions,
    isExplicit: true,
    embed: (texts) => Promise.resolve(texts.slice(0, count).map((_, at) => Float32Array.from(vectorAt(at)))),
    close: () => Promise.resolve(),
  };
}

/** A clock that goes on by 10 ms with every look. */
function ticking(): () => number {
  let now = 0;
  return () => now += 10;
}

describe("a trial", () => {
  test("says dimension, first answer and speed", async () => {
    const trial = await tryEmbedder(handEmbedder(), ticking());
    expect(trial).toEqual({ dimensions: handEmbedder().dimensions, firstMs: 10, linesPerSecond: 6_400 });
  });

  test.each([
    ["no number at all", answering(2, () => [Number.NaN, 0]), "vectors of length 1, and gives NaN"],
    ["an infinite number", answering(2, () => [Infinity, 0]), "vectors of length 1, and gives Infinity"],
    ["a vector that is not of unit length", answering(2, (at) => [at, 2]), "vectors of length 1, and gives 2"],
    ["another dimension", answering(3, (at) => [at, 1 - at]), "vectors of 3 numbers, and gives 2"],
    ["no dimension", answering(0, () => []), "vectors of 0 numbers, and gives 0"],
    ["one answer for two texts", answering(2, () => [1, 0], 1), "it answers 1 of 2 sentences"],
    ["the same vector for everything", answering(2, () => [1, 0]), "the same vector for different sentences"],
  ])("refuses %s", async (_, embedder, reason) => {
    const error = await failureOf(tryEmbedder(embedder, ticking()));
    expect(error.kind).toBe("failed");
    expect(error.message).toContain("Cannot use a liar: ");
    expect(error.message).toContain(reason);
  });
});

describe("the reference cosines", () => {
  test("of another model are off, each said with what it should be", async () => {
    const cosines = await referenceCosines(handEmbedder());
    expect(cosines).toHaveLength(12);
    expect(cosines.filter(({ isRight }) => !isRight).length).toBeGreaterThan(8);
    for (const { expected, actual, isRight } of cosines) {
      expect(isRight).toBe(Math.abs(expected - actual) <= COSINE_TOLERANCE);
    }
  });

  test("of vectors that are missing, or of two lengths, are not right", async () => {
    const missing = await referenceCosines(answering(2, () => [1, 0], 0));
    // Nothing times nothing is 0, and no reference is.
    expect(missing.some(({ isRight }) => isRight)).toBe(false);
    const broken = await referenceCosines(answering(2, () => [Number.NaN, 0]));
    expect(broken.some(({ isRight }) => isRight)).toBe(false);
  });
});
