import { expect, test } from "bun:test";
import fc from "fast-check";
import { PartFilter } from "../../../src/store/state/part_filter.ts";

test("no part of a text is taken for none, wherever it stands", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "网", "é", "\u{1f600}"), minLength: 1, maxLength: 900 });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      const start = from % whole.length;
      expect(new PartFilter(whole).mayHold(whole.slice(start, start + length % 60))).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("texts of other words are told to be no part, also when they begin and end alike", () => {
  const words = Array.from({ length: 400 }, (_, nth) => `word${nth * nth}`);
  const filter = new PartFilter(words.join(""));
  expect(filter.mayHold("word100word121word144")).toBe(true);
  expect(filter.mayHold("word100thegatewaylistensword144")).toBe(false);
  expect(filter.mayHold("thegatewaylistensonport")).toBe(false);
});
