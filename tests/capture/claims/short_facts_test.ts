import { describe, expect, test } from "bun:test";
import { claimsIn } from "../../../src/capture/claims/claims_in.ts";

const said = (text: string) => claimsIn(text, "owner").map((claim) => claim.text);

describe("short facts of an owner", () => {
  test.each([
    "I'm vegetarian.",
    "I\u2019m vegetarian.",
    "Port is 8080.",
    "I think the budget is 40k.",
    "The quota is 500 requests, I think.",
    "Let's go with Stripe for payments.",
    "就用 Redis 吧",
    "我觉得预算是 40000 元。",
    "看板用的是 Linear。",
  ])("%s is kept as it was said", (text) => expect(said(text)).toEqual([text]));

  test("laughter before a statement is not kept with it", () => {
    expect(said("lol the cat is named Pixel")).toEqual(["the cat is named Pixel"]);
    expect(said("哈哈，我家的猫叫皮克斯。")).toEqual(["我家的猫叫皮克斯。"]);
  });

  test.each([
    "Let's go with that.",
    "Let's go with option B.",
    "Let's go with 5 retries for now.",
    "I think the second one is better.",
    "I think the bug is in login.ts.",
    "Make sure port is 8080.",
    "Test is still failing on line 40.",
    "Build is red again.",
    "lol I broke it",
    "就用这个吧。",
    "就用方案二吧。",
    "我觉得问题是在 3 号机。",
    "新建一个分支叫 feature-x",
  ])("%s is none", (text) => expect(said(text)).toEqual([]));

  test("an agent that thinks or proposes states nothing", () => {
    for (const text of ["I think the budget is 40k.", "Let's go with Stripe for payments.", "我们就用 Postgres 吧。"]) {
      expect(claimsIn(text, "agent")).toEqual([]);
    }
  });

  test("five Chinese characters are below the least length", () => {
    expect(said("我住在上海。")).toEqual([]);
    expect(said("我和家人住在上海。")).toEqual(["我和家人住在上海。"]);
  });
});
