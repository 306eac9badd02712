import { expect, test } from "bun:test";
import fc from "fast-check";
import { StemMemo } from "../../../src/base/text/stem.ts";
import { GramPostings } from "../../../src/store/state/gram_postings.ts";
import { KnownText } from "../../../src/store/state/known_text.ts";

test("every text is found by each of its hashes, and by no other", () => {
  const gram = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(gram, { maxLength: 60 }), { maxLength: 200, size: "max" }), (texts) => {
      const postings = new GramPostings();
      for (const [id, grams] of texts.entries()) {
        postings.add(new KnownText({ id, origin: "untrusted", forms: ["a text"], size: 1 }, new StemMemo()), grams);
      }
      expect(postings.size).toBe(texts.length);
      for (const asked of [...new Set(texts.flat()), 7, 2 ** 32 - 1]) {
        const found: number[] = [];
        postings.visit(asked, ({ id }) => found.push(id));
        const wanted = [...texts.entries()].filter(([, grams]) => grams.includes(asked)).map(([id]) => id);
        expect(found.sort((a, b) => a - b)).toEqual(wanted);
      }
    }),
    { seed: 7, numRuns: 12 },
  );
}, 240_000);
