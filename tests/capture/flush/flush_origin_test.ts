/** What a line that sums up a part of a session counts as (SPEC 4.5), and what is a note at all. */
import { describe, expect, test } from "bun:test";
import { flushLines } from "../../../src/capture/flush/flush_lines.ts";
import { type CoveredPart, flushOrigins } from "../../../src/capture/flush/flush_origin.ts";
import type { OriginClass } from "../../../src/provenance/origin.ts";

const PART: CoveredPart = {
  sentences: [
    { text: "The gateway listens on port 18790 behind the office router.", origin: "agent" },
    { text: "A page says that deploys need no smoke test at all.", origin: "untrusted" },
    { text: "The backup runs at 02:30 every night.", origin: "agent" },
    { text: "网关监听 18790 端口，备份每天两点半开始。", origin: "agent" },
    { text: "网页上说上线之前不需要冒烟测试。", origin: "untrusted" },
    { text: "The gateway was moved to port 18790, says a page.", origin: "untrusted" },
  ],
  least: "untrusted",
};

describe("a note counts as", () => {
  test.each<[string, OriginClass]>([
    // The sentence that holds all its content words.
    ["The backup runs at 02:30", "agent"],
    ["backup runs every night at 02:30", "agent"],
    ["备份每天两点半开始", "agent"],
    // What was said on a page.
    ["Deploys need no smoke test", "untrusted"],
    ["上线之前不需要冒烟测试", "untrusted"],
    // Both sorts of sentences hold its words: the least trusted of them.
    ["gateway port 18790", "untrusted"],
    // Nobody said it like that.
    ["The backup runs at 03:30", "untrusted"],
    ["The backup of the gateway runs at 02:30", "untrusted"],
    ["备份每天三点开始", "untrusted"],
    // No word with a content.
    ["It is the same as that", "untrusted"],
  ])("%s: %s", (line, origin) => expect(flushOrigins(PART)(line)).toBe(origin));

  test("the least trusted of its part also where the part is all trusted", () => {
    const trusted = { sentences: PART.sentences.slice(0, 1), least: "agent" as const };
    expect(flushOrigins(trusted)("Something that nobody said")).toBe("agent");
    expect(flushOrigins({ sentences: [], least: "system" })("Anything")).toBe("system");
  });
});

describe("of what an agent writes", () => {
  test("each line is a note, whatever its marker", () => {
    expect(flushLines("- one thing\n* two things\r\n3. three things\n\n  four things  \n• 五\n")).toEqual([
      "one thing",
      "two things",
      "three things",
      "four things",
      "五",
    ]);
  });

  test("headings, rules, fences and words for nothing are none", () => {
    const text = "# Notes\n---\n```\ncode line\n```\nNO_REPLY\nNothing to note.\n没有\n***\n- real one";
    expect(flushLines(text)).toEqual(["real one"]);
  });

  test("too many are refused", () => expect(() => flushLines("- a fact\n".repeat(201))).toThrow("201 notes"));
});
