import { describe, expect, test } from "bun:test";
import { stemmer } from "stemmer";
import { isStopWord, stopWordUnits } from "../../../src/base/text/stop_words.ts";

const ENGLISH = `a an the this that these those there here i me my mine we our you your he him his she her it its they
  them their themselves is am are was were be been being do does did doing have has had having can could will would shall
  should might must what which who whom whose where when why how and or but if then than so because while not no too
  very only any please`.split(/\s+/);

describe("isStopWord", () => {
  test("knows English function words plain and stemmed", () => {
    const unknown = ENGLISH.filter((word) => !isStopWord(word) || !isStopWord(stemmer(word)));
    expect(unknown).toEqual([]);
  });

  test.each(["的", "什么", "我们", "为什么", "是的", "です"])("knows %s", (word) => {
    expect(isStopWord(word)).toBe(true);
  });

  test.each(["gatewai", "port", "18789", "数据", "目的", "换", "c++", "us", "may", ""])(
    "does not take %j for one",
    (word) => {
      expect(isStopWord(word)).toBe(false);
    },
  );
});

describe("stopWordUnits", () => {
  test("takes the longest function word", () => {
    expect(stopWordUnits("为什么换", 0)).toBe(3);
    expect(stopWordUnits("猫的", 1)).toBe(1);
    expect(stopWordUnits("猫的", 0)).toBe(0);
  });

  test("passes over a word that only holds one", () => {
    expect(stopWordUnits("目的地", 0)).toBe(-3);
    expect(stopWordUnits("了解", 0)).toBe(-2);
  });
});
