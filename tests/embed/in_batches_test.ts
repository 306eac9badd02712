import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inBatches } from "../../src/embed/in_batches.ts";
import { SEED } from "../support/any_text.ts";

const sizeOf = (text: string) => text.length;

describe("batches", () => {
  test("give one result for each item, in the order of the items", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), fc.integer({ min: 1, max: 9 }), async (texts, batch) => {
        const found = await inBatches(texts, { sizeOf, batch, run: (part) => part.map((text) => `<${text}>`) });
        expect(found).toEqual(texts.map((text) => `<${text}>`));
      }),
      { seed: SEED },
    );
  });

  test("hold at most as many items as they may, the longest first and like with like", async () => {
    const parts: string[][] = [];
    const run = (part: readonly string[]) => {
      parts.push([...part]);
      return part;
    };
    await inBatches(["a", "dddd", "bb", "cc", "eeeee"], { sizeOf, batch: 2, run });
    expect(parts).toEqual([["eeeee", "dddd"], ["bb", "cc"], ["a"]]);
  });

  test("let other work have its turn between them", async () => {
    const log: string[] = [];
    const timer = setInterval(() => log.push("other"), 0);
    const run = (part: readonly string[]) => {
      log.push("batch");
      Bun.sleepSync(2);
      return part;
    };
    await inBatches(["a", "b", "c"], { sizeOf, batch: 1, run });
    clearInterval(timer);
    expect(log.indexOf("other")).toBeWithin(1, log.lastIndexOf("batch"));
  });

  test("with another number of results than items are an error, never a shift", () => {
    const found = inBatches(["a", "b"], { sizeOf, batch: 2, run: () => ["x"] });
    expect(found).rejects.toThrow("1 results for 2 items");
  });
});
