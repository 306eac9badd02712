import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { wordRuns } from "../../../src/base/text/word_runs.ts";

/** Returns how many runs two texts have in common. */
function shared(a: string, b: string): number {
  const other = wordRuns(b);
  return [...wordRuns(a)].filter((run) => other.has(run)).length;
}

describe("the runs of a text", () => {
  test("are those of five words", () => {
    expect(wordRuns("one two three four five").size).toBe(1);
    expect(wordRuns("one two three four five six").size).toBe(2);
    expect(wordRuns("one two three four five one two three four five").size).toBe(5);
  });

  test("are those of eight CJK characters", () => {
    expect(wordRuns("网关监听所有地址").size).toBe(1);
    expect(wordRuns("网关监听所有地址吗").size).toBe(2);
    expect(wordRuns("ゲートウェイが動").size).toBe(1);
  });

  test("mix words and CJK characters in that ratio", () => {
    // Two words are 16, and five characters 25: together 41 of 40.
    expect(wordRuns("SQLite gateway 监听端口了").size).toBe(1);
    expect(shared("把数据库换成 SQLite 因为快", "我们决定把数据库换成 SQLite 因为快")).toBeGreaterThan(0);
  });

  test("of a short text are one, of all it has", () => {
    expect(wordRuns("port 18790").size).toBe(1);
    expect(wordRuns("端口").size).toBe(1);
    expect(shared("port 18790", "the port 18790")).toBe(0);
  });

  test("of a text without words are none", () => {
    for (const text of ["", "   ", "---", "！？。", "\n\n", "😀"]) {
      expect([text, wordRuns(text).size]).toEqual([text, 0]);
    }
  });

  test("do not depend on case, punctuation, line ends and width of letters", () => {
    const text = "Deploys need no smoke test on Fridays";
    for (
      const same of [
        "deploys NEED no smoke-test on fridays",
        "- Deploys need no\n  smoke test, on Fridays!",
        "**Deploys** need `no` smoke test on Fridays",
        "Ｄｅｐｌｏｙｓ need no smoke test on Fridays",
      ]
    ) expect([same, shared(text, same)]).toEqual([same, wordRuns(text).size]);
    expect(shared("网关监听所有地址", "网关，监听：所有地址。")).toBe(1);
  });

  test("are other ones for other words", () => {
    expect(shared("the gateway listens on port 18789", "the gateway listens on port 18790")).toBe(1);
    expect(shared("the gateway listens on port", "the gateway listened on port")).toBe(0);
    expect(shared("one two three four five", "five four three two one")).toBe(0);
  });

  test("are the same in every version, since they are kept", () => {
    expect([...wordRuns("one two three four five 网关")]).toMatchInlineSnapshot(`
      [
        8654827549474040,
        2913966725985059,
      ]
    `);
  });

  test("are whole numbers that a number holds exactly, and those of a part are among those of the whole", () => {
    const word = fc.constantFrom("port", "gateway", "网", "关", "test", "deploy", "18789", "é", "ß");
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 30 }), fc.nat(20), (words, from) => {
        const whole = wordRuns(words.join(" "));
        for (const run of whole) expect(Number.isSafeInteger(run) && run >= 0).toBe(true);
        const part = words.slice(from % words.length);
        const size = part.reduce((sum, each) => sum + (/^[网关]$/.test(each) ? 5 : 8), 0);
        if (size >= 40) { for (const run of wordRuns(part.join(" "))) expect(whole.has(run)).toBe(true); }
      }),
      { seed: 20260819, numRuns: 200 },
    );
  });

  test("can be worked out for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => wordRuns(text).size <= text.length + 1),
      { seed: 20260819, numRuns: 300 },
    );
  });
});
