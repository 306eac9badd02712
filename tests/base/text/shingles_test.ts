import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { shingles } from "../../../src/base/text/shingles.ts";
import { anyText, SEED } from "../../support/any_text.ts";

describe("shingles", () => {
  test.each([
    ["every run of five words", "one two three four five six seven", 3],
    ["every run of eight CJK characters", "我们决定把数据库换成别的", 5],
    ["all of a text that is shorter", "port 18789", 1],
    ["runs of both scripts mixed", "我们决定用 SQLite 存储数据", 3],
    ["nothing without words", "… !", 0],
  ])("has %s", (_, text, count) => {
    expect(shingles(text).size).toBe(count);
  });

  test("takes no account of case, punctuation, endings and invisible characters", () => {
    const plain = shingles("the gateway listens on port 18789 again");
    expect(shingles("The GATEWAYS: listen, on “port” 18\u200b789 again!")).toEqual(plain);
  });

  test("has the hashes that are stored already", () => {
    expect([...shingles("port 18789")]).toEqual([HASH_OF_PORT]);
  });

  test("gives whole numbers that a column can hold", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect([...shingles(text)].every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
      }),
      { seed: SEED },
    );
  });
});

/** `shingles("port 18789")` of the first release. */
const HASH_OF_PORT = 4_535_131_866_837_232;
