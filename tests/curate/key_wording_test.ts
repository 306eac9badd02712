import { describe, expect, test } from "bun:test";
import { keyWording, saysChange } from "../../src/curate/key_wording.ts";

function worded(text: string): string {
  return keyWording(text).replace(/\s+/g, " ").trim();
}

describe("what says nothing of the value is left out", () => {
  test.each<[string, string]>([
    ["Correction: the port is 5", "the port is 5"],
    ["Actually, the port is 5", "the port is 5"],
    ["As of 1 March the port is 5", "the port is 5"],
    ["Starting next week, the port is 5", "the port is 5"],
    ["From Monday onwards the port is 5", "the port is 5"],
    ["The port is 5 as of today", "The port is 5"],
    ["The port is 5 starting Monday on", "The port is 5"],
    ["The port is 5 instead of 4", "The port is 5"],
    ["The port is 5 (formerly 4)", "The port is 5"],
    ["The port was raised from 4 to 5", "The port is 5"],
    ["The port has been set back to 5", "The port is 5"],
    ["Ops have just moved the port to 5", "the port is 5"],
    ["The port has become 5", "The port is 5"],
    ["The service has been renamed to Osprey", "The service is called Osprey"],
    ["The team has quit using Jenkins today", "The team uses Jenkins today"],
    ["It starts at a quarter to ten", "It starts at ten"],
    ["It ends in July", "It ends on July"],
    ["It takes an hour", "It takes 1 hour"],
  ])("%s", (text, plain) => {
    expect(worded(text)).toBe(plain);
  });
});

describe("what tells something is kept", () => {
  test.each<string>([
    "Today the port is 5",
    "From 9:00 the office is open",
    "Note the port is 5",
    "We moved the gateway",
    "The job runs from Monday",
    "He runs in July's race",
    "The office has five printers",
  ])("%s", (text) => {
    expect(worded(text)).toBe(text);
  });
});

test.each<[string, boolean]>([
  ["the port is 5 now", true],
  ["the port was moved to 5", true],
  ["the port is no longer 5", true],
  ["the port rose to 5", true],
  ["the port is 5", false],
  ["Ann moved the chair", false],
])("whether something changed: %s", (text, says) => {
  expect(saysChange(text)).toBe(says);
});
