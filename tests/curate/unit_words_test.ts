import { expect, test } from "bun:test";
import { measuredBy } from "../../src/curate/unit_words.ts";

test.each<[string, "time" | "size" | null]>([
  ["min", "time"],
  ["Hours", "time"],
  ["ms", "time"],
  ["weeks", "time"],
  ["GB", "size"],
  ["MiB", "size"],
  ["bytes", "size"],
  ["printers", null],
  ["miner", null],
  ["", null],
])("%p measures %p", (word, measure) => {
  expect(measuredBy(word)).toBe(measure);
});
