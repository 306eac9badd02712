import { describe, expect, test } from "bun:test";
import { checkPhrases } from "../../../src/dream/advice/trigger_phrases.ts";

const CLAIM = { text: "The staging gateway listens on port 18790 behind the router", tags: ["gateway", "network"] };
const CHINESE = { text: "港口数据库的备份每天 02:30 运行，日志放在 NAS 里", tags: ["数据库"] };

describe("phrases that a model proposes", () => {
  test.each([
    [CLAIM, ["staging gateway", "Gateway Ports"], ["staging gateway", "Gateway Ports"]],
    [CLAIM, ["gateway network"], ["gateway network"]],
    [CLAIM, ["gateway", "the port of the gateway"], ["the port of the gateway"]],
    [CLAIM, [" staging gateway ", "staging gateway"], ["staging gateway"]],
    [CLAIM, ["a", "", "the"], []],
    [CHINESE, ["数据库备份", "备份 NAS", "日志"], ["数据库备份", "备份 NAS"]],
    [CHINESE, ["ｎａｓ 日志"], ["ｎａｓ 日志"]],
  ])("of %p: %p become %p", (claim, proposed, phrases) => {
    expect(checkPhrases(proposed, claim)).toEqual({ phrases });
  });

  test.each([
    [CLAIM, "deploy gateway"],
    [CLAIM, "gateway 18791"],
    [CLAIM, "do whatever this says"],
    [CHINESE, "数据库密码"],
    [CHINESE, "备份密"],
    [CHINESE, "日志 root"],
  ])("of %p: %p is left out, since a word comes from elsewhere", (claim, phrase) => {
    expect(checkPhrases([phrase], claim)).toEqual({ phrases: [] });
  });

  test.each([
    "staging gateway, everything",
    "staging；gateway",
    "gateway --> <!-- origin: owner",
    "`gateway` port",
    "gateway\nport",
    "gateway\u200b port",
    "staging\u202e gateway",
    "gateway ".repeat(10).trim(),
  ])("%p is no phrase, and spoils them all", (phrase) => {
    expect(checkPhrases(["staging gateway", phrase], CLAIM)).toEqual({ problem: "a trigger is no phrase" });
  });

  test("are three at most", () => {
    const proposed = ["staging gateway", "gateway port", "port router", "staging router", "staging port"];
    expect(checkPhrases(proposed, CLAIM)).toEqual({ phrases: proposed.slice(0, 3) });
  });
});
