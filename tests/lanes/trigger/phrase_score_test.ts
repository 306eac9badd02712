import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { queryTerms } from "../../../src/base/text/query_terms.ts";
import { messageTokens } from "../../../src/lanes/trigger/message_tokens.ts";
import { phraseScore } from "../../../src/lanes/trigger/phrase_score.ts";

/** Score of a phrase that somebody wrote. */
function score(phrase: string, message: string, isDerived = false): number {
  return phraseScore(phrase, messageTokens(message), { isDerived: () => isDerived }).score;
}

describe("a phrase of several words", () => {
  test.each([
    ["deploy gateway", "How do I deploy gateway builds?"],
    ["deploy gateway", "deploying gateways again"],
    ["docker compose", "start docker-compose now"],
    ["get user name", "what does getUserName return"],
    ["数据库迁移", "帮我看一下数据库迁移的脚本"],
    ["部署 gateway", "怎么部署gateway"],
    ["release notes", "write the RELEASE NOTES"],
    ["ＤＥＰＬＯＹ ＧＡＴＥＷＡＹ", "please deploy gateway"],
    ["deploy gateway", "ｄｅｐｌｏｙ ｇａｔｅｗａｙ 一下"],
    ["deploy\u200b gate\u00adway", "deploy gateway now"],
    ["deploy gateway", "de\u00adploy gate\u200bways \u001b[1mnow"],
  ])("%p scores 1 where its words stand side by side: %p", (phrase, message) => {
    expect(score(phrase, message)).toBe(1);
  });

  test.each([
    ["deploy gateway", "deploy the new gateway"],
    ["deploy gateway", "gateway deploy"],
    ["deploy gateway", "That is the gateway. Deploy it."],
    ["deploy gateway", "after the deploy, gateway logs"],
    ["迁移数据", "数据要不要迁移，迁数不变移数"],
  ])("%p scores 0.9 where all stand apart: %p", (phrase, message) => {
    expect(score(phrase, message)).toBe(0.9);
  });

  test("scores the share of its words and their number where some are missing", () => {
    expect(score("deploy gateway", "deploy the parser")).toBeCloseTo(0.8 / 2 + 0.2 / 2, 12);
    expect(score("deploy gateway staging", "deploy the gateway")).toBeCloseTo(0.8 * 2 / 3 + 0.2, 12);
    // 数据 据库 库备: two of three.
    expect(score("数据库备份", "数据库迁移")).toBeCloseTo(0.8 * 2 / 4 + 0.2, 12);
    expect(score("deploy gateway", "format the parser")).toBe(0);
  });

  test("counts some of its words in their order only, where they are not Chinese", () => {
    expect(score("object store quota", "store the object in a map")).toBeCloseTo(0.8 / 3 + 0.1, 12);
    expect(score("object store quota", "is the object store full?")).toBeCloseTo(0.8 * 2 / 3 + 0.2, 12);
    // 重启 启队 队列: 重启 and 队列 stand in another order.
    expect(score("重启队列", "把队列重启一下")).toBeCloseTo(0.8 * 2 / 3 + 0.2, 12);
  });

  test.each([
    [0.9, "error budget", "what is left of the budget after all the errors of this week?"],
    [0.5, "error budget", "the budget field of the form raises a type error"],
    [0.9, "error budget", "does one error more use up what we have of the budget"],
    [0.5, "error budget", `budget\n${"line of a log that somebody pasted\n".repeat(40)}error`],
    [0.37, "预算告警", `预算${"这里是一段很长的日志内容".repeat(9)}告警`],
  ])("scores %p for %p where its words are so far apart: %p", (wanted, phrase, message) => {
    expect(score(phrase, message)).toBeCloseTo(wanted, 1);
  });

  test("does not count function words, unless there is nothing else", () => {
    expect(score("how to deploy the gateway", "deploy a gateway")).toBe(0.9);
    expect(score("how to deploy the gateway", "how to write the test")).toBe(0);
    expect(score("怎么部署网关", "怎么写单元测试")).toBe(0);
    expect(score("to be or not to be", "to be or not to be, that is it")).toBe(1);
  });
});

describe("a phrase of one word", () => {
  test("scores 0.85 where somebody wrote it, and 0.7 where it was derived", () => {
    expect(score("deploy", "we deployed it")).toBe(0.85);
    expect(score("deploy", "we deployed it", true)).toBe(0.7);
    expect(score("部署", "帮我部署一下")).toBe(0.85);
    expect(score("pnpm", "用pnpm装依赖")).toBe(0.85);
    expect(score("the deploy", "we deployed it")).toBe(0.85);
    expect(score("getUserName", "what does get_user_name return")).toBe(0.85);
  });

  test.each([
    ["locales", "my local database"],
    ["import", "this is important"],
    ["general", "generate ten names"],
    ["请假", "请假设输入都是正整数"],
    ["发票", "研发票数统计页面慢"],
    ["发票", "(7) 研发票 数"],
  ])("%p is not there where another word has its letters: %p", (phrase, message) => {
    expect(score(phrase, message)).toBe(0);
  });

  test.each([
    ["migrate", "the migrations failed"],
    ["renewal", "renew it"],
    ["请假", "我想请假两天"],
    // No word of the dictionary, which makes 回 and 滚到 of it.
    ["回滚", "回滚到上一版"],
    ["发布", "发布会几点开始"],
    ["发票", "invoice 发票"],
    ["发票", "7发票? 票数"],
  ])("%p is there in another form, or within a word: %p", (phrase, message) => {
    expect(score(phrase, message)).toBe(0.85);
  });

  test("scores nothing where it is not there", () => {
    expect([score("deploy", "format the code"), score("部署", "署名和部门")]).toEqual([0, 0]);
  });

  test.each(["a", "c", "的", "库", " 库 ", "7", ""])("of one character never scores: %p", (phrase) => {
    expect(score(phrase, "a c 7 的 库 数据库")).toBe(0);
  });

  test("asks who wrote it only where that matters", () => {
    const tokens = messageTokens("deploy the gateway");
    const never = () => {
      throw new Error("asked");
    };
    expect(phraseScore("deploy gateway", tokens, { isDerived: never }).score).toBe(0.9);
    expect(phraseScore("parser", tokens, { isDerived: never }).score).toBe(0);
  });
});

test("a phrase is left out at once only if no word of it stands in the message", () => {
  const word = fc.constantFrom(
    ...["deploy", "Deploying", "being", "be", "flies", "fly", "docker-compose", "compose", "getUserName", "user"],
    ...["数据库", "据库", "部署", "ﬁle", "file", "ＡＰＩ", "api", "C++", "naïve", "2026.4.10", "it's", "USER"],
  );
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (phrase, message) => {
      const tokens = messageTokens(message);
      const isPresent = queryTerms(phrase).terms.some((term) => tokens.occurrences(term).length > 0);
      expect({ phrase, message, may: tokens.mayHold(phrase) || !isPresent }).toEqual({ phrase, message, may: true });
    }),
    { seed: 8, numRuns: 2_000 },
  );
  expect(messageTokens("rename the helper").mayHold("gateway port")).toBe(false);
});

test("a phrase that is not taken apart would not have come to the score that is needed", () => {
  const word = fc.constantFrom(
    ...["deploy", "deploys", "beings", "being", "be", "the", "gateway", "gateways", "port", "2026", "18", "in", "ones"],
    ...["Service", "services", "limit", "limits", "do", "does", "docker", "Do", "portable", "us", "use", "数据库"],
    ...["数据库迁移", "迁移", "据库", "库", "的", "我们的迁移", "为什么", "目的地"],
  );
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, fc.constantFrom(0.3, 0.5625, 0.7, 0.9), (phrase, message, needed) => {
      const tokens = messageTokens(message);
      const whole = phraseScore(phrase, tokens, { isDerived: () => false });
      const found = phraseScore(phrase, tokens, { isDerived: () => false, needed });
      expect(found).toEqual(found.terms === 0 ? { phrase, terms: 0, present: 0, score: 0 } : whole);
      expect({ phrase, message, isLost: found.terms === 0 && whole.score >= needed })
        .toEqual({ phrase, message, isLost: false });
    }),
    { seed: 9, numRuns: 2_000 },
  );
});
