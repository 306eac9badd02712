import { expect, test } from "bun:test";
import fc from "fast-check";
import { conceptTags } from "../../src/curate/concept_tags.ts";
import { derivedTriggers } from "../../src/curate/derived_triggers.ts";

function triggersOf(text: string): string[] {
  return derivedTriggers(text, conceptTags("memory/2026-08-19.md", text));
}

test("an entry is brought up by what it is about and one more of its words", () => {
  expect(triggersOf("The gateway listens on port 18789")).toEqual(["gateway port"]);
  expect(triggersOf("The staging cluster runs Postgres")).toEqual([
    "staging cluster",
    "staging postgres",
    "cluster postgres",
  ]);
});

test("a text in two languages has phrases of both and none that mixes them", () => {
  const phrases = triggersOf("The gateway listens on port 18789; 网关端口是 18789");
  expect(phrases[0]).toBe("gateway port");
  expect(phrases.some((phrase) => phrase.includes("网关"))).toBe(true);
  for (const phrase of phrases) expect(/[a-z]/.test(phrase) && /\p{Script=Han}/u.test(phrase)).toBe(false);
});

test("one word is a phrase only where there is no second; two in two languages are one together", () => {
  expect(derivedTriggers("Kubernetes", ["kubernetes"])).toEqual(["kubernetes"]);
  expect(derivedTriggers("网关 gateway", ["网关", "gateway"])).toEqual(["网关 gateway"]);
  expect(derivedTriggers("It runs and listens", ["runs", "listens"])).toEqual(["runs listens"]);
  expect(derivedTriggers("nothing here", [])).toEqual([]);
});

test("there are at most three, each of words of the text", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("gateway", "listens", "port", "网关", "端口", "部署", "deploy")), (words) => {
      const text = words.join(" ");
      const phrases = derivedTriggers(text, [...new Set(words)]);
      expect(phrases.length).toBeLessThanOrEqual(3);
      for (const word of phrases.flatMap((phrase) => phrase.split(" "))) expect<string[]>(words).toContain(word);
    }),
    { numRuns: 200 },
  );
});
